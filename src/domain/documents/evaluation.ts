import { type AskedSettings } from './query';

/**
 * States of an evaluation; nothing leaves a final one. One that was cancelled is `failed`, for the reason
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

/** Last states. */
export type FinalEvaluationState = Exclude<EvaluationState, 'pending' | 'running'>;

/** State in the row: an evaluation is not shown until its cases are written. */
export type StoredEvaluationState = EvaluationState | 'preparing';

/** States that each move may start from; a store moves an evaluation in one update that names them. */
export const EVALUATION_MOVES: Record<EvaluationState, readonly StoredEvaluationState[]> = {
  pending: ['preparing'],
  running: ['pending', 'running'],
  completed: ['running'],
  completed_with_errors: ['running'],
  failed: ['pending', 'running'],
};

/** Whether nothing changes an evaluation any more, but for its bill. */
export function isFinalEvaluationState(state: StoredEvaluationState): state is FinalEvaluationState {
  return state === 'completed' || state === 'completed_with_errors' || state === 'failed';
}

/** Why a whole evaluation failed. */
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

/** A way to ask the collection. */
export interface EvaluationConfig {
  /** Unique within the evaluation. */
  name: string;
  /** As the caller wrote it, without the name. */
  body: Record<string, unknown>;
  settings: AskedSettings;
}

/** A case: a question with the documents that answer it. */
export interface EvaluationCase {
  /** The caller's, or `case_<line>`. */
  id: string;
  query: string;
  /** As the caller wrote it; null for none. */
  filters: Record<string, unknown> | null;
  /** Filenames or ids of documents, as the caller wrote them. */
  expectedFiles: string[];
}

/** A case is `error` when its expected documents could not be told; it is then not asked. */
export type CaseFault = 'GOLD_UNRESOLVED';

/** Reasons why a unit could not be answered. */
export const UNIT_ERRORS = [
  'invalid_metadata_filter',
  'rerank_model_not_configured',
  'internal_error',
] as const;
export type UnitError = (typeof UNIT_ERRORS)[number];

/** How well one ranking of documents did; all but the ranks are 0 to 1. */
export interface RankingScore {
  /** Place of the first expected document among the documents, from 1; null when none was found. */
  rank: number | null;
  recallAt1: number;
  recallAt3: number;
  recallAt10: number;
  ndcgAt10: number;
}

/** Result of a case under a configuration. */
export type UnitResult =
  | {
      state: 'scored';
      score: RankingScore;
      latencyMs: number;
      queryId: string;
      /** In the order in which they were found first. */
      retrievedDocumentIds: string[];
    }
  | { state: 'failed'; error: UnitError };

/** Means over the cases that were scored under one configuration; null where there are none. */
export interface Scorecard {
  recallAt1: number | null;
  recallAt3: number | null;
  recallAt10: number | null;
  mrr: number | null;
  ndcgAt10: number | null;
  latencyP50Ms: number | null;
  latencyP95Ms: number | null;
  /** Cases that were answered, that could not be, and that could not be asked. */
  scored: number;
  failed: number;
  error: number;
}

/** Two configurations over the cases that both have answered. */
export interface Comparison {
  a: string;
  b: string;
  questions: number;
  /** Cases for which one found an expected document and the other did not. */
  aOnly: number;
  bOnly: number;
  /** McNemar's test, exact and two-sided. */
  pValue: number;
  /**
   * Share of cases with an expected document found: that of `b` less that of `a`; null without cases.
   */
  difference: number | null;
  ci95: [number, number] | null;
}

/** How large an evaluation is. */
export interface EvaluationSize {
  cases: number;
  /** Number of cases that cannot be asked. */
  casesError: number;
}

/** Why a run ends its evaluation. `done` leaves the verdict to what was scored. */
export type EvaluationEnding = 'done' | 'cancelled' | 'execution_failed' | CollectionFault;

/** The final state of an evaluation and, of a failed one, why. */
export interface EvaluationVerdict {
  state: FinalEvaluationState;
  error: EvaluationError | null;
}

/** How an evaluation ends, by the results of its units. */
export function evaluationVerdict(
  ending: EvaluationEnding,
  { casesError, scored, failed }: { casesError: number; scored: number; failed: number },
): EvaluationVerdict {
  if (ending !== 'done') return { state: 'failed', error: ending };
  if (scored === 0) return { state: 'failed', error: failed > 0 ? 'all_units_failed' : 'no_case_resolved' };
  return { state: casesError + failed === 0 ? 'completed' : 'completed_with_errors', error: null };
}

/** A filter under which both hold, with null for none; one level deeper than the deeper of two. */
export function bothFilters(
  first: Record<string, unknown> | null,
  second: Record<string, unknown> | null,
): Record<string, unknown> | null {
  return first === null || second === null ? (first ?? second) : { $and: [first, second] };
}

/** Units that one call of an activity asks. */
const unitsPerBatch = 20;

/** Cases that one call of an activity asks, under all configurations. */
export function casesPerBatch(configs: number): number {
  return Math.max(1, Math.floor(unitsPerBatch / configs));
}

/** Evaluations of an organization at work at once, over all workers; further ones wait as `pending`. */
export const evaluationsRunningMax = 2;

/** Calls at once; each asks one unit after another, so that their latencies are comparable. */
export const evaluationBatchesAtOnceMax = 4;

export const evaluationCasesMax = 10_000;
export const evaluationConfigsMax = 8;
export const caseIdCharsMax = 200;
export const expectedFilesMax = 50;
/** A file of cases, and one line of it. */
export const casesBytesMax = 50 * 1024 * 1024;
export const caseLineBytesMax = 256 * 1024;

/** Kind of the hold of an evaluation among the holds of its organization. */
export const evaluationHoldKind = 'evaluation';
/** Evaluations of one organization that have not ended. */
export const evaluationsAtOnceMax = 20;
/** An evaluation that shows no sign of life for this long is looked at by the sweep. */
export const evaluationCheckAfterMs = 60_000;
/** A pending one that has no run is started by the sweep this long after its acceptance. */
export const evaluationStartGraceMs = 30_000;
/**
 * Longer than the request that prepares an evaluation may take; what is not ready then was left by a crash.
 */
export const evaluationPrepareGraceMs = 2 * 3_600_000;

/** The evaluation has ended elsewhere, or was never there. */
export const evaluationNotRunning = 'evaluation_not_running';
