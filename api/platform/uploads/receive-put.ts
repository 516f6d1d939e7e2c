import { type IncomingMessage } from 'node:http';
import { type Logger } from 'pino';
import { BlobTooLarge } from '../../../src/blobs';
import { type PlatformErrorCode } from '../../../src/domain/platform/errors';
import { type AnyRefusal, Refusal } from '../../../src/domain/platform/refusal';
import { shownUploadState } from '../../../src/domain/platform/upload';
import { type UploadRow } from '../../../src/stores/platform/uploads';
import { type ApiDeps } from '../../deps';
import { requestBody } from './request-body';
import {
  type SpreadsheetSniffer,
  type StoredBody,
  storeBody,
} from '../../../src/services/platform/uploads/store-body';
import { compensate } from '../../../src/services/platform/uploads/compensate';

/** Dependencies of receiving an upload. */
export interface ReceiveDeps extends Pick<ApiDeps, 'blobs' | 'stores'> {
  spreadsheetSniffer: SpreadsheetSniffer;
}

export interface PutUpload {
  uploadId: string;
  request: IncomingMessage;
  signal: AbortSignal;
  log: Logger;
}

/**
 * Receives the bytes of an announced upload. Of several concurrent bodies, the first complete one wins;
 * each has a key of its own in the blob store, so that none can mix. A body that is refused or breaks off
 * leaves the announcement unchanged.
 *
 * @throws Refusal `upload_unknown`, `upload_url_expired`,
 *   `upload_already_finished`, `upload_length_mismatch`
 */
export async function receivePut(deps: ReceiveDeps, upload: PutUpload): Promise<UploadRow> {
  const { uploads } = deps.stores;
  const { uploadId } = upload;
  const announced = await uploads.findByLink(uploadId);
  if (announced?.state !== 'pending') throw refusal(announced);
  const stored = await storePut(deps, upload, announced);
  // Not undone on a failure: the database's answer may be lost although the upload is ready.
  const ready = await uploads.finish(uploadId, stored);
  if (ready !== null) return ready;
  await compensate(upload.log, () => deps.blobs.delete([stored.blobKey]));
  throw refusal(await uploads.findByLink(uploadId));
}

async function storePut(deps: ReceiveDeps, upload: PutUpload, announced: UploadRow): Promise<StoredBody> {
  const { request, uploadId, signal, log } = upload;
  const byteMax = announced.byteSize!;
  const sent = request.headers['content-length'];
  if (sent !== undefined && Number(sent) !== byteMax) throw wrongLength(byteMax);
  const declaredType = announced.contentType;
  const body = requestBody(request);
  const stored = await storeBody(deps, {
    uploadId,
    body,
    declaredType,
    spreadsheetOnly: false,
    byteMax,
    signal,
  }).catch((error: unknown) => {
    throw error instanceof BlobTooLarge ? wrongLength(byteMax) : error;
  });
  if (stored.byteSize === byteMax) return stored;
  await compensate(log, () => deps.blobs.delete([stored.blobKey]));
  throw wrongLength(byteMax);
}

/** The refusal of bytes for an upload that is not pending. */
function refusal(row: UploadRow | null): AnyRefusal {
  if (row === null) return new Refusal<PlatformErrorCode>('upload_unknown');
  const expired = shownUploadState(row, new Date()) === 'expired';
  return new Refusal<PlatformErrorCode>(expired ? 'upload_url_expired' : 'upload_already_finished');
}

function wrongLength(byteSize: number): AnyRefusal {
  return new Refusal<PlatformErrorCode>('upload_length_mismatch', {
    message: `The body has not the announced ${byteSize} bytes.`,
    details: { byte_size: byteSize },
  });
}
