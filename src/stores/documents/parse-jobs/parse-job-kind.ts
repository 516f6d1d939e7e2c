import { type Collection } from 'mongodb';
import {
  type ChunkFile,
  PARSE_JOB_MOVES,
  type ParseFailureCode,
  parseCheckAfterMs,
  parseFilesGraceMs,
  parseHoldKind,
  type ParseInput,
  type ParseJobState,
  type ParseOptions,
  type ParsePart,
  type ParseProgress,
  parseStartGraceMs,
  type ParseTotals,
} from '../../../domain/documents/parse-job';
import { type ResultIndex } from '../../../domain/documents/parse-result';
import { parseResultTtlMs } from '../../../domain/platform/limits';
import { type Tenant } from '../../../domain/platform/tenancy';
import { type JobKind } from '../../../job-rows/job-kind';
import { type JobRows } from '../../../job-rows/job-rows';
import { type StepTries } from '../../../job-rows/step-tries';

/** A parse job. This row is the truth about it; its run in Temporal only moves the row on. */
export interface ParseJobRow extends Tenant {
  _id: string;
  state: ParseJobState;
  /**
   * Null once the bytes are the job's own: a link may hold credentials and is not kept longer than needed.
   */
  input: ParseInput | null;
  /** The input as it was requested, for a request that repeats the job; absent for a link with credentials. */
  shownInput?: string;
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

export type ParseJobCollection = Collection<ParseJobRow>;

export type ParseJobMachine = JobRows<ParseJobRow, ParseJobSummary>;

/** Parse jobs as a table. */
export const parseJobKind: JobKind<ParseJobRow> = {
  name: 'parse',
  collection: 'parse_jobs',
  states: { waiting: 'queued', atWork: ['processing'], final: ['completed', 'failed', 'cancelled'] },
  moves: PARSE_JOB_MOVES,
  checkAfterMs: parseCheckAfterMs,
  startGraceMs: parseStartGraceMs,
  endedAt: 'completedAt',
  updatedAt: null,
  // The files go first, the row goes later (`markFilesRemoved`).
  expiry: {
    field: 'purgeAt',
    afterMs: (state) => (state === 'completed' ? parseResultTtlMs : parseFilesGraceMs),
  },
  billing: {
    holdKind: parseHoldKind,
    hasPlace: true,
    chargedStates: ['completed'],
    price: ({ state, creditsUsed }) => (state === 'completed' ? (creditsUsed ?? 0) : null),
  },
};
