import { type DocumentActivities, type EvaluationOutcome } from '../../../src/domain/documents/activities';
import { evaluationCredits } from '../../../src/domain/documents/billing';
import {
  type EvaluationEnding,
  type EvaluationError,
  evaluationVerdict,
  isFinalEvaluationState,
} from '../../../src/domain/documents/evaluation';
import { createEvaluationTally } from '../../../src/retrieval';
import { configsOf, type EvaluationRow } from '../../../src/stores/documents/evaluations/evaluation-kind';
import { type ActivityDeps } from '../../deps';

const sentences: Record<EvaluationError, string> = {
  cancelled: 'The evaluation was cancelled; what was asked before is scored and billed.',
  collection_not_found: 'The collection was deleted before all questions were asked.',
  collection_moved: 'The collection was moved to another environment before all questions were asked.',
  collection_inactive: 'The collection was made inactive before all questions were asked.',
  no_case_resolved: 'None of the cases names documents of the collection.',
  all_units_failed: 'No question was answered under any configuration; each says why.',
  execution_failed: 'The evaluation was stopped by an error before all questions were asked.',
};

export type FinishEvaluation = Parameters<DocumentActivities['finishEvaluation']>[0];

export type FinishEvaluationDeps = Pick<ActivityDeps, 'evaluationCases' | 'evaluations'>;

/** Ends an evaluation and settles its bill. Idempotent; the run and the sweep may call it at any time. */
export async function finishEvaluation(
  deps: FinishEvaluationDeps,
  { evalId, ending, message }: FinishEvaluation,
): Promise<EvaluationOutcome | null> {
  let row = await deps.evaluations.get(evalId);
  if (row === null || row.state === 'preparing') return null;
  if (!isFinalEvaluationState(row.state)) row = await end(deps, row, ending, message);
  if (row === null || !isFinalEvaluationState(row.state)) return null;
  if (row.checkAt !== undefined) await deps.evaluations.settle(row);
  return { state: row.state, error: row.error, message: row.message };
}

async function end(
  { evaluationCases, evaluations }: FinishEvaluationDeps,
  row: EvaluationRow,
  ending: EvaluationEnding,
  message: string | null,
): Promise<EvaluationRow | null> {
  const names = configsOf(row).map(({ name }) => name);
  const tally = createEvaluationTally(names, row);
  for await (const { results } of evaluationCases.results(row._id)) tally.add(results);
  const { scored, failed } = tally.units();
  const verdict = evaluationVerdict(ending, { casesError: row.casesError, scored, failed });
  const scorecards = tally.scorecards();
  const isFailed = (name: string) => scorecards[name]!.scored === 0 && scorecards[name]!.failed > 0;
  return evaluations.end(row._id, {
    ...verdict,
    message: message ?? (verdict.error === null ? null : sentences[verdict.error]),
    unitsDone: scored + failed,
    scorecards,
    comparisons: tally.comparisons(),
    billing: {
      billableUnits: scored,
      skippedUnits: row.cases * row.configCount - scored - failed,
      failedConfigs: names.filter(isFailed),
      credits: evaluationCredits(scored),
    },
  });
}
