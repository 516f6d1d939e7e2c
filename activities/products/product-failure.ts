import { ApplicationFailure, CancelledFailure } from '@temporalio/activity';
import { TooManyFields } from '../../src/product-search';
import { isRefusedForRoom, NoRoomForIndex, refusalReason } from '../../src/stores/elastic/search-unavailable';
import { EngineDiskFull } from '../../src/stores/products/physical-index';
import { buildVerdict, engineFailure } from './index-build/build-failures';

/** Sentence for the owner of a job that the search engine refuses; null for other errors. */
export function refusalSentence(error: unknown): string | null {
  const reason = refusalReason(error);
  return reason === null ? null : `The search engine refuses a request of the job (${reason}).`;
}

/**
 * Converts an error into the failure of an activity of product search: known errors get their code, all
 * others `internal_error`, which is retried. Cancellations are returned unchanged.
 */
export function asProductFailure(error: unknown): unknown {
  if (error instanceof ApplicationFailure || error instanceof CancelledFailure) return error;
  if (error instanceof TooManyFields) return buildVerdict('BUILD_QUALITY', error.message);
  if (isRefusedForRoom(error)) return asProductFailure(new EngineDiskFull(error));
  if (error instanceof EngineDiskFull || error instanceof NoRoomForIndex)
    return engineFailure(error.message, error);
  const refusal = refusalSentence(error);
  if (refusal !== null) return engineFailure(refusal, error as Error);
  return ApplicationFailure.create({
    type: 'internal_error',
    message: error instanceof Error ? error.message : 'a value that is no error was thrown',
    ...(error instanceof Error ? { cause: error } : {}),
  });
}
