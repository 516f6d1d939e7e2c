import { type DocumentErrorCode } from '../../../src/domain/documents/errors';
import { isRefusal, Refusal } from '../../../src/domain/platform/refusal';
import { casesBytesMax } from '../../../src/domain/documents/evaluation';
import { safeFilename } from '../../../src/domain/platform/filename';
import { ID_PREFIX } from '../../../src/domain/platform/ids';
import { newId } from '../../../src/stores/mongo/new-id';
import { signUploadPath, type UploadFolder, verifyUploadPath } from '../../../src/signing/upload-url';
import { type ApiDeps } from '../../deps';
import { type Caller } from '../../../src/domain/platform/caller';
import { type PutUpload, receivePut } from '../../platform/uploads/receive-put';
import { spreadsheetSniffer } from '../../../src/services/documents/uploads/spreadsheet-sniffer';

const folder: UploadFolder = '/u/evals/';

/**
 * Announces a file of cases. The result is an upload whose id only the routes of evaluations accept.
 *
 * @throws Refusal `empty_file`, `file_too_large`
 */
export async function announceCases(
  { config, stores }: Pick<ApiDeps, 'config' | 'stores'>,
  { organizationId, environment }: Caller,
  file: { filename: string; byte_size: number; content_type: string },
) {
  if (file.byte_size === 0) throw new Refusal<DocumentErrorCode>('empty_file');
  if (file.byte_size > casesBytesMax)
    throw new Refusal<DocumentErrorCode>('file_too_large', {
      message: `A file of cases has at most ${casesBytesMax} bytes.`,
    });
  const { _id, expiresAt } = await stores.uploads.insertPending({
    _id: newId(ID_PREFIX.evaluationUpload),
    organizationId,
    environment,
    filename: safeFilename(file.filename)!,
    contentType: file.content_type,
    byteSize: file.byte_size,
  });
  const path = signUploadPath(Buffer.from(config.SIGNING_KEY, 'base64'), _id, expiresAt, folder);
  return { upload_id: _id, upload_url: config.PUBLIC_URL + path, expires_at: expiresAt.toISOString() };
}

/**
 * Receives the bytes of an announced file.
 *
 * @throws Refusal `invalid_signature`, `upload_url_expired`, `UPLOAD_LENGTH_MISMATCH`,
 *   and what `receivePut` throws
 */
export async function receiveCases(
  deps: ApiDeps,
  { expires, sig }: { expires: string; sig: string },
  put: PutUpload,
): Promise<void> {
  const { uploadId } = put;
  const signingKey = Buffer.from(deps.config.SIGNING_KEY, 'base64');
  if (!verifyUploadPath(signingKey, { uploadId, expires, sig }, folder))
    throw new Refusal<DocumentErrorCode>('invalid_signature');
  if (Number(expires) * 1_000 <= Date.now()) throw new Refusal<DocumentErrorCode>('upload_url_expired');
  try {
    await receivePut({ ...deps, sniffSpreadsheet: spreadsheetSniffer }, put);
  } catch (error) {
    if (!isRefusal(error) || error.code !== 'upload_length_mismatch') throw error;
    throw new Refusal<DocumentErrorCode>('UPLOAD_LENGTH_MISMATCH', error.extra);
  }
}
