import { randomUUID } from 'node:crypto';
import { type Readable } from 'node:stream';
import { type BlobStore } from '../../../src/blobs';
import { RequestError } from '../../../src/domain/platform/errors';
import { sniffBytes } from '../../../src/domain/platform/limits';
import { uploadBlobs } from '../../../src/domain/platform/upload';
import { contentTypeOf, sniffSpreadsheet } from '../../../src/parsing';
import { takeHead } from './take-head';

/** The bytes of one attempt, in the blob store but not yet part of an upload. */
export interface StoredBody {
  blobKey: string;
  contentType: string;
  isSpreadsheet: boolean;
  byteSize: number;
  sha256: string;
}

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
export async function storeBody(blobs: BlobStore, request: BodyToStore): Promise<StoredBody> {
  const { head, whole, body } = await takeHead(request.body, sniffBytes);
  const type = sniffSpreadsheet(head, whole ? head.length : Infinity);
  if (request.spreadsheetOnly && type === 'empty') throw new RequestError('empty_file');
  if (request.spreadsheetOnly && type === null) throw new RequestError('unsupported_file_type');
  const isSpreadsheet = type !== null && type !== 'empty';
  const contentType = isSpreadsheet ? detectedType(type, request) : request.declaredType;
  const blobKey = uploadBlobs(request.uploadId).attempt(randomUUID());
  const { byteMax, signal } = request;
  const put = await blobs.put(blobKey, body, { contentType, byteMax, signal });
  return { blobKey, contentType, isSpreadsheet, ...put };
}

/** Every text looks like CSV: what a client calls its text holds, unless it says nothing. */
function detectedType(
  type: Parameters<typeof contentTypeOf>[0],
  { declaredType, spreadsheetOnly }: BodyToStore,
): string {
  const isText = type === 'csv' || type === 'tsv';
  return isText && !spreadsheetOnly && declaredType !== unknownType ? declaredType : contentTypeOf(type);
}
