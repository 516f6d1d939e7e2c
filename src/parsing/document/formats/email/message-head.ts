import { type DocumentHead } from '../../block-sink';
import { type MessageThread, type ParsedMetadata } from '../../parsed-document';

/** Attachment of a message. */
export interface MessageAttachment {
  path: string;
  filename: string;
  contentType: string | null;
  byteSize: number;
}

/** Metadata of a message. */
export interface MessageHead extends DocumentHead {
  metadata: ParsedMetadata;
  thread: MessageThread;
  /** Files in the scratch folder of the message. */
  attachments: MessageAttachment[];
}
