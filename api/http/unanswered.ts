import { type Family, refusalOf } from './family';
import { isRefusal, ValidationError } from '../../src/domain/platform/refusal';

/**
 * Outcome of work that threw: `aborted` by the client or a deadline, `refused` as the request was, `failed` for a
 * fault that is not the client's.
 */
export function unansweredAs(
  error: unknown,
  family: Family,
  signal: AbortSignal,
): 'aborted' | 'refused' | 'failed' {
  if (signal.aborted) return 'aborted';
  if (error instanceof ValidationError) return 'refused';
  return isRefusal(error) && refusalOf(family, error).status < 500 ? 'refused' : 'failed';
}
