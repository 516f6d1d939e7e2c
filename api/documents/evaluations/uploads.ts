import { type DocumentErrorCode } from '../../../src/domain/documents/errors';
import { isRefusal, Refusal } from '../../../src/domain/platform/refusal';
import { signUploadPath, type UploadFolder, verifyUploadPath } from '../../../src/signing/upload-url';
import { type Config } from '../../../src/config';
import { type UploadRow } from '../../../src/stores/platform/uploads';
import { type ApiDeps } from '../../deps';
import { type announcedCases } from './schema';
import { type z } from 'zod';
import { type PutUpload, receivePut } from '../../platform/uploads/receive-put';
import { spreadsheetSniffer } from '../../../src/services/documents/uploads/spreadsheet-sniffer';

type AnnouncedCases = z.infer<typeof announcedCases>;

const folder: UploadFolder = '/u/evals/';

/** The answer to an announced file of cases, with the link that accepts its bytes. */
export function presentAnnouncedCases(
  { PUBLIC_URL, SIGNING_KEY }: Pick<Config, 'PUBLIC_URL' | 'SIGNING_KEY'>,
  { _id, expiresAt }: UploadRow,
): AnnouncedCases {
  const path = signUploadPath(Buffer.from(SIGNING_KEY, 'base64'), _id, expiresAt, folder);
  return { upload_id: _id, upload_url: PUBLIC_URL + path, expires_at: expiresAt.toISOString() };
}

/**
 * Receives the bytes of an announced file.
 *
 * @throws Refusal `invalid_signature`, `upload_url_expired`, `UPLOAD_LENGTH_MISMATCH`,
 *   and what `receivePut` throws
 */
export async function receiveCases(
  deps: Pick<ApiDeps, 'blobs' | 'config' | 'stores'>,
  { expires, sig }: { expires: string; sig: string },
  put: PutUpload,
): Promise<void> {
  const { uploadId } = put;
  const signingKey = Buffer.from(deps.config.SIGNING_KEY, 'base64');
  if (!verifyUploadPath(signingKey, { uploadId, expires, sig }, folder))
    throw new Refusal<DocumentErrorCode>('invalid_signature');
  if (Number(expires) * 1_000 <= Date.now()) throw new Refusal<DocumentErrorCode>('upload_url_expired');
  try {
    await receivePut({ ...deps, spreadsheetSniffer }, put);
  } catch (error) {
    if (!isRefusal(error) || error.code !== 'upload_length_mismatch') throw error;
    throw new Refusal<DocumentErrorCode>('UPLOAD_LENGTH_MISMATCH', error.extra);
  }
}
