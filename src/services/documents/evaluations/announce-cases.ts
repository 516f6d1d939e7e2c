import { type DocumentErrorCode } from '../../../domain/documents/errors';
import { casesBytesMax } from '../../../domain/documents/evaluation';
import { type Caller } from '../../../domain/platform/caller';
import { safeFilename } from '../../../domain/platform/filename';
import { ID_PREFIX } from '../../../domain/platform/ids';
import { Refusal } from '../../../domain/platform/refusal';
import { newId } from '../../../stores/mongo/new-id';
import { type UploadRow } from '../../../stores/platform/uploads';
import { type ServiceDeps } from '../../deps';
import { findCollection } from '../collections/find';

/**
 * Announces a file of cases. The result is an upload whose id only evaluations accept.
 *
 * @throws Refusal `empty_file`, `file_too_large`, and those of `findCollection`
 */
export async function announceCases(
  { stores }: Pick<ServiceDeps, 'stores'>,
  caller: Caller,
  collectionName: string,
  { filename, byteSize, contentType }: { filename: string; byteSize: number; contentType: string },
): Promise<UploadRow> {
  await findCollection({ stores }, caller, collectionName);
  if (byteSize === 0) throw new Refusal<DocumentErrorCode>('empty_file');
  if (byteSize > casesBytesMax)
    throw new Refusal<DocumentErrorCode>('file_too_large', {
      message: `A file of cases has at most ${casesBytesMax} bytes.`,
    });
  return stores.uploads.insertPending({
    _id: newId(ID_PREFIX.evaluationUpload),
    organizationId: caller.organizationId,
    environment: caller.environment,
    filename: safeFilename(filename)!,
    contentType,
    byteSize,
  });
}
