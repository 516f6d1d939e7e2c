import { type DocumentHead } from '../../block-sink';

/** Fields of a message by which it is found; keys begin with `email_`. */
export type MessageMetadata = Record<string, string | string[]>;

/** Message id of an e-mail and the ids that it replies to, without angle brackets. */
export interface MessageThread {
  messageId: string | null;
  inReplyTo: string | null;
  /** Ids of the thread, oldest first. */
  references: string[];
}

/** Attachment of a message. */
export interface MessageAttachment {
  path: string;
  /** Name that the message gives it, as it is written there: never use it as a path; null for none. */
  filename: string | null;
  contentType: string | null;
  byteSize: number;
}

/** Facts about a message, beside those of each document. */
export interface MessageHead extends DocumentHead {
  metadata: MessageMetadata;
  thread: MessageThread;
  /** Files in the scratch folder of the message. */
  attachments: MessageAttachment[];
}
