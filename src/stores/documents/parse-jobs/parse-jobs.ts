import { type Db, type Filter, type MatchKeysAndValues } from 'mongodb';
import { type ParseFailureCode, type ParseJobState } from '../../../domain/documents/parse-job';
import { parseResultTtlMs } from '../../../domain/platform/limits';
import { type Tenant } from '../../../domain/platform/tenancy';
import { createJobRows, type JobRowsDeps } from '../../../job-rows/job-rows';
import { type CollectionIndexes } from '../../mongo/collection-indexes';
import { ownedBy } from '../../mongo/owned-by';
import { beyond, madeWithin, type Place, placeOf } from '../../mongo/place';
import { parseJobCopies } from './parse-job-copies';
import { parseJobHousekeeping } from './parse-job-housekeeping';
import {
  type ParseJobCollection,
  parseJobKind,
  type ParseJobMachine,
  type ParseJobRow,
  type ParseJobSummary,
  type ParseJobWithPages,
} from './parse-job-kind';
import { parseJobRunWrites } from './parse-job-run-writes';

export const parseJobIndexes: CollectionIndexes = {
  collection: parseJobKind.collection,
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

const summaryProjection = {
  parts: 0,
  described: 0,
  'result.pages': 0,
  'result.tableFiles.values.pages': 0,
  'result.documentFiles.pages.offsets': 0,
} as const;

/** Parse jobs: their own fields on top of the machine for job rows. */
export function createParseJobStore(db: Db, deps: JobRowsDeps) {
  const machine: ParseJobMachine = createJobRows<ParseJobRow, ParseJobSummary>(db, parseJobKind, {
    ...deps,
    projection: summaryProjection,
  });
  const rows: ParseJobCollection = db.collection<ParseJobRow>(parseJobKind.collection);

  return {
    ...parseJobRunWrites(machine),
    ...parseJobCopies(rows),
    ...parseJobHousekeeping(rows, machine),

    /** Takes an acceptance back. False when a run has the job already, or there is no such job. */
    withdraw: (jobId: string): Promise<boolean> => machine.withdraw(jobId),
    /** Closes the holds of a final job that a crash left open. */
    settle: (job: ParseJobSummary): Promise<void> => machine.settle(job),

    /** Inserts a new job as `queued`. False when the id is taken: the same request came before. */
    insertQueued: (
      job: Pick<
        ParseJobRow,
        | '_id'
        | 'organizationId'
        | 'environment'
        | 'input'
        | 'shownInput'
        | 'filename'
        | 'byteSize'
        | 'copyUntil'
        | 'options'
        | 'createdAt'
      >,
    ): Promise<boolean> =>
      machine.insertOnce({
        ...job,
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
      }),

    /** A tenant's job, null for the id of another tenant. */
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
     * Ends a job, once, and closes its holds: a job that completes is charged in the same transaction. A job
     * that is final keeps its end, and holds that a crash left open are closed.
     *
     * @returns the row as it then is; null when there is none
     */
    async end(
      jobId: string,
      end: ParseJobEnd,
      { now = new Date() }: { now?: Date } = {},
    ): Promise<ParseJobSummary | null> {
      const { row, isCharged } = await machine.end(jobId, {
        state: end.state,
        set: endFields(end, now),
        now,
      });
      if (row?.checkAt !== undefined) await machine.settle(row, { isCharged });
      return row;
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

/** Fields of a job that has ended. Neither its link, which may hold credentials, nor its parts stay. */
function endFields(end: ParseJobEnd, now: Date): MatchKeysAndValues<ParseJobRow> {
  return {
    'progress.stage': 'done',
    writer: null,
    input: null,
    parts: [],
    described: [],
    ...(end.state === 'completed'
      ? { creditsUsed: end.creditsUsed, resultExpiresAt: new Date(now.getTime() + parseResultTtlMs) }
      : { result: null, totals: null }),
    ...(end.state === 'failed' ? { error: end.code, message: end.message } : {}),
  };
}

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
