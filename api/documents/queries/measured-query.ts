import { type QueryAnswer } from '../../../src/domain/documents/query';
import { searchModeOf } from '../../../src/domain/documents/query-history';
import { type Metrics } from '../../../src/metrics';
import { unansweredAs } from '../../http/unanswered';
import { documentsError } from '../family';

/** Measures an answered query: its time, and that of its stages. */
export function measureQuery(metrics: Metrics, { semanticRatio, timing }: QueryAnswer): void {
  const labels = { product: 'documents', mode: searchModeOf(semanticRatio.used) };
  metrics.count('queries', { ...labels, outcome: 'answered' });
  metrics.observeMs('querySeconds', labels, timing.totalMs);
  for (const { name: stage, durationMs } of timing.stages)
    metrics.observeMs('queryStageSeconds', { ...labels, stage }, durationMs);
}

/** Counts a query that got no answer. @param semanticRatio as it was asked for; null for the default */
export function countUnanswered(
  metrics: Metrics,
  semanticRatio: number | null,
  { error, signal }: { error: unknown; signal: AbortSignal },
): void {
  const mode = semanticRatio === null ? 'hybrid' : searchModeOf(semanticRatio);
  const outcome = unansweredAs(error, documentsError, signal);
  metrics.count('queries', { product: 'documents', mode, outcome });
}
