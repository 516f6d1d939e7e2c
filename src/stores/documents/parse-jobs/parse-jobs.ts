import { type ClientSession, type Collection, type Db, type Filter } from 'mongodb';
import {
  type ParseFailureCode,
  type ParseInput,
  type ParseJobState,
  type ParseOptions,
  type ChunkFile,
  type ParsePart,
  type ParseProgress,
  type ParseTotals,
  PARSE_JOB_MOVES,
  parseCheckAfterMs,
  parseFilesGraceMs,
  parseStartGraceMs,
} from '../../../domain/documents/parse-job';
import { parseResultTtlMs } from '../../../domain/platform/limits';
import { type ResultIndex } from '../../../domain/documents/parse-result';
import { type Tenant } from '../../../domain/platform/tenancy';
import { type CollectionIndexes } from '../../mongo/collection-indexes';
import { isDuplicateKey } from '../../mongo/mongo';
import { parseJobCopies } from './parse-job-copies';
import { parseJobHousekeeping } from './parse-job-housekeeping';
import { parseJobRunWrites } from './parse-job-run-writes';
import { ownedBy } from '../../mongo/owned-by';
import { beyond, madeWithin, type Place, placeOf } from '../../mongo/place';
import { type StepTries } from '../step-tries';

/** A parse job. This row is the truth about it; its run in Temporal only moves the row on. */
export interface ParseJobRow extends Tenant {
  _id: string;
  state: ParseJobState;
  /**
   * Null once the bytes are the job's own: a link may hold credentials and is not kept longer than needed.
   */
  input: ParseInput | null;
  filename: string | null;
  byteSize: number | null;
  /** Until when an API process has the link to itself, which it copies; absent when none does. */
  copyUntil?: Date;
  options: ParseOptions;
  progress: ParseProgress;
  /** The activity attempt that may write; an attempt that lost its place matches nothing and stops. */
  writer: string | null;
  /** Tries of the step that began last; absent before the first. */
  tries?: StepTries;
  parts: ParsePart[];
  /** The chunks of `parts` again, from the first one on, with tags and summaries. */
  described: ChunkFile[];
  totals: ParseTotals | null;
  result: ResultIndex | null;
  /** Sentences about what of the file could not be read. */
  warnings: string[];
  error: ParseFailureCode | null;
  message: string | null;
  creditsUsed: number | null;
  createdAt: Date;
  startedAt: Date | null;
  completedAt: Date | null;
  resultExpiresAt: Date | null;
  resultDeletedAt: Date | null;
  /** When the sweep looks at the row; absent when the job is final and its holds are closed. */
  checkAt?: Date;
  /** When retention removes its files, and later the row. */
  purgeAt?: Date;
}

type LargeField = 'parts' | 'described';

/** A row with the byte offsets of its result. */
export type ParseJobWithPages = Omit<ParseJobRow, LargeField>;

/** A row without what only runs and result pages need; those may be large. */
export type ParseJobSummary = Omit<ParseJobRow, LargeField | 'result'> & {
  result: Omit<ResultIndex, 'pages'> | null;
};

export const parseJobIndexes: CollectionIndexes = {
  collection: 'parse_jobs',
  indexes: [
    { key: { organizationId: 1, environment: 1, createdAt: -1, _id: -1 } },
    { key: { checkAt: 1 }, sparse: true },
    { key: { purgeAt: 1 }, sparse: true },
  ],
};

/** The wanted page of a tenant's jobs, those made from `from` on and before `to`. */
export interface ParseJobPage {
  state?: ParseJobState | undefined;
  from?: Date | undefined;
  to?: Date | undefined;
  /** The last job of the page before; null for the first page. */
  after: Place | null;
  limit: number;
}

export type ParseJobEnd =
  | { state: 'completed'; creditsUsed: number }
  | { state: 'failed'; code: ParseFailureCode; message: string }
  | { state: 'cancelled' };

export type ParseJobCollection = Collection<ParseJobRow>;

const summaryProjection = { parts: 0, described: 0, 'result.pages': 0 } as const;

/** Parse jobs. States move in one conditional update each, so that two writers cannot both win. */
export function createParseJobStore(db: Db) {
  const rows: ParseJobCollection = db.collection<ParseJobRow>(parseJobIndexes.collection);

  return {
    ...parseJobRunWrites(rows),
    ...parseJobCopies(rows),
    ...parseJobHousekeeping(rows),

    /** Writes a new job as `queued`. False when the id is taken: the same request came before. */
    async insertQueued(
      job: Pick<
        ParseJobRow,
        | '_id'
        | 'organizationId'
        | 'environment'
        | 'input'
        | 'filename'
        | 'byteSize'
        | 'copyUntil'
        | 'options'
        | 'createdAt'
      >,
    ): Promise<boolean> {
      try {
        await rows.insertOne({
          ...job,
          state: 'queued',
          progress: { stage: 'queued', sheetsTotal: null, sheetsDone: 0, rowsDone: 0 },
          writer: null,
          parts: [],
          described: [],
          totals: null,
          result: null,
          warnings: [],
          error: null,
          message: null,
          creditsUsed: null,
          startedAt: null,
          completedAt: null,
          resultExpiresAt: null,
          resultDeletedAt: null,
          checkAt: new Date(job.createdAt.getTime() + parseStartGraceMs),
        });
        return true;
      } catch (error) {
        if (isDuplicateKey(error)) return false;
        throw error;
      }
    },

    /** Takes an acceptance back. False when a run has the job already, or there is no such job. */
    async removeQueued(jobId: string): Promise<boolean> {
      const { deletedCount } = await rows.deleteOne({ _id: jobId, state: 'queued' });
      return deletedCount === 1;
    },

    /** A tenant's job, null for anybody else's id. */
    async find(tenant: Tenant, jobId: string): Promise<ParseJobSummary | null> {
      return rows.findOne<ParseJobSummary>(
        { _id: jobId, ...ownedBy(tenant) },
        { projection: summaryProjection },
      );
    },

    /** A page of a tenant's jobs, newest first; `next` is null on the last one. */
    async list(
      tenant: Tenant,
      { state, from, to, after, limit }: ParseJobPage,
    ): Promise<{ jobs: ParseJobSummary[]; next: Place | null }> {
      const conditions: Filter<ParseJobRow>[] = [
        { ...ownedBy(tenant), ...madeWithin({ from, to }) },
        ...(state === undefined ? [] : [{ state }]),
        ...(after === null ? [] : [beyond(after, '$lt')]),
      ];
      const found = await rows
        .find<ParseJobSummary>({ $and: conditions }, { projection: summaryProjection })
        .sort({ createdAt: -1, _id: -1 })
        .limit(limit + 1)
        .toArray();
      const jobs = found.slice(0, limit);
      return { jobs, next: found.length > limit ? placeOf(jobs.at(-1)!) : null };
    },

    /** Like `find`, with the byte offsets of the result's chunks. */
    async findWithPages(tenant: Tenant, jobId: string): Promise<ParseJobWithPages | null> {
      return rows.findOne<ParseJobWithPages>(
        { _id: jobId, ...ownedBy(tenant) },
        { projection: { parts: 0, described: 0 } },
      );
    },

    /**
     * Ends a job, once: a job that is final already keeps its end. Answers the row as it then is, null when
     * there is none. The caller closes the holds of a row that still has `checkAt`.
     *
     * @param options.session transaction that the end is part of
     * @param options.onEnded is given the row where this call has ended the job
     */
    async end(
      jobId: string,
      end: ParseJobEnd,
      {
        now = new Date(),
        session,
        onEnded,
      }: { now?: Date; session?: ClientSession; onEnded?: (row: ParseJobSummary) => void } = {},
    ): Promise<ParseJobSummary | null> {
      const inSession = session === undefined ? {} : { session };
      const completed = end.state === 'completed';
      const keepFilesMs = completed ? parseResultTtlMs : parseFilesGraceMs;
      const until = new Date(now.getTime() + keepFilesMs);
      const moved = await rows.findOneAndUpdate(
        { _id: jobId, state: { $in: [...PARSE_JOB_MOVES[end.state]] } },
        {
          $set: {
            state: end.state,
            'progress.stage': 'done',
            writer: null,
            input: null,
            parts: [],
            described: [],
            completedAt: now,
            checkAt: new Date(now.getTime() + parseCheckAfterMs),
            purgeAt: until,
            ...(end.state === 'completed' ? { creditsUsed: end.creditsUsed, resultExpiresAt: until } : {}),
            ...(end.state === 'failed' ? { error: end.code, message: end.message } : {}),
            ...(completed ? {} : { result: null, totals: null }),
          },
        },
        { ...inSession, returnDocument: 'after', projection: summaryProjection },
      );
      if (moved !== null) onEnded?.(moved);
      return (
        moved ??
        rows.findOne<ParseJobSummary>({ _id: jobId }, { ...inSession, projection: summaryProjection })
      );
    },

    /** Notes that a final job holds no credits and no place any more. */
    async noteHoldsClosed(jobId: string): Promise<void> {
      await rows.updateOne(
        { _id: jobId, state: { $in: ['completed', 'failed', 'cancelled'] } },
        { $unset: { checkAt: '' } },
      );
    },

    /**
     * Marks a completed job's result as gone, before its bytes go; retention finishes what a crash leaves.
     */
    async dropResult(tenant: Tenant, jobId: string, now = new Date()): Promise<void> {
      await rows.updateOne(
        { _id: jobId, ...ownedBy(tenant), state: 'completed', resultDeletedAt: null },
        { $set: { resultDeletedAt: now, purgeAt: now } },
      );
    },
  };
}

export type ParseJobStore = ReturnType<typeof createParseJobStore>;

/** Whether the chunks can still be read at this time. */
export function hasResult(
  row: Pick<ParseJobRow, 'state' | 'resultDeletedAt' | 'resultExpiresAt'>,
  now: Date,
): boolean {
  return (
    row.state === 'completed' &&
    row.resultDeletedAt === null &&
    row.resultExpiresAt !== null &&
    row.resultExpiresAt > now
  );
}
