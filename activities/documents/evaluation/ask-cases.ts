import { availableParallelism } from 'node:os';
import { type EvaluationRef } from '../../../src/domain/documents/activities';
import { type CollectionRow } from '../../../src/stores/documents/contents/collections';
import { configsOf, type EvaluationRow } from '../../../src/stores/documents/evaluations/evaluation-kind';
import { type ActivityDeps } from '../../deps';
import { createFairLanes } from '../../../src/fair-lanes';
import { whileAlive } from '../../attempt/while-alive';
import { type AskUnitDeps, askUnit } from './ask-unit';
import { ApplicationFailure } from '@temporalio/activity';
import {
  type CollectionFault,
  evaluationNotRunning,
  type StoredEvaluationState,
} from '../../../src/domain/documents/evaluation';

/** Concurrent units, which leave processor time and stores to other work. */
const lanesMax = 2 * availableParallelism();

export type AskCasesDeps = Pick<ActivityDeps, 'collections' | 'evaluationCases' | 'evaluations'> &
  AskUnitDeps;

const lanes = createFairLanes(lanesMax);

/** Asks cases one after the other. Each result is written at once, and a retry continues after it. */
export async function askCases(
  deps: AskCasesDeps,
  { evalId, from, to }: EvaluationRef & { from: number; to: number },
): Promise<{ units: number }> {
  const row = await deps.evaluations.get(evalId);
  if (row?.state !== 'running') throw evaluationOver(row?.state ?? null);
  return { units: await whileAlive((signal) => ask(deps, row, from, to, signal)) };
}

/** The present state of the collection. @throws ApplicationFailure with a `CollectionFault` */
async function collectionOf(
  { collections }: AskCasesDeps,
  { collectionId, organizationId, environment }: EvaluationRow,
): Promise<CollectionRow> {
  const collection = await collections.findById(collectionId);
  if (collection === null) throw collectionFailure('collection_not_found');
  const isMoved = collection.organizationId !== organizationId || collection.environment !== environment;
  if (isMoved) throw collectionFailure('collection_moved');
  if (!collection.active) throw collectionFailure('collection_inactive');
  return collection;
}

async function ask(
  deps: AskCasesDeps,
  row: EvaluationRow,
  from: number,
  to: number,
  signal: AbortSignal,
): Promise<number> {
  const collection = await collectionOf(deps, row);
  const configs = configsOf(row);
  const caseRows = await deps.evaluationCases.page(row._id, from, to - from);
  const visit = lanes.enter(row.organizationId);
  let units = 0;
  for (const caseRow of caseRows.filter(({ fault }) => fault === null)) {
    for (const [configIndex, config] of configs.entries()) {
      if (caseRow.results[configIndex] !== null) continue;
      const unit = { collection, caseRow, config, configIndex };
      const result = await visit.step(() => askUnit(deps, unit, signal), signal);
      if (!(await deps.evaluationCases.saveResult(caseRow._id, configIndex, result))) continue;
      if (!(await deps.evaluations.saveUnit(row._id)))
        throw evaluationOver((await deps.evaluations.get(row._id))?.state ?? null);
      units++;
    }
  }
  await deps.evaluations.saveBatch(row._id);
  return units;
}

/** Failure for an evaluation that has ended outside the run: the attempt stops without an error. */
function evaluationOver(state: StoredEvaluationState | null): ApplicationFailure {
  return ApplicationFailure.create({
    type: evaluationNotRunning,
    message: state === null ? 'The evaluation does not exist.' : `The evaluation is ${state}.`,
    details: [state],
    nonRetryable: true,
    category: 'BENIGN',
  });
}

/** Failure for a collection that can no longer be queried, which ends the evaluation. */
function collectionFailure(type: CollectionFault): ApplicationFailure {
  return ApplicationFailure.create({
    type,
    message: 'The collection was removed, moved or made inactive.',
    nonRetryable: true,
    category: 'BENIGN',
  });
}
