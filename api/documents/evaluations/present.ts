import { type Scorecard, type UnitResult } from '../../../src/domain/documents/evaluation';
import { type EvaluationCaseRow } from '../../../src/stores/documents/evaluations/evaluation-cases';
import { configsOf, type EvaluationRow } from '../../../src/stores/documents/evaluations/evaluation-kind';
import { type Place } from '../../../src/stores/mongo/place';
import { cursorOf } from '../../http/fields/place-cursor';
import {
  type CancelledEvaluation,
  type CreatedEvaluation,
  type EvaluationCaseBody,
  type EvaluationList,
  type EvaluationResource,
  type EvaluationUnit,
} from './schema';

/** The answer to an accepted evaluation. */
export function presentCreatedEvaluation(row: EvaluationRow): CreatedEvaluation {
  const { cases, casesError, configCount } = row;
  return {
    eval_id: row._id,
    status: statusOf(row),
    preview: {
      cases,
      configs: configCount,
      units: cases * configCount,
      cases_error: casesError,
      billable_units: (cases - casesError) * configCount,
    },
  };
}

/** An evaluation with a page of its cases. */
export function presentEvaluation(
  row: EvaluationRow,
  page: { cases: EvaluationCaseRow[]; nextCursor: string | null },
): EvaluationResource {
  const configs = configsOf(row);
  const names = configs.map(({ name }) => name);
  const isOver = row.completedAt !== null;
  return {
    ...presentSummary(row, names),
    configs: configs.map(({ name, body }) => ({ name, ...body })),
    comparisons:
      row.comparisons?.map(({ aOnly, bOnly, pValue, ...rest }) => ({
        ...rest,
        a_only: aOnly,
        b_only: bOnly,
        p_value: pValue,
      })) ?? null,
    items: page.cases.map((caseRow) => presentCase(caseRow, names, isOver)),
    items_page: { next_cursor: page.nextCursor, total: row.cases },
  };
}

/** A page of evaluations, without their questions and answers. */
export function presentEvaluations(
  rows: readonly EvaluationRow[],
  limit: number,
  next: Place | null,
): EvaluationList {
  const evaluations = rows.map((row) => {
    const names = configsOf(row).map(({ name }) => name);
    return { ...presentSummary(row, names), configs: names, cases: row.cases };
  });
  return { evaluations, limit, next_cursor: next === null ? null : cursorOf(next) };
}

/** Members that lists and single reads of evaluations share. */
function presentSummary(row: EvaluationRow, names: readonly string[]) {
  return {
    eval_id: row._id,
    collection_name: row.collectionName,
    status: statusOf(row),
    progress: progressOf(row),
    scorecards:
      row.scorecards === null
        ? null
        : Object.fromEntries(names.map((name) => [name, presentScorecard(row.scorecards![name]!)])),
    billing: billingOf(row),
    error_code: row.error,
    error_message: row.message,
    created_at: row.createdAt.toISOString(),
    completed_at: row.completedAt?.toISOString() ?? null,
  };
}

/** The answer to a request to cancel an evaluation. */
export function presentCancelledEvaluation(row: EvaluationRow, wasOver: boolean): CancelledEvaluation {
  const message = wasOver
    ? `The evaluation has ended: ${row.state}.`
    : 'The evaluation is being cancelled; what was asked before is scored and billed.';
  return { eval_id: row._id, status: statusOf(row), message };
}

/**
 * State of an evaluation on the wire. `preparing` has no name there, because such
 * an evaluation is never shown.
 */
function statusOf({ state }: EvaluationRow): EvaluationResource['status'] {
  return state === 'preparing' ? 'pending' : state;
}

/** Progress in units. The units of cases that are not asked count as done from the start. */
function progressOf({
  cases,
  casesError,
  configCount,
  unitsDone,
}: EvaluationRow): EvaluationResource['progress'] {
  const units_total = cases * configCount;
  const units_done = Math.min(units_total, unitsDone + casesError * configCount);
  return { percent: Math.floor((100 * units_done) / units_total), units_done, units_total };
}

function billingOf({
  billing,
  cases,
  casesError,
  configCount,
}: EvaluationRow): EvaluationResource['billing'] {
  return {
    billable_units: billing?.billableUnits ?? (cases - casesError) * configCount,
    skipped_units: billing?.skippedUnits ?? casesError * configCount,
    failed_configs: billing?.failedConfigs ?? [],
    credits: { used: billing?.credits ?? 0 },
  };
}

function presentScorecard(card: Scorecard): NonNullable<EvaluationResource['scorecards']>[string] {
  return {
    recall_at_1: card.recallAt1,
    recall_at_3: card.recallAt3,
    recall_at_10: card.recallAt10,
    mrr: card.mrr,
    ndcg_at_10: card.ndcgAt10,
    latency_p50_ms: card.latencyP50Ms,
    latency_p95_ms: card.latencyP95Ms,
    scored: card.scored,
    failed: card.failed,
    error: card.error,
  };
}

function presentCase(row: EvaluationCaseRow, names: readonly string[], isOver: boolean): EvaluationCaseBody {
  const missing = row.fault !== null || isOver ? 'skipped' : 'pending';
  const units = row.results.map((result) => presentUnit(result, missing));
  const status = row.fault === null ? caseStatus(units) : 'error';
  return {
    id: row.caseId,
    query: row.query,
    status,
    error_code: row.fault ?? (status === 'failed' ? units[0]!.error_code : null),
    expected_document_ids: row.expectedDocumentIds,
    results: Object.fromEntries(units.map((unit, index) => [names[index]!, unit])),
  };
}

/** State of a case: `pending` while a unit is, otherwise `scored` when at least one unit is scored. */
function caseStatus(units: readonly EvaluationUnit[]): EvaluationCaseBody['status'] {
  const statuses = new Set(units.map(({ status }) => status));
  return (['pending', 'scored', 'failed', 'skipped'] as const).find((status) => statuses.has(status))!;
}

function presentUnit(result: UnitResult | null, missing: 'pending' | 'skipped'): EvaluationUnit {
  const nothing = { hit: null, rank: null, latency_ms: null, query_id: null, retrieved_document_ids: [] };
  if (result === null) return { status: missing, ...nothing, error_code: null };
  if (result.state === 'failed') return { status: 'failed', ...nothing, error_code: result.error };
  return {
    status: 'scored',
    hit: result.score.rank !== null,
    rank: result.score.rank,
    latency_ms: result.latencyMs,
    query_id: result.queryId,
    retrieved_document_ids: result.retrievedDocumentIds,
    error_code: null,
  };
}
