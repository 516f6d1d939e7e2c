import { type FinalJob } from '../domain/platform/final-job';
import { type Tenant } from '../domain/platform/tenancy';
import { type StepTries } from './step-tries';

/** The fields that rows of all kinds of jobs have. Names of the times of end and expiry differ by kind. */
export interface JobRow extends Tenant {
  _id: string;
  state: string;
  /** Activity attempt that may write; an attempt that has lost its place matches nothing and stops. */
  writer?: string | null;
  /** Tries of the step that began last; absent before the first. */
  tries?: StepTries;
  createdAt: Date;
  /** Null until the first claim. */
  startedAt: Date | null;
  /** When the sweep looks at the row; absent when the job is final and has left nothing behind. */
  checkAt?: Date;
}

/** Billing of a kind of job. The hold of a job has the id of the job, and so has its charge. */
export interface JobBilling<Row extends JobRow> {
  /** Kind of the holds; places of this kind as well, where `hasPlace`. */
  holdKind: string;
  /** Whether a job takes a place among the running jobs of all organizations. */
  hasPlace: boolean;
  /** Final states in which a job may be charged; a move to one of them and its charge are one transaction. */
  chargedStates: readonly Row['state'][];
  /** Credits that a final job is charged; null releases its hold without a charge. */
  price: (row: Row) => number | null;
  /**
   * Fields that are written with the charge.
   *
   * @param remaining credits that are left to the organization; null without a limit
   */
  chargedFields?: (remaining: number | null) => Record<string, unknown>;
}

/**
 * A kind of job as a table: its states and moves, times and billing. `createJobRows` does the rest. The codes
 * with which its jobs may fail are the type of their field in `Row`, so that no other code compiles.
 */
export interface JobKind<Row extends JobRow> {
  /** Name in metrics. */
  name: string;
  /** Collection of MongoDB that has the rows. */
  collection: string;
  states: {
    /** State of an accepted job that no run has claimed. */
    waiting: Row['state'];
    /** States of a job that a run has claimed; a claim enters the first, unless it names another. */
    atWork: readonly Row['state'][];
    /** States that nothing leaves. */
    final: readonly Row['state'][];
  };
  /** States that each move may start from. */
  moves: Partial<Record<Row['state'], readonly Row['state'][]>>;
  /** Time from a sign of life to the check of the sweep; null for jobs that another sweep looks after. */
  checkAfterMs: number | null;
  /** Time from the acceptance to the first check, in which the acceptance starts the run. */
  startGraceMs: number;
  /** Field with the time of the end; null until then. */
  endedAt: string;
  /** Field with the time of the last write; null where the kind has none. */
  updatedAt: string | null;
  /** Expiry: the field with its time, and the time from the end to it; null where rows are kept. */
  expiry: { field: string; afterMs: (state: Row['state']) => number } | null;
  /** Null for jobs that cost nothing. */
  billing: JobBilling<Row> | null;
  /** A job that has just ended, for metrics; by default without stages. */
  finalJob?: (row: Row) => FinalJob;
}

/** Whether nothing leaves a state. */
export function isFinalState<Row extends JobRow>(
  kind: Pick<JobKind<Row>, 'states'>,
  state: Row['state'],
): boolean {
  return kind.states.final.includes(state);
}

/** Fields of a sign of life: the times of the write and of the next check, where the kind has them. */
export function signOfLife<Row extends JobRow>(
  { checkAfterMs, updatedAt }: Pick<JobKind<Row>, 'checkAfterMs' | 'updatedAt'>,
  now = new Date(),
): Record<string, Date> {
  return {
    ...(updatedAt === null ? {} : { [updatedAt]: now }),
    ...(checkAfterMs === null ? {} : { checkAt: new Date(now.getTime() + checkAfterMs) }),
  };
}
