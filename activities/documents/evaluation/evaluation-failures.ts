import { ApplicationFailure } from '@temporalio/activity';
import {
  type CollectionFault,
  evaluationNotRunning,
  type StoredEvaluationState,
} from '../../../src/domain/documents/evaluation';

/** Failure for an evaluation that has ended outside the run: the attempt stops without an error. */
export function evaluationOver(state: StoredEvaluationState | null): ApplicationFailure {
  return ApplicationFailure.create({
    type: evaluationNotRunning,
    message: state === null ? 'The evaluation does not exist.' : `The evaluation is ${state}.`,
    details: [state],
    nonRetryable: true,
    category: 'BENIGN',
  });
}

/** Failure for a collection that can no longer be queried, which ends the evaluation. */
export function collectionFailure(type: CollectionFault): ApplicationFailure {
  return ApplicationFailure.create({
    type,
    message: 'The collection was removed, moved or made inactive.',
    nonRetryable: true,
    category: 'BENIGN',
  });
}
