import { type Metrics } from '../../src/metrics';
import { type Family, refusalOf } from './family';
import { type AnyRefusal, ValidationError } from '../../src/domain/platform/refusal';

/** Statuses of refusals by a limit: credits, sizes, rates and places. */
const limitStatuses: ReadonlySet<number> = new Set([402, 413, 429]);

/** Counts a refusal by the limit that caused it; other refusals are not counted. */
export function countRefusal(metrics: Metrics, family: Family, refusal: AnyRefusal | ValidationError): void {
  if (refusal instanceof ValidationError || !limitStatuses.has(refusalOf(family, refusal).status)) return;
  metrics.count('refusals', { limit: refusal.extra.limit ?? refusal.code });
}
