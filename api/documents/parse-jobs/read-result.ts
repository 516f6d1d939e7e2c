import { Readable } from 'node:stream';
import { BlobNotFound } from '../../../src/blobs';
import { type DocumentErrorCode } from '../../../src/domain/documents/errors';
import { type AnyRefusal, Refusal } from '../../../src/domain/platform/refusal';
import { inlineResultBytesMax, resultUrlTtlMs } from '../../../src/domain/platform/limits';
import { resultRange } from '../../../src/domain/documents/parse-result';
import { hasResult, type ParseJobWithPages } from '../../../src/stores/documents/parse-jobs/parse-jobs';
import { type ApiDeps } from '../../deps';
import { presentParseJob, type ResultLink } from './present';
import { type RouteReply } from '../../http/route';
import { chunkLines } from '../../../src/services/documents/parse-jobs/chunk-lines';

const json = { 'Content-Type': 'application/json; charset=utf-8' };

/**
 * Answers with a parse job. A small result is included, streamed from the blob store.
 *
 * @throws Refusal `parse_result_expired` for a completed job whose result was deleted
 */
export async function replyWithJob({ blobs }: ApiDeps, job: ParseJobWithPages): Promise<RouteReply> {
  if (job.state !== 'completed')
    return { status: 200, body: { ...presentParseJob(job, null), chunks: null } };
  requireResult(job);
  const body = presentParseJob(job, await resultLink(blobs, job));
  if (job.result!.byteSize > inlineResultBytesMax) {
    return { status: 200, body: { ...body, chunks: null, chunks_truncated: true } };
  }
  return { status: 200, body: await withChunks(blobs, job, body, 0, job.totals!.chunks), headers: json };
}

/**
 * Answers with a page of the chunks of a job.
 *
 * @throws Refusal `job_not_finished`, `parse_result_expired`
 */
export async function replyWithChunks(
  { blobs }: ApiDeps,
  job: ParseJobWithPages,
  { cursor, limit }: { cursor: number; limit: number },
): Promise<RouteReply> {
  if (job.state === 'queued' || job.state === 'processing')
    throw new Refusal<DocumentErrorCode>('job_not_finished');
  const count = job.totals?.chunks ?? 0;
  const next = cursor + limit;
  const body = { job_id: job._id, limit, next_cursor: next < count ? next : null };
  if (job.state !== 'completed') return { status: 200, body: { ...body, chunks: [] } };
  requireResult(job);
  return { status: 200, body: await withChunks(blobs, job, body, cursor, limit), headers: json };
}

function requireResult(job: ParseJobWithPages): void {
  if (hasResult(job, new Date()) && job.result !== null) return;
  throw gone(job);
}

function gone(job: ParseJobWithPages): AnyRefusal {
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

async function resultLink(blobs: ApiDeps['blobs'], job: ParseJobWithPages): Promise<ResultLink> {
  const expiresAt = new Date(Math.min(Date.now() + resultUrlTtlMs, job.resultExpiresAt!.getTime()));
  const url = await blobs.signedUrl(job.result!.key, expiresAt.getTime(), { filename: `${job._id}.json` });
  return { url, expiresAt };
}

/** Inserts stored chunks into a body. The chunks are streamed as bytes, in any number. */
async function withChunks(
  blobs: ApiDeps['blobs'],
  job: ParseJobWithPages,
  body: object,
  first: number,
  count: number,
): Promise<Readable> {
  const range = resultRange(job.result!, job.totals!.chunks, first, count);
  const lines =
    range === null
      ? []
      : chunkLines(await open(blobs, job, range), { linesBefore: range.linesBefore, count });
  const head = JSON.stringify(body).slice(0, -1);
  return Readable.from(
    (async function* () {
      yield `${head},"chunks":[`;
      yield* lines;
      yield ']}';
    })(),
    { objectMode: false },
  );
}

async function open(
  blobs: ApiDeps['blobs'],
  job: ParseJobWithPages,
  range: { start: number; end: number },
): Promise<Readable> {
  try {
    return (await blobs.read(job.result!.key, range)).stream;
  } catch (error) {
    if (error instanceof BlobNotFound) throw gone(job);
    throw error;
  }
}
