import {
  INDEX_STAGES,
  type IndexCounts,
  type IndexStage,
  indexWarningsMax,
} from '../../../domain/documents/index-job';
import { type Attempt } from '../../../job-rows/run-writes';
import { inBatches } from '../../mongo/in-batches';
import { type IndexJobMachine, type IndexJobRow, type ScanProgress } from './index-job-kind';

/** Ends of files that are counted with one round trip. */
const countedAtOnceMax = 100;

type FileEnd = 'indexed' | 'failed' | 'skipped';

/** The writes of a run. Where two attempts could meet, each names the attempt that it expects. */
export function indexJobRunWrites({ claim, enterStage, get, write }: IndexJobMachine) {
  const countEnd = inBatches<FileEnd, undefined>(countedAtOnceMax, async (jobId, ends) => {
    const by: Record<string, number> = {};
    for (const end of ends) by[`counts.${end}`] = (by[`counts.${end}`] ?? 0) + 1;
    await write(jobId, { $inc: by }, { writeConcern: { w: 1 } });
    return ends.map(() => undefined);
  });

  return {
    /**
     * Claims a pending job, or one that a former attempt has claimed. Answers the job as it is, null when it
     * does not exist.
     */
    claim: (jobId: string): Promise<IndexJobRow | null> => claim(jobId),

    get,

    /**
     * Begins to list files for one attempt, which from now on is the only one that may. Null when the job is
     * not running.
     *
     * @param attempt `writer` differs between any two attempts
     */
    enterScan: (jobId: string, attempt: Attempt): Promise<IndexJobRow | null> => enterStage(jobId, attempt),

    /** More files are listed. False when another attempt lists them, or the job has ended. */
    saveScan: (
      jobId: string,
      writer: string,
      scan: ScanProgress,
      counts: IndexCounts,
      warnings: readonly string[] = [],
    ): Promise<boolean> =>
      write(
        jobId,
        {
          $set: { scan, counts },
          $addToSet: { warnings: { $each: warnings.slice(0, indexWarningsMax) } },
        },
        { where: { writer } },
      ),

    /**
     * A file of the job has reached a stage; the job shows the farthest one. Durable enough for a progress
     * bar.
     */
    async saveStage(jobId: string, stage: IndexStage): Promise<void> {
      await write(jobId, { $max: { stage: INDEX_STAGES.indexOf(stage) } }, { writeConcern: { w: 1 } });
    },

    /** Counts a file that has ended. Counts that a crash loses are put right by `saveCounts`. */
    recordFileEnd: (jobId: string, as: FileEnd): Promise<void> => countEnd(jobId, as),

    /** The files as they were counted. */
    async saveCounts(jobId: string, counts: IndexCounts): Promise<void> {
      await write(jobId, { $set: { counts } });
    },

    /** Sentences about what of a file could not be read. */
    async saveWarnings(jobId: string, warnings: readonly string[]): Promise<void> {
      if (warnings.length === 0) return;
      const added = { warnings: { $each: warnings.slice(0, indexWarningsMax) } };
      const where = { [`warnings.${indexWarningsMax - 1}`]: { $exists: false } };
      await write(jobId, { $addToSet: added }, { where });
    },
  };
}
