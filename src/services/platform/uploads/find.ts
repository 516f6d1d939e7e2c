import { type PlatformErrorCode } from '../../../domain/platform/errors';
import { ID_PREFIX, isId } from '../../../domain/platform/ids';
import { Refusal } from '../../../domain/platform/refusal';
import { type Tenant } from '../../../domain/platform/tenancy';
import { type UploadRow } from '../../../stores/platform/uploads';
import { type ServiceDeps } from '../../deps';

/**
 * Finds an upload of the caller; any other id is answered like a malformed one.
 *
 * @throws Refusal `upload_unknown`
 */
export async function findUpload(
  { stores }: Pick<ServiceDeps, 'stores'>,
  tenant: Tenant,
  uploadId: string,
): Promise<UploadRow> {
  const row = isId(ID_PREFIX.upload, uploadId) ? await stores.uploads.find(tenant, uploadId) : null;
  if (row === null) throw new Refusal<PlatformErrorCode>('upload_unknown');
  return row;
}
