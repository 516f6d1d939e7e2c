import {
  INDEX_JOB_MOVES,
  INDEX_STAGES,
  type IndexCounts,
  indexCheckAfterMs,
  type IndexStage,
  indexWarningsMax,
} from '../../../domain/documents/index-job';
import { inBatches } from '../../mongo/in-batches';
import { countTry } from '../../../job-rows/step-tries';
import { type IndexJobCollection, type IndexJobRow, type ScanProgress } from './index-jobs';

/** Ends of files that are counted with one round trip. */
const countedAtOnceMax = 100;

type FileEnd = 'indexed' | 'failed' | 'skipped';

/**
 * The writes of a run. Each names the state, and where two attempts could meet, the attempt that it expects.
 */
export function indexJobRunWrites(rows: IndexJobCollection) {
  const signOfLife = (now = new Date()) => ({
    updatedAt: now,
    checkAt: new Date(now.getTime() + indexCheckAfterMs),
  });

  const countEnd = inBatches<FileEnd, undefined>(countedAtOnceMax, async (jobId, ends) => {
    const by: Record<string, number> = {};
    for (const end of ends) by[`counts.${end}`] = (by[`counts.${end}`] ?? 0) + 1;
    await rows.updateOne(
      { _id: jobId, state: 'running' },
      { $inc: by, $set: signOfLife() },
      { writeConcern: { w: 1 } },
    );
    return ends.map(() => undefined);
  });

  return {
    /**
     * Takes a pending job, or one that a former attempt took. Answers the job as it is, null when it does not
     * exist.
     */
    async claim(jobId: string, now = new Date()): Promise<IndexJobRow | null> {
      const claimed = await rows.findOneAndUpdate(
        { _id: jobId, state: { $in: [...INDEX_JOB_MOVES.running] } },
        [{ $set: { state: 'running', startedAt: { $ifNull: ['$startedAt', now] }, ...signOfLife(now) } }],
        { returnDocument: 'after' },
      );
      return claimed ?? rows.findOne({ _id: jobId });
    },

    /** Any job, whoever's: for runs, which are given ids by ourselves. */
    async get(jobId: string): Promise<IndexJobRow | null> {
      return rows.findOne({ _id: jobId });
    },

    /**
     * Begins to list files for one attempt, which from now on is the only one that may. Null when the job is
     * not running.
     *
     * @param writer differs between any two attempts
     */
    async enterScan(
      jobId: string,
      { writer, step }: { writer: string; step: string },
    ): Promise<IndexJobRow | null> {
      return rows.findOneAndUpdate(
        { _id: jobId, state: 'running' },
        [{ $set: { writer: { $literal: writer }, ...signOfLife() } }, countTry(step)],
        { returnDocument: 'after' },
      );
    },

    /** More files are listed. False when another attempt lists them, or the job has ended. */
    async noteScan(
      jobId: string,
      writer: string,
      scan: ScanProgress,
      counts: IndexCounts,
      warnings: readonly string[] = [],
    ): Promise<boolean> {
      const { matchedCount } = await rows.updateOne(
        { _id: jobId, state: 'running', writer },
        {
          $set: { scan, counts, ...signOfLife() },
          $addToSet: { warnings: { $each: warnings.slice(0, indexWarningsMax) } },
        },
      );
      return matchedCount === 1;
    },

    /**
     * A file of the job has reached a stage; the job shows the farthest one. Durable enough for a progress
     * bar.
     */
    async noteStage(jobId: string, stage: IndexStage): Promise<void> {
      await rows.updateOne(
        { _id: jobId, state: 'running' },
        { $max: { stage: INDEX_STAGES.indexOf(stage) }, $set: signOfLife() },
        { writeConcern: { w: 1 } },
      );
    },

    /** Counts a file that has ended. Counts that a crash loses are put right by `noteCounts`. */
    noteFileEnded: (jobId: string, as: FileEnd): Promise<void> => countEnd(jobId, as),

    /** The files as they were counted. */
    async noteCounts(jobId: string, counts: IndexCounts): Promise<void> {
      await rows.updateOne({ _id: jobId, state: 'running' }, { $set: { counts, ...signOfLife() } });
    },

    /** Sentences about what of a file could not be read. */
    async noteWarnings(jobId: string, warnings: readonly string[]): Promise<void> {
      if (warnings.length === 0) return;
      await rows.updateOne(
        { _id: jobId, state: 'running', [`warnings.${indexWarningsMax - 1}`]: { $exists: false } },
        { $addToSet: { warnings: { $each: warnings.slice(0, indexWarningsMax) } } },
      );
    },
  };
}
