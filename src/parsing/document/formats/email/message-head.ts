import { type DocumentHead } from '../../block-sink';
import { type MessageThread, type ParsedMetadata } from '../../parsed-document';

/** A file that came with a message. */
export interface MessageAttachment {
  path: string;
  filename: string;
  contentType: string | null;
  byteSize: number;
}

/** What is known of a message beside its text. */
export interface MessageHead extends DocumentHead {
  metadata: ParsedMetadata;
  thread: MessageThread;
  /** Lie in the scratch folder of the message. */
  attachments: MessageAttachment[];
}
