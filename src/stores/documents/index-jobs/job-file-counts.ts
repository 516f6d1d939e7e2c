import { type Collection } from 'mongodb';
import { type BilledPages } from '../../../domain/documents/billing';
import { type IndexCounts, type JobFileState } from '../../../domain/documents/index-job';
import { type JobFileRow } from './job-file-row';

/** Counts of the files of a job by their ends. */
export interface JobFileCounts {
  counts: IndexCounts;
  /** Files without an end. */
  unfinished: number;
  /** Pages of the files that were indexed. */
  billed: BilledPages;
}

/** Counts the files of a job by their states, in one pass. */
export async function countJobFiles(rows: Collection<JobFileRow>, jobId: string): Promise<JobFileCounts> {
  const groups = await rows
    .aggregate<{ _id: JobFileState; files: number } & BilledPages>([
      { $match: { jobId } },
      {
        $group: {
          _id: '$state',
          files: { $sum: 1 },
          pages: { $sum: '$billedPages' },
          basicPages: { $sum: '$basicPages' },
        },
      },
    ])
    .toArray();
  const of = (state: JobFileState) => groups.find(({ _id }) => _id === state)?.files ?? 0;
  return {
    counts: {
      total: groups.reduce((sum, { files }) => sum + files, 0),
      indexed: of('completed'),
      failed: of('failed'),
      skipped: of('skipped'),
    },
    unfinished: of('queued') + of('processing'),
    billed: {
      pages: groups.reduce((sum, group) => sum + group.pages, 0),
      basicPages: groups.reduce((sum, group) => sum + group.basicPages, 0),
    },
  };
}
