import { randomUUID } from 'node:crypto';
import { type ParseJobRef } from '../../../src/domain/documents/activities';
import { parseBlobs } from '../../../src/domain/documents/parse-job';
import { parseTriesMax } from '../../../src/domain/documents/parse-lane';
import { resultHead } from '../../../src/domain/documents/parse-result';
import { type GrowingBlob } from '../../../src/blobs';
import { outputBound, type ParseRequest } from '../../../src/parsing';
import { blobFolderKey } from '../../../src/signing/blob-url';
import { type ParseJobRow } from '../../../src/stores/documents/parse-jobs/parse-job-kind';
import { type ActivityDeps } from '../../deps';
import { boundedTries } from '../bounded-tries';
import { assetUrlTtlMs } from './asset-url-ttl';
import { asFailure } from './failures';
import { type ParseJobLease, leaseParseJob } from './parse-job-lease';
import { createPartStore, resumeAfter } from './store-part';
import { withScratch } from '../../attempt/with-scratch';
import { withPatience } from './with-patience';

/** Least size of a part, so that small sheets share one. */
const partBytesMin = 1024 * 1024;

export type ParseWorkbookDeps = Pick<
  ActivityDeps,
  'assetUrls' | 'blobs' | 'credits' | 'parseJobs' | 'parser' | 'scratchFolder'
>;

/**
 * Parses a workbook into parts, in a thread of its own; a retry continues after the last stored part.
 *
 * @param patienceMs time limit of an attempt, which then fails as `slow_input`; default none
 */
export async function parseWorkbook(
  deps: ParseWorkbookDeps,
  { jobId }: ParseJobRef,
  patienceMs?: number,
): Promise<{ sheets: number; chunks: number }> {
  const held = await leaseParseJob(deps, jobId, 'parsing');
  // The run was reset after the result was stored: the input is removed, and nothing is left to do.
  if (held.job.totals !== null) return held.job.totals;
  const { tries } = held;
  const toFailure = (error: unknown) => asFailure(error, tries);
  return boundedTries({ tries, triesMax: parseTriesMax, toFailure }, () =>
    withScratch(deps.scratchFolder, 'parse-', (workDirectory) =>
      parse(deps, held, workDirectory, patienceMs),
    ),
  );
}

async function requestOf(
  { assetUrls }: ParseWorkbookDeps,
  job: ParseJobRow,
  path: string,
  workDirectory: string,
  growing: GrowingBlob | null,
): Promise<ParseRequest> {
  const { options } = job;
  if (options.type === 'document') throw new Error('the job parses no spreadsheet');
  return {
    path,
    filename: job.filename,
    jobId: job._id,
    options: {
      images: options.includeImages,
      verifiedFacts: options.includeVerifiedFacts,
      hiddenSheets: options.includeHiddenSheets,
      tables: true,
    },
    partBytesMin,
    outputBytesMax: await outputBound(path),
    growing: growing && { path: growing.path, head: headOf(job) },
    workDirectory,
    resume: resumeAfter(job.parts),
    assetUrls: {
      baseUrl: assetUrls.baseUrl,
      expiresAtMs: job.startedAt!.getTime() + assetUrlTtlMs,
      folderKey: blobFolderKey(assetUrls.signingKey, parseBlobs(job._id).assetsPrefix),
    },
  };
}

async function parse(
  deps: ParseWorkbookDeps,
  held: ParseJobLease,
  workDirectory: string,
  patienceMs: number | undefined,
): Promise<{ sheets: number; chunks: number }> {
  const { _id: jobId, parts, progress } = held.job;
  const { sheetIndex, rowsDone } = resumeAfter(parts);
  let counts = { sheetsTotal: progress.sheetsTotal, sheetsDone: sheetIndex, rowsDone };
  const workbook = await held.whileAlive(
    () => counts,
    withPatience(patienceMs, async (signal) => {
      const [growing, file] = await Promise.all([
        deps.blobs.grow(parseBlobs(jobId).part(randomUUID())),
        deps.blobs.localFile(parseBlobs(jobId).input, workDirectory, signal),
      ]);
      try {
        return await deps.parser.parseSpreadsheet(
          await requestOf(deps, held.job, file.path, workDirectory, growing),
          {
            signal,
            onProgress: (now) => (counts = now),
            onPart: createPartStore(deps, held, growing),
          },
        );
      } finally {
        await file.release();
      }
    }),
  );
  await held.written(deps.parseJobs.saveParsed(jobId, held.writer, workbook));
  return { sheets: workbook.sheets, chunks: workbook.chunks };
}

/** Bytes before the first part of a result; parts of later attempts are moved there when they are joined. */
function headOf({ _id: jobId, parts }: ParseJobRow): string {
  return parts.every(({ key }) => key === null) ? resultHead(jobId, 'spreadsheet') : '';
}
