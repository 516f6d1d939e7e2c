import { type Readable } from 'node:stream';
import { BlobNotFound } from '../../../blobs';
import { type DocumentErrorCode } from '../../../domain/documents/errors';
import { isFinalParseState, type ParseType } from '../../../domain/documents/parse-job';
import { resultRange } from '../../../domain/documents/parse-result';
import { type Caller } from '../../../domain/platform/caller';
import { ID_PREFIX, isId } from '../../../domain/platform/ids';
import { inlineResultBytesMax, resultUrlTtlMs } from '../../../domain/platform/limits';
import { type AnyRefusal, Refusal } from '../../../domain/platform/refusal';
import { type ParseJobWithPages } from '../../../stores/documents/parse-jobs/parse-job-kind';
import { hasResult } from '../../../stores/documents/parse-jobs/parse-jobs';
import { type ServiceDeps } from '../../deps';
import { awaitRow } from '../../platform/jobs/await-row';
import { chunkLines } from './chunk-lines';

/** Link to the result, with its expiry. */
export interface ResultLink {
  url: string;
  expiresAt: Date;
}

/** Stored chunks as JSON, separated by commas. They are read while the answer is sent. */
export type StoredChunks = AsyncIterable<Buffer> | readonly Buffer[];

export interface ParseJobReading {
  job: ParseJobWithPages;
  /** Null until the job is completed. */
  link: ResultLink | null;
  /** Null until the job is completed, and for a large result. */
  chunks: StoredChunks | null;
}

export interface ParseChunksPage {
  /** Null for a job without a result. */
  chunks: StoredChunks | null;
  /** Index of the first chunk of the next page; null on the last page. */
  next: number | null;
}

/**
 * Finds a job of the caller. The id of another tenant is answered like a malformed one.
 *
 * @throws Refusal `parse_job_not_found`
 */
export async function findParseJob(
  { stores }: Pick<ServiceDeps, 'stores'>,
  caller: Caller,
  jobId: string,
): Promise<ParseJobWithPages> {
  const job = isId(ID_PREFIX.parseJob, jobId) ? await stores.parseJobs.findWithPages(caller, jobId) : null;
  if (job === null) throw new Refusal<DocumentErrorCode>('parse_job_not_found');
  return job;
}

/**
 * Reads a job, with the chunks of a small result; first waits for its end where the request asks for it.
 *
 * @throws Refusal `parse_job_not_found`, `parse_result_expired` for a completed job whose result was deleted
 */
export async function readParseJob(
  deps: Pick<ServiceDeps, 'blobs' | 'lifecycle' | 'stores'>,
  caller: Caller,
  jobId: string,
  { waitMs, signal }: { waitMs: number; signal: AbortSignal },
): Promise<ParseJobReading> {
  const job = await awaitRow(deps, await findParseJob(deps, caller, jobId), {
    read: () => deps.stores.parseJobs.findWithPages(caller, jobId),
    isDone: ({ state }) => isFinalParseState(state),
    waitMs,
    signal,
  });
  if (job.state !== 'completed') return { job, link: null, chunks: null };
  requireResult(job);
  const link = await linkResult(deps, job);
  if (job.result!.byteSize > inlineResultBytesMax) return { job, link, chunks: null };
  return { job, link, chunks: await openChunks(deps, job, 0, job.totals!.chunks) };
}

/**
 * Reads a page of the chunks of a job.
 *
 * @throws Refusal `parse_job_not_found`, `job_not_finished`, `parse_result_expired`
 */
export async function readParseChunks(
  deps: Pick<ServiceDeps, 'blobs' | 'stores'>,
  caller: Caller,
  jobId: string,
  { first, count }: { first: number; count: number },
): Promise<ParseChunksPage> {
  const job = await findParseJob(deps, caller, jobId);
  if (!isFinalParseState(job.state)) throw new Refusal<DocumentErrorCode>('job_not_finished');
  const end = first + count;
  const next = end < (job.totals?.chunks ?? 0) ? end : null;
  if (job.state !== 'completed') return { chunks: null, next };
  requireResult(job);
  return { chunks: await openChunks(deps, job, first, count), next };
}

/**
 * Finds a job of the caller that has a result of one kind.
 *
 * @throws Refusal `parse_job_not_found`, `parse_type_mismatch`, `job_not_finished`,
 * `parse_job_without_result`, `parse_result_expired`
 */
export async function findParseResult(
  deps: Pick<ServiceDeps, 'stores'>,
  caller: Caller,
  jobId: string,
  type: ParseType,
): Promise<ParseJobWithPages> {
  const job = await findParseJob(deps, caller, jobId);
  if (job.options.type !== type) throw new Refusal<DocumentErrorCode>('parse_type_mismatch');
  if (!isFinalParseState(job.state)) throw new Refusal<DocumentErrorCode>('job_not_finished');
  if (job.state !== 'completed') throw new Refusal<DocumentErrorCode>('parse_job_without_result');
  requireResult(job);
  return job;
}

/**
 * Opens a file of a result.
 *
 * @throws Refusal `parse_result_expired` where it is gone
 */
export async function openResultBlob(
  { blobs }: Pick<ServiceDeps, 'blobs'>,
  job: ParseJobWithPages,
  key: string,
  range?: { start: number; end: number },
): Promise<Readable> {
  try {
    return (await blobs.read(key, range)).stream;
  } catch (error) {
    if (error instanceof BlobNotFound) throw resultExpired(job);
    throw error;
  }
}

/** @throws Refusal `parse_result_expired` where the result of a completed job is gone */
function requireResult(job: ParseJobWithPages): void {
  if (!hasResult(job, new Date()) || job.result === null) throw resultExpired(job);
}

/** Refusal of a read of a result that is gone. */
export function resultExpired(job: ParseJobWithPages): AnyRefusal {
  return new Refusal<DocumentErrorCode>('parse_result_expired', {
    details: {
      job_id: job._id,
      status: job.state,
      credits_used: job.creditsUsed,
      completed_at: job.completedAt?.toISOString() ?? null,
      result_expires_at: job.resultExpiresAt?.toISOString() ?? null,
    },
  });
}

async function linkResult(
  { blobs }: Pick<ServiceDeps, 'blobs'>,
  job: ParseJobWithPages,
): Promise<ResultLink> {
  const expiresAt = new Date(Math.min(Date.now() + resultUrlTtlMs, job.resultExpiresAt!.getTime()));
  const url = await blobs.signedUrl(job.result!.key, expiresAt.getTime(), { filename: `${job._id}.json` });
  return { url, expiresAt };
}

async function openChunks(
  deps: Pick<ServiceDeps, 'blobs'>,
  job: ParseJobWithPages,
  first: number,
  count: number,
): Promise<StoredChunks> {
  const range = resultRange(job.result!, job.totals!.chunks, first, count);
  if (range === null) return [];
  return chunkLines(await openResultBlob(deps, job, job.result!.key, range), {
    linesBefore: range.linesBefore,
    count,
  });
}
