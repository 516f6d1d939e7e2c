import { type Collection } from 'mongodb';
import {
  type Comparison,
  EVALUATION_MOVES,
  evaluationCheckAfterMs,
  type EvaluationConfig,
  type EvaluationError,
  evaluationHoldKind,
  type EvaluationSize,
  evaluationStartGraceMs,
  type Scorecard,
  type StoredEvaluationState,
} from '../../../domain/documents/evaluation';
import { type Tenant } from '../../../domain/platform/tenancy';
import { type JobKind } from '../../../job-rows/job-kind';
import { type JobRows } from '../../../job-rows/job-rows';

export interface EvaluationBilling {
  /** Units that were answered, each a query. */
  billableUnits: number;
  /** Units that were not asked. */
  skippedUnits: number;
  /** Configurations under which cases were asked and none was answered. */
  failedConfigs: string[];
  credits: number;
}

/** An evaluation. This row is the truth about it; its run in Temporal only moves the row on. */
export interface EvaluationRow extends Tenant, EvaluationSize {
  _id: string;
  state: StoredEvaluationState;
  collectionId: string;
  /** As it was called when the evaluation was accepted. */
  collectionName: string;
  /** File of its cases, which no other evaluation has. */
  uploadId: string;
  /** JSON text of `EvaluationConfig[]`: keys of filters are the caller's. */
  configs: string;
  /** How many there are. */
  configCount: number;
  /** Units that are done; about right while it runs, exact at its end. */
  unitsDone: number;
  /** Null until the end. */
  scorecards: Record<string, Scorecard> | null;
  comparisons: Comparison[] | null;
  billing: EvaluationBilling | null;
  error: EvaluationError | null;
  message: string | null;
  /** When a caller asked to cancel it; the run then ends it. */
  cancelRequestedAt: Date | null;
  createdAt: Date;
  startedAt: Date | null;
  updatedAt: Date;
  completedAt: Date | null;
  /** When the sweep looks at the row; absent when it is final and its bill is settled. */
  checkAt?: Date;
}

export type EvaluationCollection = Collection<EvaluationRow>;

export type EvaluationMachine = JobRows<EvaluationRow>;

/**
 * Evaluations as a table. A row that is `preparing` is no evaluation yet: acceptance or the sweep removes it.
 */
export const evaluationKind: JobKind<EvaluationRow> = {
  name: 'evaluation',
  collection: 'evals',
  states: {
    waiting: 'pending',
    atWork: ['running'],
    final: ['completed', 'completed_with_errors', 'failed'],
  },
  moves: { ...EVALUATION_MOVES, preparing: ['preparing', 'pending'] },
  checkAfterMs: evaluationCheckAfterMs,
  startGraceMs: evaluationStartGraceMs,
  endedAt: 'completedAt',
  updatedAt: 'updatedAt',
  expiry: null,
  billing: {
    holdKind: evaluationHoldKind,
    hasPlace: false,
    chargedStates: ['completed', 'completed_with_errors', 'failed'],
    price: ({ billing }) => (billing === null || billing.credits === 0 ? null : billing.credits),
  },
};

/** The configurations of an evaluation, in the order in which they were given. */
export function configsOf({ configs }: Pick<EvaluationRow, 'configs'>): EvaluationConfig[] {
  return JSON.parse(configs) as EvaluationConfig[];
}
