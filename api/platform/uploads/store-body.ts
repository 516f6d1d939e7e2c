import { randomUUID } from 'node:crypto';
import { type Readable } from 'node:stream';
import { type BlobStore } from '../../../src/blobs';
import { type PlatformErrorCode } from '../../../src/domain/platform/errors';
import { RequestError } from '../../http/request-error';
import { sniffBytes } from '../../../src/domain/platform/limits';
import { uploadBlobs } from '../../../src/domain/platform/upload';
import { takeHead } from './take-head';

/** The bytes of one attempt, in the blob store but not yet part of an upload. */
export interface StoredBody {
  blobKey: string;
  contentType: string;
  isSpreadsheet: boolean;
  byteSize: number;
  sha256: string;
}

/** A spreadsheet's type by its first bytes. */
export interface SniffedSpreadsheet {
  contentType: string;
  /** Separated values: almost every text can be read as such. */
  isText: boolean;
}

/**
 * Recognises a spreadsheet by its first bytes, never by its name.
 *
 * @param byteSize bytes of the whole body; `Infinity` where more than the head follow
 * @returns `empty` for a body without bytes, null for one that is certainly no spreadsheet
 */
export type SpreadsheetSniffer = (head: Buffer, byteSize: number) => SniffedSpreadsheet | 'empty' | null;

export interface BodyToStore {
  uploadId: string;
  body: Readable;
  /** What the client calls its bytes. */
  declaredType: string;
  /** Ask the bytes alone, and refuse what is no spreadsheet. */
  spreadsheetOnly: boolean;
  byteMax: number;
  signal: AbortSignal;
}

/** A client's way to say nothing about its bytes. */
export const unknownType = 'application/octet-stream';

/**
 * Streams a body to a key of its own, with the content type that its first bytes show. Leaves nothing when it fails.
 *
 * @throws RequestError `empty_file`, `unsupported_file_type` where only spreadsheets are taken
 * @throws BlobTooLarge
 */
export async function storeBody(
  { blobs, sniffSpreadsheet }: { blobs: BlobStore; sniffSpreadsheet: SpreadsheetSniffer },
  request: BodyToStore,
): Promise<StoredBody> {
  const { head, whole, body } = await takeHead(request.body, sniffBytes);
  const found = sniffSpreadsheet(head, whole ? head.length : Infinity);
  if (request.spreadsheetOnly && found === 'empty') throw new RequestError<PlatformErrorCode>('empty_file');
  if (request.spreadsheetOnly && found === null)
    throw new RequestError<PlatformErrorCode>('unsupported_file_type');
  const isSpreadsheet = found !== null && found !== 'empty';
  const contentType = isSpreadsheet ? detectedType(found, request) : request.declaredType;
  const blobKey = uploadBlobs(request.uploadId).attempt(randomUUID());
  const { byteMax, signal } = request;
  const put = await blobs.put(blobKey, body, { contentType, byteMax, signal });
  return { blobKey, contentType, isSpreadsheet, ...put };
}

/** A client's type of its text holds, unless it says nothing: every text looks like CSV. */
function detectedType(
  { contentType, isText }: SniffedSpreadsheet,
  { declaredType, spreadsheetOnly }: BodyToStore,
): string {
  return isText && !spreadsheetOnly && declaredType !== unknownType ? declaredType : contentType;
}
