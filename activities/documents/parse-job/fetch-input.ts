import { setTimeout } from 'node:timers/promises';
import { type ApplicationFailure } from '@temporalio/activity';
import { BlobNotFound, BlobTooLarge, rangesOf } from '../../../src/blobs';
import { type ParseJobRef } from '../../../src/domain/documents/activities';
import { estimatedParseCredits } from '../../../src/domain/documents/billing';
import { fileBytesMax, linkHeadersTimeoutMs, linkTimeoutMs } from '../../../src/domain/platform/limits';
import { type ParseInput, parseBlobs } from '../../../src/domain/documents/parse-job';
import { parseLane, type ParseLane } from '../../../src/domain/documents/parse-lane';
import { estimateSheetText } from '../../../src/parsing';
import { type ParseJobRow } from '../../../src/stores/documents/parse-jobs/parse-job-kind';
import { type ActivityDeps } from '../../deps';
import { sourceSentences } from '../source-failures';
import { jobFailure } from './failures';
import { leaseParseJob } from './parse-job-lease';
import { holdCredits } from './hold-credits';

const copyPollMs = 100;

type CopiedInput = Pick<ParseJobRow, 'input' | 'byteSize' | 'copyUntil'>;

export type FetchInputDeps = Pick<ActivityDeps, 'blobs' | 'credits' | 'outbound' | 'parseJobs' | 'uploads'>;

/** Copies the input of a job; later steps need neither a link nor an upload. */
export async function fetchInput(deps: FetchInputDeps, { jobId }: ParseJobRef): Promise<{ lane: ParseLane }> {
  const held = await leaseParseJob(deps, jobId, 'fetching');
  // The run was reset after the result was stored: the input is removed.
  if (held.job.totals !== null) return { lane: 'quick' };
  const key = parseBlobs(jobId).input;
  return held.whileAlive(noProgress, async (signal) => {
    const { input, byteSize: copied } = await leftToFetch(deps, held.job, signal);
    const byteSize = (input === null ? copied : await fetch(deps, input, key, signal)) ?? 0;
    const isDocument = held.job.options.type === 'document';
    const characters = isDocument ? byteSize : await textOf(deps, key, byteSize);
    if (!isDocument) await holdEstimate(deps, held.job, characters);
    if (input !== null) await held.written(deps.parseJobs.saveInput(jobId, held.writer, byteSize));
    return { lane: parseLane({ byteSize, characters }) };
  });
}

async function download(
  { outbound, blobs }: FetchInputDeps,
  url: string,
  to: string,
  signal: AbortSignal,
): Promise<number> {
  const { body, contentType } = await outbound.download(url, {
    schemes: ['https'],
    byteMax: fileBytesMax,
    headersTimeoutMs: linkHeadersTimeoutMs,
    totalTimeoutMs: linkTimeoutMs,
    signal,
  });
  try {
    const { byteSize } = await blobs.put(to, body, {
      contentType: contentType ?? 'application/octet-stream',
      byteMax: fileBytesMax,
      signal,
    });
    return byteSize;
  } catch (error) {
    if (error instanceof BlobTooLarge)
      throw jobFailure('file_too_large', sourceSentences.fileTooLarge, { cause: error });
    throw error;
  }
}

async function copyUpload({ uploads, blobs }: FetchInputDeps, uploadId: string, to: string): Promise<number> {
  const from = await uploads.blobKey(uploadId);
  if (from === null) throw uploadGone();
  try {
    await blobs.copy(from, to);
    return (await blobs.stat(to)).byteSize;
  } catch (error) {
    throw error instanceof BlobNotFound ? uploadGone(error) : error;
  }
}

function fetch(deps: FetchInputDeps, input: ParseInput, to: string, signal: AbortSignal): Promise<number> {
  return input.kind === 'link' ? download(deps, input.url, to, signal) : copyUpload(deps, input.uploadId, to);
}

/** Waits while an API process copies the link. @returns the input that this run still has to copy */
async function leftToFetch(
  { parseJobs }: FetchInputDeps,
  job: ParseJobRow,
  signal: AbortSignal,
): Promise<CopiedInput> {
  let copy: CopiedInput = job;
  while (copy.input !== null && copy.copyUntil !== undefined && copy.copyUntil > new Date()) {
    await setTimeout(copyPollMs, undefined, { signal });
    copy = (await parseJobs.copyOf(job._id)) ?? { input: null, byteSize: null };
  }
  return copy;
}

/** Estimated characters of the stored input. */
function textOf({ blobs }: FetchInputDeps, key: string, byteSize: number): Promise<number> {
  return byteSize === 0 ? Promise.resolve(0) : estimateSheetText(byteSize, rangesOf(blobs, key));
}

/**
 * Raises the hold to the estimate: the text of a link is known only now, that of an upload was at acceptance.
 */
async function holdEstimate(deps: FetchInputDeps, job: ParseJobRow, characters: number): Promise<void> {
  if (job.input?.kind === 'upload' || characters === 0) return;
  await holdCredits(deps, job, estimatedParseCredits(characters));
}

function uploadGone(cause?: Error): ApplicationFailure {
  return jobFailure('download_failed', sourceSentences.uploadGone, cause === undefined ? {} : { cause });
}

const noProgress = () => ({ sheetsTotal: null, sheetsDone: 0, rowsDone: 0 });
