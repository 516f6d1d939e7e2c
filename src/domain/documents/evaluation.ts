import { type QuerySettings } from './query';

/**
 * States of an evaluation; final states never change. A cancelled evaluation is `failed` with the error
 * `cancelled`.
 */
export const EVALUATION_STATES = [
  'pending',
  'running',
  'completed',
  'completed_with_errors',
  'failed',
] as const;
export type EvaluationState = (typeof EVALUATION_STATES)[number];

export type FinalEvaluationState = Exclude<EvaluationState, 'pending' | 'running'>;

/** State in the row. `preparing` is hidden from callers: the cases are not all written. */
export type StoredEvaluationState = EvaluationState | 'preparing';

/** States that each move may start from; the store's conditional update names them. */
export const EVALUATION_MOVES: Record<EvaluationState, readonly StoredEvaluationState[]> = {
  pending: ['preparing'],
  running: ['pending', 'running'],
  completed: ['running'],
  completed_with_errors: ['running'],
  failed: ['pending', 'running'],
};

/** Whether an evaluation has ended; after that only its bill changes. */
export function isFinalEvaluationState(state: StoredEvaluationState): state is FinalEvaluationState {
  return state === 'completed' || state === 'completed_with_errors' || state === 'failed';
}

export const EVALUATION_ERRORS = [
  'cancelled',
  'collection_not_found',
  'collection_moved',
  'collection_inactive',
  'no_case_resolved',
  'all_units_failed',
  'execution_failed',
] as const;
export type EvaluationError = (typeof EVALUATION_ERRORS)[number];

/** Faults of the collection that end an evaluation, as its activities throw them. */
export type CollectionFault = Extract<EvaluationError, `collection_${string}`>;

/** One way to query the collection. */
export interface EvaluationConfig {
  /** Unique within the evaluation. */
  name: string;
  /** As the caller wrote it, without the name. */
  body: Record<string, unknown>;
  settings: QuerySettings;
}

/** A question with the documents that answer it. */
export interface EvaluationCase {
  /** The caller's id, or `case_<line>`. */
  id: string;
  query: string;
  /** The filter as the caller wrote it; null for none. */
  filters: Record<string, unknown> | null;
  /** Filenames or ids of documents, as the caller wrote them. */
  expectedFiles: string[];
}

/** Why a case is `error` and is not asked: its expected documents could not be resolved. */
export type CaseFault = 'GOLD_UNRESOLVED';

/** Reasons why a query of an evaluation failed. */
export const UNIT_ERRORS = [
  'invalid_metadata_filter',
  'rerank_model_not_configured',
  'internal_error',
] as const;
export type UnitError = (typeof UNIT_ERRORS)[number];

/** Scores of one ranking of documents. All but `rank` are from 0 to 1. */
export interface RankingScore {
  /** Place of the first expected document in the ranking, from 1; null when none was found. */
  rank: number | null;
  recallAt1: number;
  recallAt3: number;
  recallAt10: number;
  ndcgAt10: number;
}

/** Result of one case under one configuration. */
export type UnitResult =
  | {
      state: 'scored';
      score: RankingScore;
      latencyMs: number;
      queryId: string;
      /** Documents of the hits, each once, in the order of their first hit. */
      retrievedDocumentIds: string[];
    }
  | { state: 'failed'; error: UnitError };

/** Means over the cases that were scored under one configuration; null when none were. */
export interface Scorecard {
  recallAt1: number | null;
  recallAt3: number | null;
  recallAt10: number | null;
  mrr: number | null;
  ndcgAt10: number | null;
  latencyP50Ms: number | null;
  latencyP95Ms: number | null;
  /** Numbers of cases that were answered, that failed, and that could not be asked. */
  scored: number;
  failed: number;
  error: number;
}

/** Two configurations compared over the cases that both have answered. */
export interface Comparison {
  a: string;
  b: string;
  questions: number;
  /** Cases for which only one of the two configurations found an expected document. */
  aOnly: number;
  bOnly: number;
  /** P-value of McNemar's test, exact and two-sided. */
  pValue: number;
  /** Share of cases with an expected document found under `b`, minus that under `a`; null without cases. */
  difference: number | null;
  ci95: [number, number] | null;
}

/** Numbers that decide the price of an evaluation. */
export interface EvaluationSize {
  cases: number;
  /** Number of cases that cannot be asked. */
  casesError: number;
}

/** Why a run ends its evaluation. For `done` the verdict follows from the scores. */
export type EvaluationEnding = 'done' | 'cancelled' | 'execution_failed' | CollectionFault;

/** Final state of an evaluation, and the reason of a failed one. */
export interface EvaluationVerdict {
  state: FinalEvaluationState;
  error: EvaluationError | null;
}

/** The verdict of an evaluation, from the results of its units. */
export function evaluationVerdict(
  ending: EvaluationEnding,
  { casesError, scored, failed }: { casesError: number; scored: number; failed: number },
): EvaluationVerdict {
  if (ending !== 'done') return { state: 'failed', error: ending };
  if (scored === 0) return { state: 'failed', error: failed > 0 ? 'all_units_failed' : 'no_case_resolved' };
  return { state: casesError + failed === 0 ? 'completed' : 'completed_with_errors', error: null };
}

/** A filter that requires both filters; null means no filter. One level deeper than the deeper of the two. */
export function bothFilters(
  first: Record<string, unknown> | null,
  second: Record<string, unknown> | null,
): Record<string, unknown> | null {
  return first === null || second === null ? (first ?? second) : { $and: [first, second] };
}

/** Units that one call of an activity asks. */
const unitsPerBatch = 20;

/** Cases that one call of an activity asks under all configurations, one or more. */
export function casesPerBatch(configs: number): number {
  return Math.max(1, Math.floor(unitsPerBatch / configs));
}

/** Running evaluations of an organization, over all workers; further ones wait as `pending`. */
export const evaluationsRunningMax = 2;

/**
 * Batches of one evaluation that run at once. Each asks one unit after another, to keep latencies comparable.
 */
export const evaluationBatchesAtOnceMax = 4;

export const evaluationCasesMax = 10_000;
export const evaluationConfigsMax = 8;
export const caseIdCharsMax = 200;
export const expectedFilesMax = 50;
/** Bounds of a file of cases and of one line of it. */
export const casesBytesMax = 50 * 1024 * 1024;
export const caseLineBytesMax = 256 * 1024;

export const evaluationHoldKind = 'evaluation';
/** Most evaluations of one organization that have not ended. */
export const evaluationsAtOnceMax = 20;
/** Time since its last progress after which the sweep checks an evaluation. */
export const evaluationCheckAfterMs = 60_000;
/** Time after acceptance after which the sweep starts a pending evaluation that has no run. */
export const evaluationStartGraceMs = 30_000;
/**
 * Time after which the sweep treats an evaluation in preparation as left by a crash. It is longer than the
 * request that prepares one may take.
 */
export const evaluationPrepareGraceMs = 2 * 3_600_000;

/** Failure type of activities: the evaluation has ended outside the run, or does not exist. */
export const evaluationNotRunning = 'evaluation_not_running';
