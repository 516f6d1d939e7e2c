import { type CustomMetadata } from '../../../domain/documents/document';

/** The origin of the bytes of a file, which a run opens. */
export type FileOrigin =
  | { kind: 'link'; url: string }
  | { kind: 'upload'; uploadId: string }
  /** `etag`: as a listing has told it; absent where none was read. */
  | { kind: 'object'; key: string; etag?: string };

/** Facts that an object store tells with the bytes of a file. */
export interface ObjectTold {
  /** Mark of these bytes. */
  etag?: string;
  /** From the metadata of the object. */
  custom?: CustomMetadata;
}

/** The bytes of a file, in the blob store. */
export interface FileInput extends ObjectTold {
  key: string;
  byteSize: number;
  /** Hex. */
  sha256: string;
  contentType: string | null;
}
