import { type Logger } from 'pino';
import { BlobNotFound, rangesOf } from '../../../blobs';
import { estimatedParseCredits, leastIndexCredits } from '../../../domain/documents/billing';
import { type DocumentErrorCode } from '../../../domain/documents/errors';
import { parseHoldKind, type ParseInput, type ParseOptions } from '../../../domain/documents/parse-job';
import { type Caller } from '../../../domain/platform/caller';
import { ID_PREFIX, isId } from '../../../domain/platform/ids';
import { parseJobsPerOrganizationMax } from '../../../domain/platform/limits';
import { type AnyRefusal, Refusal } from '../../../domain/platform/refusal';
import { shownUri } from '../../../domain/platform/shown-uri';
import { type Tenant } from '../../../domain/platform/tenancy';
import { JobsUnavailable, startAccepted } from '../../../jobs/runs';
import { OutboundError } from '../../../net';
import { contentTypeOf, estimateSheetText, sniffSpreadsheet } from '../../../parsing';
import { type ReadyUpload } from '../../../stores/platform/uploads';
import { type ServiceDeps } from '../../deps';
import { insufficientCredits } from '../credits/refuse';
import { type RequestedLink } from './link-copies';

/** Wait that the refusal advises: running jobs end, and free their places, within seconds. */
const fullRetryAfterSeconds = 5;
const unavailableRetryAfterSeconds = 5;
const inputCharsMax = 8_192;
const uploadScheme = 'svc://';
/** Types of workbooks that are archives, whose directory tells the size of their text. */
const archiveTypes = new Set((['xlsx', 'xlsb', 'ods'] as const).map(contentTypeOf));

export type AcceptParseJobDeps = Pick<ServiceDeps, 'blobs' | 'config' | 'jobs' | 'linkCopies' | 'stores'>;

/** Validated request to parse a file. */
export interface ParseRequest {
  jobId: string;
  /**
   * True when an earlier request with the same id has an unknown outcome, because its process may have died.
   */
  repeated: boolean;
  input: string;
  options: ParseOptions;
  signal: AbortSignal;
  log: Logger;
}

interface OwnedRequest extends ParseRequest {
  tenant: Tenant;
}

/** Input of a job with its name and size; null where these are unknown before the download. */
interface ResolvedInput {
  input: ParseInput;
  filename: string | null;
  byteSize: number | null;
  /** Credits to hold until the file is read. */
  estimate: number;
  /** Download of a link, which the acceptance copies or abandons; null for an upload. */
  link: RequestedLink | null;
}

export interface AcceptedJob {
  _id: string;
  createdAt: Date;
}

/**
 * Accepts a parse job: checks the input, takes a place and the hold on credits, writes the row and starts the
 * run. The download of a link continues into the blob store in the background. A failed step undoes the steps
 * before it. After a crash in between, the sweep undoes them or starts the run.
 *
 * @throws Refusal with every code of the parse route
 */
export async function acceptParseJob(
  deps: AcceptParseJobDeps,
  { organizationId, environment }: Caller,
  asked: ParseRequest,
): Promise<AcceptedJob> {
  const request: OwnedRequest = { ...asked, tenant: { organizationId, environment } };
  try {
    const former = request.repeated ? await deps.stores.parseJobs.find(request.tenant, request.jobId) : null;
    if (former === null) return await startNew(deps, request, await resolveInput(deps, request));
    await deps.jobs.parse.start({ jobId: former._id, ...request.tenant, options: former.options });
    return former;
  } catch (error) {
    if (!(error instanceof JobsUnavailable)) throw error;
    throw new Refusal<DocumentErrorCode>('parse_unavailable', {
      retryAfterSeconds: unavailableRetryAfterSeconds,
      cause: error,
    });
  }
}

/**
 * Resolves `input` to an upload or a link, and checks by the first bytes that the file is a spreadsheet where
 * one is to be parsed. What a document is, only reading it tells.
 *
 * @throws Refusal `invalid_input`, `upload_not_found`, `upload_expired`, `download_failed`,
 * `unsupported_file_type`
 */
async function resolveInput(
  deps: Pick<ServiceDeps, 'blobs' | 'linkCopies' | 'stores'>,
  { tenant, input, options, signal }: Pick<OwnedRequest, 'tenant' | 'input' | 'options' | 'signal'>,
): Promise<ResolvedInput> {
  if (input.length > inputCharsMax) throw new Refusal<DocumentErrorCode>('invalid_input');
  if (input.startsWith(uploadScheme))
    return resolveUpload(deps, { tenant, options }, input.slice(uploadScheme.length));
  return resolveLink(deps, { url: input, options }, signal);
}

async function resolveUpload(
  { stores, blobs }: Pick<ServiceDeps, 'stores' | 'blobs'>,
  { tenant, options }: Pick<OwnedRequest, 'tenant' | 'options'>,
  uploadId: string,
): Promise<ResolvedInput> {
  if (!/^upl_\w+$/.test(uploadId)) throw new Refusal<DocumentErrorCode>('invalid_input');
  if (!isId(ID_PREFIX.upload, uploadId)) throw new Refusal<DocumentErrorCode>('upload_not_found');
  const found = await stores.uploads.findForParse(tenant, uploadId);
  if (found.state === 'expired') throw new Refusal<DocumentErrorCode>('upload_expired');
  if (found.state !== 'ready') throw new Refusal<DocumentErrorCode>('upload_not_found');
  const { filename, byteSize, isSpreadsheet } = found.upload;
  if (byteSize === 0) throw noBytes();
  const source = { input: { kind: 'upload', uploadId }, filename, byteSize, link: null } as const;
  if (options.type === 'document') return { ...source, estimate: leastIndexCredits(options.processingType) };
  if (!isSpreadsheet) throw new Refusal<DocumentErrorCode>('unsupported_file_type');
  return { ...source, estimate: estimatedParseCredits(await textOfUpload(blobs, found.upload)) };
}

/** Estimates the characters of sheet text. */
async function textOfUpload(
  blobs: ServiceDeps['blobs'],
  { byteSize, contentType, blobKey }: ReadyUpload,
): Promise<number> {
  if (!archiveTypes.has(contentType)) return byteSize;
  try {
    return await estimateSheetText(byteSize, rangesOf(blobs, blobKey));
  } catch (error) {
    if (error instanceof BlobNotFound) throw new Refusal<DocumentErrorCode>('upload_expired');
    throw error;
  }
}

async function resolveLink(
  { linkCopies }: Pick<ServiceDeps, 'linkCopies'>,
  { url, options }: { url: string; options: ParseOptions },
  signal: AbortSignal,
): Promise<ResolvedInput> {
  const link = await requestLink(linkCopies, url, signal);
  const input = { kind: 'link', url } as const;
  const estimateOf = (characters: number | null) =>
    options.type === 'document'
      ? leastIndexCredits(options.processingType)
      : estimatedParseCredits(characters);
  if (link.opened === null)
    return { input, filename: null, byteSize: null, estimate: estimateOf(null), link };
  const { head, byteSize, filename } = link.opened;
  try {
    if (head.length === 0) throw noBytes();
    if (options.type !== 'document') requireSpreadsheet(head, byteSize);
  } catch (error) {
    link.abandon();
    throw error;
  }
  return { input, filename, byteSize, estimate: estimateOf(byteSize), link };
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
  if (type === null) throw new Refusal<DocumentErrorCode>('unsupported_file_type');
}

function noBytes(): AnyRefusal {
  return new Refusal<DocumentErrorCode>('unsupported_file_type', { message: 'The file has no bytes.' });
}

async function startNew(
  deps: AcceptParseJobDeps,
  request: OwnedRequest,
  source: ResolvedInput,
): Promise<AcceptedJob> {
  const { parseJobs, credits, capacity } = deps.stores;
  const { jobId, tenant, options } = request;
  const createdAt = new Date();
  const { estimate, link, ...input } = source;
  const copy = link === null ? {} : { copyUntil: deps.linkCopies.lease() };
  const shown = shownUri(request.input) === request.input ? { shownInput: request.input } : {};
  const job = { _id: jobId, ...tenant, ...input, ...shown, ...copy, options, createdAt };
  // Each entry undoes one step. It also runs for the failed step, which may have had an effect.
  const undo: (() => Promise<unknown>)[] = [];
  try {
    undo.unshift(
      () => credits.release(tenant.organizationId, jobId),
      () => capacity.give(parseHoldKind, jobId),
    );
    await takeHolds(deps, request, estimate);

    undo.unshift(() => parseJobs.withdraw(jobId));
    await parseJobs.insertQueued(job);
    await startAccepted(
      () => deps.jobs.parse.start({ jobId, ...tenant, options }),
      () => parseJobs.withdraw(jobId),
    );
    if (link !== null) deps.linkCopies.begin(jobId, link);
    return job;
  } catch (error) {
    link?.abandon();
    await compensate(undo, request.log);
    throw error;
  }
}

async function takeHolds(
  { stores, config }: Pick<ServiceDeps, 'stores' | 'config'>,
  { tenant, jobId }: OwnedRequest,
  required: number,
): Promise<void> {
  const { organizationId } = tenant;
  const outcome = await stores.takeStartHolds({
    kind: parseHoldKind,
    jobId,
    placesMax: config.PARSE_CAPACITY,
    organizationId,
    credits: required,
    holdsMax: parseJobsPerOrganizationMax,
  });
  if (outcome === 'no_place') throw full('parse_capacity');
  if (outcome === 'too_many') throw full('too_many_parse_jobs');
  if (outcome === 'insufficient_credits')
    throw await insufficientCredits({ stores }, { organizationId, required });
}

async function compensate(undo: readonly (() => Promise<unknown>)[], log: Logger): Promise<void> {
  for (const step of undo) {
    try {
      await step();
    } catch (err) {
      log.warn({ err }, 'an acceptance could not be taken back; the sweep will do it');
    }
  }
}

function full(code: 'parse_capacity' | 'too_many_parse_jobs'): AnyRefusal {
  return new Refusal<DocumentErrorCode>(code, { retryAfterSeconds: fullRetryAfterSeconds });
}
