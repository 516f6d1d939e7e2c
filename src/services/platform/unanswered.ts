import { type AnyRefusal, isRefusal, ValidationError } from '../../domain/platform/refusal';

/**
 * Outcome of work that threw: `aborted` by the client or a deadline, `refused` because of the request,
 * `failed` by any other fault.
 */
export type Unanswered = 'aborted' | 'refused' | 'failed';

/** @param statusOf HTTP status of a refusal, from the error table of the product */
export function unansweredOutcome(
  error: unknown,
  statusOf: (refusal: AnyRefusal) => number,
  signal: AbortSignal,
): Unanswered {
  if (signal.aborted) return 'aborted';
  if (error instanceof ValidationError) return 'refused';
  return isRefusal(error) && statusOf(error) < 500 ? 'refused' : 'failed';
}
