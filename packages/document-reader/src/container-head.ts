import { type DocumentHead } from './block-sink';
import { type MessageMetadata } from './formats/email/message-head';

/** A file within a file. */
export interface ContainedFile {
  path: string;
  /** Name as it is written in the file around it: never use it as a path; null for none. */
  filename: string | null;
  contentType: string | null;
  byteSize: number;
  /** Metadata of the message that it is attached to, where the file around it holds several. */
  metadata?: MessageMetadata;
}

/** Facts about a mailbox or an archive. */
export interface ContainerHead extends DocumentHead {
  /** Files in the scratch folder. */
  attachments: ContainedFile[];
}
