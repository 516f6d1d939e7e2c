import { type Readable } from 'node:stream';
import { type Logger } from 'pino';
import { BlobTooLarge } from '../../../blobs';
import { type DocumentErrorCode } from '../../../domain/documents/errors';
import { Refusal } from '../../../domain/platform/refusal';
import { ID_PREFIX } from '../../../domain/platform/ids';
import { type UploadedSource } from '../../../domain/documents/index-source';
import { type Tenant } from '../../../domain/platform/tenancy';
import { uploadBlobs } from '../../../domain/platform/upload';
import { newId } from '../../../stores/mongo/new-id';
import { type ServiceDeps } from '../../deps';
import { storeBody } from '../../platform/uploads/store-body';
import { compensate } from '../../platform/uploads/compensate';
import { spreadsheetSniffer } from '../uploads/spreadsheet-sniffer';

/** File that is part of the request itself. */
export interface IncomingFile {
  filename: string;
  contentType: string;
  body: Readable;
  byteMax: number;
}

/**
 * Stores a file of the request as an upload with an unpublished id. The row is written first, so that
 * retention removes the upload after a crash like any unused one.
 *
 * @throws Refusal `file_too_large`
 */
export async function storeOwnUpload(
  { blobs, stores }: Pick<ServiceDeps, 'blobs' | 'stores'>,
  { organizationId, environment }: Tenant,
  { filename, contentType, body, byteMax }: IncomingFile,
  { signal, log }: { signal: AbortSignal; log: Logger },
): Promise<UploadedSource> {
  const uploadId = newId(ID_PREFIX.upload);
  const row = { _id: uploadId, organizationId, environment, filename, contentType, byteSize: null };
  await stores.uploads.insertPending(row);
  try {
    const upload = { uploadId, body, declaredType: contentType, spreadsheetOnly: false, byteMax, signal };
    const stored = await storeBody({ blobs, spreadsheetSniffer }, upload);
    const ready = await stores.uploads.finish(uploadId, stored);
    if (ready === null) throw new Error('the upload was removed while its bytes arrived');
    const { byteSize, sha256 } = stored;
    return { uploadId, filename, contentType: stored.contentType, byteSize, sha256 };
  } catch (error) {
    // `storeBody` leaves no blob when it fails. A row that cannot be removed here expires like other uploads.
    await compensate(log, () => stores.uploads.discardPending(uploadId));
    throw error instanceof BlobTooLarge
      ? new Refusal<DocumentErrorCode>('file_too_large', { cause: error })
      : error;
  }
}

/** Removes the uploads of a request that was refused or that repeated an earlier request. */
export async function discardOwnUploads(
  { blobs, stores }: Pick<ServiceDeps, 'blobs' | 'stores'>,
  tenant: Tenant,
  uploads: readonly UploadedSource[],
  log: Logger,
): Promise<void> {
  await compensate(log, async () => {
    for (const { uploadId } of uploads) {
      await stores.uploads.markDeleted(tenant, uploadId);
      await blobs.deletePrefix(uploadBlobs(uploadId).prefix);
    }
  });
}
