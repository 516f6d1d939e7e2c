import { type ContainerHead } from '../../container-head';

/** Fields of a message by which it is found; keys begin with `email_`. */
export type MessageMetadata = Record<string, string | string[]>;

/** Message id of an e-mail and the ids that it replies to, without angle brackets. */
export interface MessageThread {
  messageId: string | null;
  inReplyTo: string | null;
  /** Ids of the thread, oldest first. */
  references: string[];
}

/** Facts about a message, beside those of each document. */
export interface MessageHead extends ContainerHead {
  metadata: MessageMetadata;
  thread: MessageThread;
}
