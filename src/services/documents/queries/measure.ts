import { DOCUMENT_ERRORS } from '../../../domain/documents/errors';
import { type QueryAnswer } from '../../../domain/documents/query';
import { searchModeOf } from '../../../domain/documents/query-history';
import { type AnyRefusal } from '../../../domain/platform/refusal';
import { type Metrics } from '../../../metrics';
import { unansweredOutcome } from '../../platform/unanswered';

/** Records the time of an answered query, and of its stages. */
export function measureQuery(metrics: Metrics, { semanticRatio, timing }: QueryAnswer): void {
  const labels = { product: 'documents', mode: searchModeOf(semanticRatio.used) };
  metrics.count('queries', { ...labels, outcome: 'answered' });
  metrics.observeMs('querySeconds', labels, timing.totalMs);
  for (const { name: stage, durationMs } of timing.stages)
    metrics.observeMs('queryStageSeconds', { ...labels, stage }, durationMs);
}

/** Counts a query without an answer. @param semanticRatio as requested; null for the default */
export function countUnanswered(
  metrics: Metrics,
  semanticRatio: number | null,
  { error, signal }: { error: unknown; signal: AbortSignal },
): void {
  const mode = semanticRatio === null ? 'hybrid' : searchModeOf(semanticRatio);
  const outcome = unansweredOutcome(error, statusOf, signal);
  metrics.count('queries', { product: 'documents', mode, outcome });
}

function statusOf({ code }: AnyRefusal): number {
  const { status } =
    (DOCUMENT_ERRORS as Record<string, { status: number }>)[code] ?? DOCUMENT_ERRORS.internal_error;
  return status;
}
