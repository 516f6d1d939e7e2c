import { type IncomingMessage } from 'node:http';
import { type Logger } from 'pino';
import { BlobTooLarge } from '../../../src/blobs';
import { type PlatformErrorCode } from '../../../src/domain/platform/errors';
import { Refusal } from '../../../src/domain/platform/refusal';
import { fileBytesMax } from '../../../src/domain/platform/limits';
import { type Tenant } from '../../../src/domain/platform/tenancy';
import { type UploadRow } from '../../../src/stores/platform/uploads';
import { type FilePart, receiveFilePart } from './file-part';
import { type ReceiveDeps } from './receive-put';
import { type StoredBody, storeBody, unknownType } from '../../../src/services/platform/uploads/store-body';
import { compensate } from '../../../src/services/platform/uploads/compensate';

export interface FormUpload {
  tenant: Tenant;
  uploadId: string;
  request: IncomingMessage;
  signal: AbortSignal;
  log: Logger;
}

/**
 * Receives a spreadsheet as the only part of a form and makes it an upload. The row is written first, so that
 * retention finds the bytes after a crash. A refused or interrupted form leaves neither row nor bytes.
 *
 * @throws Refusal `unsupported_media_type`, `file_too_large`, `empty_file`, `unsupported_file_type`
 * @throws ValidationError for any other form
 */
export async function receiveForm(deps: ReceiveDeps, upload: FormUpload): Promise<UploadRow> {
  const { uploads } = deps.stores;
  const { uploadId } = upload;
  const keys: string[] = [];
  const stored = await receiveFilePart(upload.request, async (part) => {
    const body = await storePart(deps, upload, part);
    keys.push(body.blobKey);
    return body;
  }).catch(async (error: unknown) => {
    // A form may prove invalid after its file was stored.
    await compensate(upload.log, async () => {
      await deps.blobs.delete(keys);
      await uploads.discardPending(uploadId);
    });
    throw error;
  });
  // Not undone on a failure: the database's answer may be lost although the upload is ready.
  const ready = await uploads.finish(uploadId, stored);
  if (ready === null) throw new Error('the upload was removed while its bytes arrived');
  return ready;
}

async function storePart(deps: ReceiveDeps, upload: FormUpload, part: FilePart): Promise<StoredBody> {
  const { uploadId, signal } = upload;
  const { organizationId, environment } = upload.tenant;
  const row = { _id: uploadId, organizationId, environment, filename: part.filename };
  await deps.stores.uploads.insertPending({ ...row, contentType: unknownType, byteSize: null });
  try {
    return await storeBody(deps, {
      uploadId,
      body: part.body,
      signal,
      declaredType: unknownType,
      spreadsheetOnly: true,
      byteMax: fileBytesMax,
    });
  } catch (error) {
    throw error instanceof BlobTooLarge
      ? new Refusal<PlatformErrorCode>('file_too_large', { cause: error })
      : error;
  }
}
