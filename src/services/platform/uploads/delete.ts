import { type Logger } from 'pino';
import { type PlatformErrorCode } from '../../../domain/platform/errors';
import { Refusal } from '../../../domain/platform/refusal';
import { type Tenant } from '../../../domain/platform/tenancy';
import { uploadBlobs } from '../../../domain/platform/upload';
import { type ServiceDeps } from '../../deps';
import { findUpload } from './find';
import { compensate } from './compensate';

/**
 * Removes an upload, or an announced one with its link. Retention removes bytes that cannot be removed here.
 *
 * @throws Refusal `upload_unknown`
 */
export async function deleteUpload(
  deps: Pick<ServiceDeps, 'blobs' | 'stores'>,
  tenant: Tenant,
  uploadId: string,
  log: Logger,
): Promise<void> {
  const { _id } = await findUpload(deps, tenant, uploadId);
  if (!(await deps.stores.uploads.markDeleted(tenant, _id)))
    throw new Refusal<PlatformErrorCode>('upload_unknown');
  await compensate(log, () => deps.blobs.deletePrefix(uploadBlobs(_id).prefix));
}
