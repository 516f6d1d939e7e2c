import { randomUUID } from 'node:crypto';
import { type Readable } from 'node:stream';
import { type BlobStore } from '../../../blobs';
import { type PlatformErrorCode } from '../../../domain/platform/errors';
import { Refusal } from '../../../domain/platform/refusal';
import { uploadBlobs } from '../../../domain/platform/upload';
import { takeHead } from '../../../streams/take-head';

/** Stored body that does not belong to an upload yet. */
export interface StoredBody {
  blobKey: string;
  contentType: string;
  isSpreadsheet: boolean;
  byteSize: number;
  sha256: string;
}

/** Type of a spreadsheet according to its first bytes. */
export interface SniffedSpreadsheet {
  contentType: string;
  /** True for separated values; almost every text can be read as such. */
  isText: boolean;
}

/** Recognises spreadsheets by their first bytes, never by their names. */
export interface SpreadsheetSniffer {
  /** Number of bytes at the start of a file that determine its type. */
  headBytes: number;
  /**
   * Recognises a spreadsheet.
   *
   * @param head the first `headBytes` bytes of the body, or all of it
   * @param byteSize bytes of the whole body; `Infinity` when more bytes than the head follow
   * @returns `empty` for a body without bytes, null for a body that is certainly no spreadsheet
   */
  sniff(head: Buffer, byteSize: number): SniffedSpreadsheet | 'empty' | null;
}

export interface BodyToStore {
  uploadId: string;
  body: Readable;
  /** Content type that the client declares. */
  declaredType: string;
  /** True to decide by the bytes alone and to refuse files other than spreadsheets. */
  spreadsheetOnly: boolean;
  byteMax: number;
  signal: AbortSignal;
}

/** Content type where the client declares none. */
export const unknownType = 'application/octet-stream';

/**
 * Streams a body to a new key of the blob store and determines its content type by its first bytes. It leaves
 * no blob when it fails.
 *
 * @throws Refusal `empty_file`; `unsupported_file_type` when only spreadsheets are accepted
 * @throws BlobTooLarge
 */
export async function storeBody(
  { blobs, spreadsheetSniffer }: { blobs: BlobStore; spreadsheetSniffer: SpreadsheetSniffer },
  request: BodyToStore,
): Promise<StoredBody> {
  const { head, whole, body } = await takeHead(request.body, spreadsheetSniffer.headBytes);
  const found = spreadsheetSniffer.sniff(head, whole ? head.length : Infinity);
  if (request.spreadsheetOnly && found === 'empty') throw new Refusal<PlatformErrorCode>('empty_file');
  if (request.spreadsheetOnly && found === null)
    throw new Refusal<PlatformErrorCode>('unsupported_file_type');
  const isSpreadsheet = found !== null && found !== 'empty';
  const contentType = isSpreadsheet ? detectedType(found, request) : request.declaredType;
  const blobKey = uploadBlobs(request.uploadId).attempt(randomUUID());
  const { byteMax, signal } = request;
  const put = await blobs.put(blobKey, body, { contentType, byteMax, signal });
  return { blobKey, contentType, isSpreadsheet, ...put };
}

/** Content type of a body. Text keeps a declared type, because every text looks like CSV. */
function detectedType(
  { contentType, isText }: SniffedSpreadsheet,
  { declaredType, spreadsheetOnly }: BodyToStore,
): string {
  return isText && !spreadsheetOnly && declaredType !== unknownType ? declaredType : contentType;
}
