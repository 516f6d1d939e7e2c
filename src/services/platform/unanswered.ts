import { type AnyRefusal, isRefusal, ValidationError } from '../../domain/platform/refusal';

/**
 * How work ended that threw: `aborted` by the client or a deadline, `refused` as the request was, `failed` by a
 * fault that is not the client's.
 */
export type Unanswered = 'aborted' | 'refused' | 'failed';

/** @param statusOf HTTP status of a refusal, by the error table of the product */
export function unansweredOutcome(
  error: unknown,
  statusOf: (refusal: AnyRefusal) => number,
  signal: AbortSignal,
): Unanswered {
  if (signal.aborted) return 'aborted';
  if (error instanceof ValidationError) return 'refused';
  return isRefusal(error) && statusOf(error) < 500 ? 'refused' : 'failed';
}
