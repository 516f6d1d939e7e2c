import { type DocumentErrorCode } from '../../../src/domain/documents/errors';
import { type AnyRequestError, RequestError } from '../../http/request-error';
import { ID_PREFIX, isId } from '../../../src/domain/platform/ids';
import { linkProbeTimeoutMs, sniffBytes } from '../../../src/domain/platform/limits';
import { type ParseInput } from '../../../src/domain/documents/parse-job';
import { type Tenant } from '../../../src/domain/platform/tenancy';
import { OutboundError } from '../../../src/net';
import { sniffSpreadsheet } from '../../../src/parsing';
import { type ApiDeps } from '../../deps';

const inputCharsMax = 8_192;
const uploadScheme = 'svc://';

/** The input of a job with its name and size; null for what is not known before the file is fetched. */
export interface ResolvedInput {
  input: ParseInput;
  filename: string | null;
  byteSize: number | null;
}

/**
 * Resolves `input` to an upload or a link, and checks by the first bytes that the file is a spreadsheet.
 *
 * @throws RequestError `invalid_input`, `upload_not_found`, `upload_expired`,
 *   `download_failed`, `unsupported_file_type`
 */
export async function resolveInput(
  deps: ApiDeps,
  { tenant, input, signal }: { tenant: Tenant; input: string; signal: AbortSignal },
): Promise<ResolvedInput> {
  if (input.length > inputCharsMax) throw new RequestError<DocumentErrorCode>('invalid_input');
  if (input.startsWith(uploadScheme)) return resolveUpload(deps, tenant, input.slice(uploadScheme.length));
  return resolveLink(deps, input, signal);
}

async function resolveUpload({ stores }: ApiDeps, tenant: Tenant, uploadId: string): Promise<ResolvedInput> {
  if (!/^upl_\w+$/.test(uploadId)) throw new RequestError<DocumentErrorCode>('invalid_input');
  if (!isId(ID_PREFIX.upload, uploadId)) throw new RequestError<DocumentErrorCode>('upload_not_found');
  const found = await stores.uploads.findForParse(tenant, uploadId);
  if (found.state === 'expired') throw new RequestError<DocumentErrorCode>('upload_expired');
  if (found.state !== 'ready') throw new RequestError<DocumentErrorCode>('upload_not_found');
  const { filename, byteSize, isSpreadsheet } = found.upload;
  if (byteSize === 0) throw noBytes();
  if (!isSpreadsheet) throw new RequestError<DocumentErrorCode>('unsupported_file_type');
  return { input: { kind: 'upload', uploadId }, filename, byteSize };
}

async function resolveLink({ outbound }: ApiDeps, url: string, signal: AbortSignal): Promise<ResolvedInput> {
  try {
    const { head, byteSize, filename } = await outbound.probe(url, {
      schemes: ['https'],
      headBytes: sniffBytes,
      timeoutMs: linkProbeTimeoutMs,
      signal,
    });
    requireSpreadsheet(head, byteSize);
    return { input: { kind: 'link', url }, filename, byteSize };
  } catch (error) {
    if (!(error instanceof OutboundError)) throw error;
    const invalid = error.code === 'invalid_url' || error.code === 'blocked_address';
    throw new RequestError<DocumentErrorCode>(invalid ? 'invalid_input' : 'download_failed', {
      message: error.message,
      cause: error,
    });
  }
}

function requireSpreadsheet(head: Buffer, byteSize: number | null): void {
  const type = sniffSpreadsheet(head, byteSize);
  if (type === 'empty') throw noBytes();
  if (type === null) throw new RequestError<DocumentErrorCode>('unsupported_file_type');
}

function noBytes(): AnyRequestError {
  return new RequestError<DocumentErrorCode>('unsupported_file_type', { message: 'The file has no bytes.' });
}
