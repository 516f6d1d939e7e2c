import { type PlatformErrorCode } from '../../../domain/platform/errors';
import { sentFilename } from '../../../domain/platform/filename';
import { ID_PREFIX } from '../../../domain/platform/ids';
import { fileBytesMax } from '../../../domain/platform/limits';
import { Refusal } from '../../../domain/platform/refusal';
import { type Tenant } from '../../../domain/platform/tenancy';
import { signUploadPath } from '../../../signing/upload-url';
import { newId } from '../../../stores/mongo/new-id';
import { type UploadRow } from '../../../stores/platform/uploads';
import { type ServiceDeps } from '../../deps';

/** Facts about a file before its bytes arrive. */
export interface AnnouncedFile {
  filename: string;
  contentType: string;
  byteSize: number;
}

/**
 * Announces an upload whose bytes follow later.
 *
 * @returns its row, and the signed link for the bytes
 * @throws Refusal `empty_file`, `file_too_large`
 */
export async function announceUpload(
  { config, stores }: Pick<ServiceDeps, 'config' | 'stores'>,
  { organizationId, environment }: Tenant,
  { filename, contentType, byteSize }: AnnouncedFile,
): Promise<{ row: UploadRow; url: string }> {
  if (byteSize === 0) throw new Refusal<PlatformErrorCode>('empty_file');
  if (byteSize > fileBytesMax) throw new Refusal<PlatformErrorCode>('file_too_large');
  const row = await stores.uploads.insertPending({
    _id: newId(ID_PREFIX.upload),
    organizationId,
    environment,
    filename: sentFilename(filename)!,
    contentType,
    byteSize,
  });
  const path = signUploadPath(Buffer.from(config.SIGNING_KEY, 'base64'), row._id, row.expiresAt);
  return { row, url: config.PUBLIC_URL + path };
}
