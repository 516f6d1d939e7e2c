import {
  type ChunkFile,
  type ParsePart,
  type ParseJobState,
  type ParseProgress,
  type ParseStage,
  type ParseTotals,
  PARSE_JOB_MOVES,
  parseCheckAfterMs,
  parseWarningsMax,
} from '../../../domain/documents/parse-job';
import { type ResultIndex } from '../../../domain/documents/parse-result';
import { countTry } from '../step-tries';
import { type ParseJobCollection, type ParseJobRow } from './parse-jobs';

/**
 * The writes of a run. Each names the state, and where two attempts could meet, the attempt that it expects.
 */
export function parseJobRunWrites(rows: ParseJobCollection) {
  const mine = (jobId: string, writer: string) => ({ _id: jobId, state: 'processing' as const, writer });
  const nextCheck = () => ({ checkAt: new Date(Date.now() + parseCheckAfterMs) });

  return {
    /**
     * Takes a queued job, or one that a former attempt took. Answers the job, or the state that it has when
     * it is final, or null when it does not exist.
     */
    async claim(jobId: string, now = new Date()): Promise<Pick<ParseJobRow, 'state' | 'options'> | null> {
      const claimed = await rows.findOneAndUpdate(
        { _id: jobId, state: { $in: [...PARSE_JOB_MOVES.processing] } },
        [
          {
            $set: {
              state: 'processing',
              startedAt: { $ifNull: ['$startedAt', now] },
              'progress.stage': { $cond: [{ $eq: ['$state', 'queued'] }, 'fetching', '$progress.stage'] },
              ...nextCheck(),
            },
          },
        ],
        { returnDocument: 'after', projection: { state: 1, options: 1 } },
      );
      return claimed ?? rows.findOne({ _id: jobId }, { projection: { state: 1, options: 1 } });
    },

    /**
     * Begins a stage for one attempt, which from now on is the only one that may write. Null when the job is
     * not running.
     *
     * @param attempt `writer` differs between any two attempts; those of one activity share `step`
     */
    async enterStage(
      jobId: string,
      stage: ParseStage,
      { writer, step }: { writer: string; step: string },
    ): Promise<ParseJobRow | null> {
      return rows.findOneAndUpdate(
        { _id: jobId, state: 'processing' },
        [{ $set: { writer: { $literal: writer }, 'progress.stage': stage, ...nextCheck() } }, countTry(step)],
        { returnDocument: 'after' },
      );
    },

    /** The job's state, null when it does not exist. */
    async stateOf(jobId: string): Promise<ParseJobState | null> {
      const row = await rows.findOne({ _id: jobId }, { projection: { state: 1 } });
      return row?.state ?? null;
    },

    /**
     * False when the job has ended or another attempt writes: whoever asks must stop. Durable enough for a
     * progress bar.
     */
    async noteProgress(
      jobId: string,
      writer: string,
      progress: Omit<ParseProgress, 'stage'>,
    ): Promise<boolean> {
      const { matchedCount } = await rows.updateOne(
        mine(jobId, writer),
        { $set: { ...fieldsOf(progress), ...nextCheck() } },
        { writeConcern: { w: 1 } },
      );
      return matchedCount === 1;
    },

    /** The input is under the job's own key now; where it came from is forgotten. */
    async noteInput(jobId: string, writer: string, byteSize: number): Promise<boolean> {
      const { matchedCount } = await rows.updateOne(mine(jobId, writer), {
        $set: { input: null, byteSize },
        $unset: { copyUntil: '' },
      });
      return matchedCount === 1;
    },

    /** Adds the next part; a part is noted once its blob is complete. */
    async notePart(
      jobId: string,
      writer: string,
      index: number,
      part: ParsePart,
      warnings: readonly string[] = [],
    ): Promise<boolean> {
      const { matchedCount } = await rows.updateOne(
        { ...mine(jobId, writer), parts: { $size: index } },
        {
          $push: { parts: part, warnings: { $each: [...warnings], $slice: parseWarningsMax } },
          $set: nextCheck(),
        },
      );
      return matchedCount === 1;
    },

    /** Every sheet is stored. */
    async noteParsed(
      jobId: string,
      writer: string,
      { sheets, rows: rowsDone, warnings }: { sheets: number; rows: number; warnings: readonly string[] },
    ): Promise<boolean> {
      const progress = { sheetsTotal: sheets, sheetsDone: sheets, rowsDone };
      const { matchedCount } = await rows.updateOne(mine(jobId, writer), {
        $set: fieldsOf(progress),
        $addToSet: { warnings: { $each: warnings.slice(0, parseWarningsMax) } },
      });
      return matchedCount === 1;
    },

    /** Adds the next chunks that have been described. */
    async noteDescribed(jobId: string, writer: string, index: number, file: ChunkFile): Promise<boolean> {
      const { matchedCount } = await rows.updateOne(
        { ...mine(jobId, writer), described: { $size: index } },
        { $push: { described: file }, $set: nextCheck() },
      );
      return matchedCount === 1;
    },

    /** Notes the result once its blob is complete. */
    async noteResult(
      jobId: string,
      writer: string,
      result: ResultIndex,
      totals: ParseTotals,
    ): Promise<boolean> {
      const { matchedCount } = await rows.updateOne(mine(jobId, writer), {
        $set: { result, totals, parts: [] },
      });
      return matchedCount === 1;
    },
  };
}

const fieldsOf = ({ sheetsTotal, sheetsDone, rowsDone }: Omit<ParseProgress, 'stage'>) => ({
  'progress.sheetsTotal': sheetsTotal,
  'progress.sheetsDone': sheetsDone,
  'progress.rowsDone': rowsDone,
});
