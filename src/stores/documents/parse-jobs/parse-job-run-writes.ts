import {
  type ChunkFile,
  type ParsePart,
  type ParseProgress,
  type ParseStage,
  type ParseTotals,
  parseWarningsMax,
} from '../../../domain/documents/parse-job';
import { type ResultIndex } from '../../../domain/documents/parse-result';
import { type ParseJobMachine, type ParseJobRow } from './parse-job-kind';

/**
 * The writes of a run. Each names the attempt that it expects, so that one that was given up matches nothing.
 */
export function parseJobRunWrites({ claim, enterStage, stateOf, write }: ParseJobMachine) {
  return {
    /**
     * Claims a queued job, or one that a former attempt has claimed. Answers the job, or the state that it
     * has when it is final, or null when it does not exist.
     */
    claim: (jobId: string, now = new Date()): Promise<Pick<ParseJobRow, 'state' | 'options'> | null> =>
      claim<Pick<ParseJobRow, 'state' | 'options'>>(jobId, {
        now,
        set: { 'progress.stage': { $cond: [{ $eq: ['$state', 'queued'] }, 'fetching', '$progress.stage'] } },
        projection: { state: 1, options: 1 },
      }),

    /**
     * Begins a stage for one attempt, which from now on is the only one that may write. Null when the job is
     * not running.
     *
     * @param attempt `writer` differs between any two attempts; those of one activity share `step`
     */
    enterStage: (
      jobId: string,
      stage: ParseStage,
      attempt: { writer: string; step: string },
    ): Promise<ParseJobRow | null> => enterStage(jobId, attempt, { 'progress.stage': stage }),

    stateOf,

    /**
     * False when the job has ended or another attempt writes: the attempt must stop. Durable enough for a
     * progress bar.
     */
    saveProgress: (jobId: string, writer: string, progress: Omit<ParseProgress, 'stage'>): Promise<boolean> =>
      write(jobId, { $set: fieldsOf(progress) }, { where: { writer }, writeConcern: { w: 1 } }),

    /** The input is under the job's own key now; where it came from is forgotten. */
    saveInput: (jobId: string, writer: string, byteSize: number): Promise<boolean> =>
      write(jobId, { $set: { input: null, byteSize }, $unset: { copyUntil: '' } }, { where: { writer } }),

    /** Adds the next part; a part is noted once its blob is complete. */
    savePart: (
      jobId: string,
      writer: string,
      index: number,
      part: ParsePart,
      warnings: readonly string[] = [],
    ): Promise<boolean> =>
      write(
        jobId,
        { $push: { parts: part, warnings: { $each: [...warnings], $slice: parseWarningsMax } } },
        { where: { writer, parts: { $size: index } } },
      ),

    /** Every sheet is stored, or the document with its pages. */
    saveParsed: (
      jobId: string,
      writer: string,
      {
        sheets,
        rows,
        pages,
        warnings,
      }: { sheets: number; rows: number; pages?: number; warnings: readonly string[] },
    ): Promise<boolean> =>
      write(
        jobId,
        {
          $set: fieldsOf({
            sheetsTotal: sheets,
            sheetsDone: sheets,
            rowsDone: rows,
            ...(pages !== undefined && { pagesTotal: pages, pagesDone: pages }),
          }),
          $addToSet: { warnings: { $each: warnings.slice(0, parseWarningsMax) } },
        },
        { where: { writer } },
      ),

    /** Adds the next chunks that have been described. */
    saveDescribed: (jobId: string, writer: string, index: number, file: ChunkFile): Promise<boolean> =>
      write(jobId, { $push: { described: file } }, { where: { writer, described: { $size: index } } }),

    /** Notes the result once its blob is complete. */
    saveResult: (jobId: string, writer: string, result: ResultIndex, totals: ParseTotals): Promise<boolean> =>
      write(jobId, { $set: { result, totals, parts: [] } }, { where: { writer } }),
  };
}

const fieldsOf = ({
  sheetsTotal,
  sheetsDone,
  rowsDone,
  pagesTotal,
  pagesDone,
}: Omit<ParseProgress, 'stage'>) => ({
  'progress.sheetsTotal': sheetsTotal,
  'progress.sheetsDone': sheetsDone,
  'progress.rowsDone': rowsDone,
  ...(pagesDone !== undefined && {
    'progress.pagesTotal': pagesTotal ?? null,
    'progress.pagesDone': pagesDone,
  }),
});
