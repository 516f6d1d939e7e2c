import { BlobNotFound, rangesOf } from '../../../blobs';
import { type DocumentErrorCode } from '../../../domain/documents/errors';
import { type AnyRefusal, Refusal } from '../../../domain/platform/refusal';
import { ID_PREFIX, isId } from '../../../domain/platform/ids';
import { type ParseInput } from '../../../domain/documents/parse-job';
import { type Tenant } from '../../../domain/platform/tenancy';
import { OutboundError } from '../../../net';
import { contentTypeOf, estimateSheetText, sniffSpreadsheet } from '../../../parsing';
import { type ReadyUpload } from '../../../stores/platform/uploads';
import { type ServiceDeps } from '../../deps';
import { type RequestedLink } from './link-copies';

const inputCharsMax = 8_192;
const uploadScheme = 'svc://';

/** Input of a job with its name and size; null where these are unknown before the download. */
export interface ResolvedInput {
  input: ParseInput;
  filename: string | null;
  byteSize: number | null;
  /** Estimated characters of sheet text. */
  characters: number | null;
  /** Download of a link, which the acceptance copies or abandons; null for an upload. */
  link: RequestedLink | null;
}

/**
 * Resolves `input` to an upload or a link, and checks by the first bytes that the file is a spreadsheet.
 *
 * @throws Refusal `invalid_input`, `upload_not_found`, `upload_expired`, `download_failed`,
 * `unsupported_file_type`
 */
export async function resolveInput(
  deps: Pick<ServiceDeps, 'blobs' | 'linkCopies' | 'stores'>,
  { tenant, input, signal }: { tenant: Tenant; input: string; signal: AbortSignal },
): Promise<ResolvedInput> {
  if (input.length > inputCharsMax) throw new Refusal<DocumentErrorCode>('invalid_input');
  if (input.startsWith(uploadScheme)) return resolveUpload(deps, tenant, input.slice(uploadScheme.length));
  return resolveLink(deps, input, signal);
}

async function resolveUpload(
  { stores, blobs }: Pick<ServiceDeps, 'stores' | 'blobs'>,
  tenant: Tenant,
  uploadId: string,
): Promise<ResolvedInput> {
  if (!/^upl_\w+$/.test(uploadId)) throw new Refusal<DocumentErrorCode>('invalid_input');
  if (!isId(ID_PREFIX.upload, uploadId)) throw new Refusal<DocumentErrorCode>('upload_not_found');
  const found = await stores.uploads.findForParse(tenant, uploadId);
  if (found.state === 'expired') throw new Refusal<DocumentErrorCode>('upload_expired');
  if (found.state !== 'ready') throw new Refusal<DocumentErrorCode>('upload_not_found');
  const { filename, byteSize, isSpreadsheet } = found.upload;
  if (byteSize === 0) throw noBytes();
  if (!isSpreadsheet) throw new Refusal<DocumentErrorCode>('unsupported_file_type');
  const characters = await textOfUpload(blobs, found.upload);
  return { input: { kind: 'upload', uploadId }, filename, byteSize, characters, link: null };
}

/** Estimates the characters of sheet text. */
async function textOfUpload(
  blobs: ServiceDeps['blobs'],
  { byteSize, contentType, blobKey }: ReadyUpload,
): Promise<number> {
  if (contentType !== contentTypeOf('xlsx')) return byteSize;
  try {
    return await estimateSheetText(byteSize, rangesOf(blobs, blobKey));
  } catch (error) {
    if (error instanceof BlobNotFound) throw new Refusal<DocumentErrorCode>('upload_expired');
    throw error;
  }
}

async function resolveLink(
  { linkCopies }: Pick<ServiceDeps, 'linkCopies'>,
  url: string,
  signal: AbortSignal,
): Promise<ResolvedInput> {
  const link = await requestLink(linkCopies, url, signal);
  const input = { kind: 'link', url } as const;
  if (link.opened === null) return { input, filename: null, byteSize: null, characters: null, link };
  const { head, byteSize, filename } = link.opened;
  try {
    requireSpreadsheet(head, byteSize);
  } catch (error) {
    link.abandon();
    throw error;
  }
  return { input, filename, byteSize, characters: byteSize, link };
}

async function requestLink(
  linkCopies: ServiceDeps['linkCopies'],
  url: string,
  signal: AbortSignal,
): Promise<RequestedLink> {
  try {
    return await linkCopies.request(url, signal);
  } catch (error) {
    if (!(error instanceof OutboundError)) throw error;
    const invalid = error.code === 'invalid_url' || error.code === 'blocked_address';
    throw new Refusal<DocumentErrorCode>(invalid ? 'invalid_input' : 'download_failed', {
      message: error.message,
      cause: error,
    });
  }
}

function requireSpreadsheet(head: Buffer, byteSize: number | null): void {
  const type = sniffSpreadsheet(head, byteSize);
  if (type === 'empty') throw noBytes();
  if (type === null) throw new Refusal<DocumentErrorCode>('unsupported_file_type');
}

function noBytes(): AnyRefusal {
  return new Refusal<DocumentErrorCode>('unsupported_file_type', { message: 'The file has no bytes.' });
}
