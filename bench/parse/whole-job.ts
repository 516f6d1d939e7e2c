import { mkdir, mkdtemp, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { createFolderBlobs } from '../../src/blobs/folder-blobs';
import { createSpreadsheetParser, type SpreadsheetParser } from '../../src/parsing';
import { median } from '../statistics';
import { textTable } from '../text-table';
import type { Measurement } from './found';
import { type BenchReader, type WarmUpFiles } from './readers';
import { type BenchSubject, roundsFor } from './rounds';

const warmUpRounds = 6;
const signingKey = Buffer.alloc(32);

/** Parsing a file into stored chunks against only reading it, both on warm threads. */
export interface WholeJobResult {
  subject: string;
  readSeconds: number;
  /** Chunks with verified facts and figures, part files written and put into a folder blob store. */
  jobSeconds: number;
  /** The part of it in which the store was at work; the next sheet is read meanwhile. */
  storeSeconds: number;
  chunks: number;
  partBytes: number;
  ratio: number;
  /** The same of processor time, which a loaded machine does not distort. */
  cpuRatio: number;
}

type JobRun = Pick<WholeJobResult, 'jobSeconds' | 'storeSeconds' | 'chunks' | 'partBytes'> & {
  cpuSeconds: number;
};

/** Runs one job in a work folder of its own. */
async function runJob(parser: SpreadsheetParser, path: string, folder: string): Promise<JobRun> {
  await mkdir(folder, { recursive: true });
  const work = await mkdtemp(join(folder, 'job-'));
  const blobs = createFolderBlobs({ folder: join(work, 'blobs'), publicUrl: 'http://localhost', signingKey });
  let storeSeconds = 0;
  let partBytes = 0;
  try {
    const cpuStart = process.cpuUsage();
    const start = performance.now();
    const { chunks } = await parser.parseSpreadsheet(
      {
        path,
        jobId: 'prs_bench',
        options: { images: true, verifiedFacts: true },
        workDirectory: work,
        resume: { sheetIndex: 0, chunkIndex: 0, rowsDone: 0 },
        assetUrls: { baseUrl: 'http://localhost', expiresAtMs: 0, signingKey },
      },
      {
        signal: new AbortController().signal,
        onProgress: () => undefined,
        async onPart(part) {
          const began = performance.now();
          partBytes += part.bytes;
          await blobs.putFile(`parts/${part.sheetIndex}`, part.path, { contentType: 'application/json' });
          storeSeconds += (performance.now() - began) / 1_000;
        },
      },
    );
    const jobSeconds = (performance.now() - start) / 1_000;
    const cpu = process.cpuUsage(cpuStart);
    return { jobSeconds, cpuSeconds: (cpu.user + cpu.system) / 1e6, storeSeconds, chunks, partBytes };
  } finally {
    await rm(work, { recursive: true, force: true });
  }
}

/**
 * Measures the generated files, job and read in turns. The parser is the service's own, with its threads; the reader is
 * the one that the rest of the bench uses.
 */
export async function measureWholeJobs(
  subjects: readonly BenchSubject[],
  reader: BenchReader,
  options: { warmUp: WarmUpFiles; folder: string; quick: boolean },
): Promise<WholeJobResult[]> {
  const parser = createSpreadsheetParser({ threadsMax: 1 });
  const results: WholeJobResult[] = [];
  try {
    for (let round = 0; round < warmUpRounds; round++)
      for (const path of Object.values(options.warmUp)) await runJob(parser, path, options.folder);
    for (const subject of subjects.filter((candidate) => candidate.facts !== null)) {
      const path = subject.files[0]!;
      const reads: Measurement[] = [];
      const jobs: JobRun[] = [];
      for (let round = 0; round < roundsFor(reader, subject.bytes, options.quick); round++) {
        reads.push(await reader.run(subject.files, subject.format));
        jobs.push(await runJob(parser, path, options.folder));
      }
      results.push(summarize(subject.name, reads, jobs));
    }
  } finally {
    await parser.close();
  }
  return results;
}

function summarize(subject: string, reads: readonly Measurement[], jobs: readonly JobRun[]): WholeJobResult {
  const readSeconds = median(reads.map((read) => read.seconds));
  const jobSeconds = median(jobs.map((job) => job.jobSeconds));
  const cpuRatio = median(jobs.map((job) => job.cpuSeconds)) / median(reads.map((read) => read.cpuSeconds));
  const { chunks, partBytes } = jobs[0]!;
  const storeSeconds = median(jobs.map((job) => job.storeSeconds));
  return {
    subject,
    readSeconds,
    jobSeconds,
    storeSeconds,
    chunks,
    partBytes,
    ratio: jobSeconds / readSeconds,
    cpuRatio,
  };
}

/** The whole jobs as lines of text. */
export function wholeJobTable(results: readonly WholeJobResult[]): string {
  return textTable(
    ['whole job', 'read s', 'job s', 'of it storing', 'ratio', 'CPU ratio', 'chunks', 'chunks MB'],
    results.map((result) => [
      result.subject,
      result.readSeconds.toFixed(3),
      result.jobSeconds.toFixed(3),
      result.storeSeconds.toFixed(3),
      result.ratio.toFixed(2),
      result.cpuRatio.toFixed(2),
      String(result.chunks),
      (result.partBytes / 1e6).toFixed(1),
    ]),
  );
}
