import { type DocumentErrorCode } from '../../../domain/documents/errors';
import { Refusal } from '../../../domain/platform/refusal';
import { ID_PREFIX, isId } from '../../../domain/platform/ids';
import { type UploadedSource } from '../../../domain/documents/index-source';
import { type Tenant } from '../../../domain/platform/tenancy';
import { uploadScheme } from '../../../domain/platform/upload';
import { type UploadStore } from '../../../stores/platform/uploads';

/**
 * Finds the uploads of a request, in its order.
 *
 * @throws Refusal `upload_not_found`, `upload_expired`
 */
export function resolveUploads(
  uploads: UploadStore,
  tenant: Tenant,
  fileIds: readonly string[],
): Promise<UploadedSource[]> {
  return Promise.all(
    fileIds.map(async (fileId) => {
      const uploadId = fileId.startsWith(uploadScheme) ? fileId.slice(uploadScheme.length) : '';
      const found = isId(ID_PREFIX.upload, uploadId)
        ? await uploads.findForParse(tenant, uploadId)
        : ({ state: 'unknown' } as const);
      const details = { upload: fileId };
      if (found.state === 'expired') throw new Refusal<DocumentErrorCode>('upload_expired', { details });
      if (found.state !== 'ready') throw new Refusal<DocumentErrorCode>('upload_not_found', { details });
      const { filename, contentType, byteSize, sha256 } = found.upload;
      return { uploadId, filename, contentType, byteSize, sha256 };
    }),
  );
}
