import { type Unanswered, unansweredOutcome } from '../../src/services/platform/unanswered';
import { type Family, refusalOf } from './family';

/** Outcome of work that threw, by the error table of a family. */
export function unansweredAs(error: unknown, family: Family, signal: AbortSignal): Unanswered {
  return unansweredOutcome(error, (refusal) => refusalOf(family, refusal).status, signal);
}
