import { type Logger } from 'pino';
import { estimatedParseCredits } from '../../../domain/documents/billing';
import { type DocumentErrorCode } from '../../../domain/documents/errors';
import { type AnyRefusal, Refusal } from '../../../domain/platform/refusal';
import { parseJobsPerOrganizationMax } from '../../../domain/platform/limits';
import { parseHoldKind, type ParseOptions } from '../../../domain/documents/parse-job';
import { type Caller } from '../../../domain/platform/caller';
import { type Tenant } from '../../../domain/platform/tenancy';
import { JobsUnavailable, startAccepted } from '../../../jobs/runs';
import { type ServiceDeps } from '../../deps';
import { insufficientCredits } from '../credits/refuse';
import { type ResolvedInput, resolveInput } from './resolve-input';

/** Wait that the refusal advises: running jobs end, and free their places, within seconds. */
const fullRetryAfterSeconds = 5;
const unavailableRetryAfterSeconds = 5;

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

async function startNew(
  deps: AcceptParseJobDeps,
  request: OwnedRequest,
  source: ResolvedInput,
): Promise<AcceptedJob> {
  const { parseJobs, credits, capacity } = deps.stores;
  const { jobId, tenant, options } = request;
  const createdAt = new Date();
  const { characters, link, ...input } = source;
  const copy = link === null ? {} : { copyUntil: deps.linkCopies.lease() };
  const job = { _id: jobId, ...tenant, ...input, ...copy, options, createdAt };
  // Each entry undoes one step. It also runs for the failed step, which may have had an effect.
  const undo: (() => Promise<unknown>)[] = [];
  try {
    undo.unshift(
      () => credits.release(tenant.organizationId, jobId),
      () => capacity.give(parseHoldKind, jobId),
    );
    await takeHolds(deps, request, estimatedParseCredits(characters));

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
