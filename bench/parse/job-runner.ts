import { MockActivityEnvironment } from '@temporalio/testing';
import { createReadStream } from 'node:fs';
import { mkdir, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { parseWorkbook, type ParseWorkbookDeps } from '../../activities/documents/parse-job/parse-workbook';
import { storeResult } from '../../activities/documents/parse-job/store-result';
import { createFolderBlobs } from '../../src/blobs/folder-blobs';
import { parseBlobs } from '../../src/domain/documents/parse-job';
import { createSpreadsheetParser } from '../../src/parsing';
import { newJobRow, rowInMemory, type RunWrites } from './job-row';

const jobId = 'prs_bench';
const signingKey = Buffer.alloc(32);

/** A job's times and output. */
export interface JobRun {
  /** Reading, chunking, facts, and storing the parts. */
  parseSeconds: number;
  /** Joining the parts to the result. */
  resultSeconds: number;
  cpuSeconds: number;
  chunks: number;
  resultBytes: number;
}

/** Dependencies of the two activities, with the functions of the stores that they call. */
type UsedDeps = Omit<ParseWorkbookDeps, 'credits' | 'parseJobs'> & {
  credits: Pick<ParseWorkbookDeps['credits'], 'raiseTo'>;
  parseJobs: RunWrites;
};

/** Runs jobs with the service's own parser threads. */
export interface JobRunner {
  run(path: string): Promise<JobRun>;
  close(): Promise<void>;
}

/**
 * Runs the two activities that make a result out of a fetched file, as a worker runs them, over a folder blob
 * store.
 *
 * @param folder emptied before and after each job
 */
export function createJobRunner(folder: string): JobRunner {
  const parser = createSpreadsheetParser({ threadsMax: 1 });
  const scratchFolder = join(folder, 'scratch');
  const blobs = createFolderBlobs({
    folder: join(folder, 'blobs'),
    publicUrl: 'http://localhost',
    signingKey,
  });

  return {
    async run(path) {
      await rm(folder, { recursive: true, force: true });
      await mkdir(scratchFolder, { recursive: true });
      const row = newJobRow(jobId);
      const assetUrls = { baseUrl: 'http://localhost', signingKey };
      const used: UsedDeps = {
        blobs,
        parser,
        credits: { raiseTo: () => Promise.resolve('raised') },
        parseJobs: rowInMemory(row),
        scratchFolder,
        assetUrls,
      };
      const deps = used as ParseWorkbookDeps;
      const body = createReadStream(path);
      await blobs.put(parseBlobs(jobId).input, body, { contentType: 'application/octet-stream' });

      const cpuStart = process.cpuUsage();
      const start = performance.now();
      await new MockActivityEnvironment().run(parseWorkbook, deps, { jobId });
      const parsed = performance.now();
      await new MockActivityEnvironment().run(storeResult, deps, { jobId });
      const end = performance.now();
      const cpu = process.cpuUsage(cpuStart);
      await rm(folder, { recursive: true });
      return {
        parseSeconds: (parsed - start) / 1_000,
        resultSeconds: (end - parsed) / 1_000,
        cpuSeconds: (cpu.user + cpu.system) / 1e6,
        chunks: row.totals!.chunks,
        resultBytes: row.result!.byteSize,
      };
    },
    close: () => parser.close(),
  };
}
