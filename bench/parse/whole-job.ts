import { boundGoal, type Goal } from '../goal';
import { median, pairedRatio } from '../statistics';
import { textTable } from '../text-table';
import type { Measurement } from '../../packages/spreadsheet-reader/bench/found';
import { createJobRunner, type JobRun } from './job-runner';
import type { BenchReader, WarmUpFiles } from '../../packages/spreadsheet-reader/bench/readers';
import { type BenchSubject, roundsFor } from '../../packages/spreadsheet-reader/bench/rounds';

const warmUpRounds = 6;

/** Making the result of a file against only reading it, both on warm threads; medians. */
export interface WholeJobResult extends Omit<JobRun, 'cpuSeconds'> {
  subject: string;
  readSeconds: number;
  /** Parsing and joining together, over the read. */
  ratio: number;
  /** The same of processor time, which a loaded machine does not distort. */
  cpuRatio: number;
}

/** Measures the generated files, job and read in turns; the reader is the one of the rest of the bench. */
export async function measureWholeJobs(
  subjects: readonly BenchSubject[],
  reader: BenchReader,
  options: { warmUp: WarmUpFiles; folder: string; quick: boolean },
): Promise<WholeJobResult[]> {
  const runner = createJobRunner(options.folder);
  const results: WholeJobResult[] = [];
  try {
    for (let round = 0; round < warmUpRounds; round++)
      for (const path of Object.values(options.warmUp)) await runner.run(path);
    for (const subject of subjects.filter((candidate) => candidate.facts !== null)) {
      const reads: Measurement[] = [];
      const jobs: JobRun[] = [];
      for (let round = 0; round < roundsFor(reader, subject.bytes, options.quick); round++) {
        reads.push(await reader.run(subject.files, subject.format));
        jobs.push(await runner.run(subject.files[0]!));
      }
      results.push(summarize(subject.name, reads, jobs));
    }
  } finally {
    await runner.close();
  }
  return results;
}

function summarize(subject: string, reads: readonly Measurement[], jobs: readonly JobRun[]): WholeJobResult {
  const readSeconds = reads.map((read) => read.seconds);
  return {
    subject,
    readSeconds: median(readSeconds),
    parseSeconds: median(jobs.map((job) => job.parseSeconds)),
    resultSeconds: median(jobs.map((job) => job.resultSeconds)),
    ratio: pairedRatio(
      jobs.map((job) => job.parseSeconds + job.resultSeconds),
      readSeconds,
    ),
    cpuRatio: pairedRatio(
      jobs.map((job) => job.cpuSeconds),
      reads.map((read) => read.cpuSeconds),
    ),
    chunks: jobs[0]!.chunks,
    resultBytes: jobs[0]!.resultBytes,
  };
}

/** The whole jobs as lines of text. */
export function wholeJobTable(results: readonly WholeJobResult[]): string {
  return textTable(
    ['whole job', 'read s', 'parse s', 'join s', 'ratio', 'CPU ratio', 'chunks', 'result MB'],
    results.map((result) => [
      result.subject,
      result.readSeconds.toFixed(3),
      result.parseSeconds.toFixed(3),
      result.resultSeconds.toFixed(3),
      result.ratio.toFixed(2),
      result.cpuRatio.toFixed(2),
      String(result.chunks),
      (result.resultBytes / 1e6).toFixed(1),
    ]),
  );
}

/** Goals of the whole jobs. */
export const wholeJobGoals = (results: readonly WholeJobResult[]): Goal[] =>
  results.map(({ subject, ratio }) =>
    boundGoal(`${subject}: whole job to the read alone`, 'at most', 2.5, ratio),
  );
