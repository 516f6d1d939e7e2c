import { type components } from 'sheaf-client';

export type StoredQuery = components['schemas']['StoredQuery'];

/** Names of filters that the latency report has but the list of queries lacks. */
export const boundNames = [
  'min_ms',
  'max_ms',
  'api_version',
  'rerank',
  'search_mode',
  'ratio_reason',
  'has_filter',
] as const;

/** Values of these filters; empty when unset. Times are from `min_ms` (inclusive) to `max_ms` (exclusive). */
export type Bounds = Record<(typeof boundNames)[number], string>;

export const isBounded = (bounds: Bounds): boolean => boundNames.some((name) => bounds[name] !== '');

/** Whether the report counts a query under these filters. It leaves out queries of evaluations. */
export function isWithin(query: StoredQuery, bounds: Bounds): boolean {
  const { latency_ms: ms, eval_id: evaluation, params } = query;
  if (evaluation !== null) return false;
  if (bounds.min_ms !== '' && (ms === null || ms < Number(bounds.min_ms))) return false;
  if (bounds.max_ms !== '' && (ms === null || ms >= Number(bounds.max_ms))) return false;
  return (
    isOrAny(bounds.api_version, query.api_version) &&
    isOrAny(bounds.rerank, params.rerank === null ? null : params.rerank ? 'on' : 'off') &&
    isOrAny(bounds.search_mode, modeOf(params.semantic_ratio)) &&
    isOrAny(bounds.ratio_reason, params.ratio_reason) &&
    isOrAny(bounds.has_filter, params.has_filter === null ? null : String(params.has_filter))
  );
}

/** Search mode by semantic ratio; null when the ratio was not recorded. */
export function modeOf(ratio: number | null): 'keyword' | 'semantic' | 'hybrid' | null {
  if (ratio === null) return null;
  if (ratio === 0) return 'keyword';
  return ratio === 1 ? 'semantic' : 'hybrid';
}

const isOrAny = (wanted: string, value: string | null): boolean =>
  wanted === '' || wanted === (value ?? 'unknown');
