import { type components } from 'sheaf-client';

/** A query of the history. */
export type StoredQuery = components['schemas']['StoredQuery'];

/** Names of the filters that the report of times has and the list has not. */
export const boundNames = ['min_ms', 'max_ms', 'api_version', 'rerank', 'search_mode', 'has_filter'] as const;

/** Those filters; empty where not set. Times from `min_ms` to below `max_ms`. */
export type Bounds = Record<(typeof boundNames)[number], string>;

/** Whether any is set. */
export const isBounded = (bounds: Bounds): boolean => boundNames.some((name) => bounds[name] !== '');

/** Whether a query is among those that the report counts under the filters. It leaves evaluations out. */
export function isWithin(query: StoredQuery, bounds: Bounds): boolean {
  const { latency_ms: ms, eval_id: evaluation, params } = query;
  if (evaluation !== null) return false;
  if (bounds.min_ms !== '' && (ms === null || ms < Number(bounds.min_ms))) return false;
  if (bounds.max_ms !== '' && (ms === null || ms >= Number(bounds.max_ms))) return false;
  return (
    isOrAny(bounds.api_version, query.api_version) &&
    isOrAny(bounds.rerank, params.rerank === null ? null : params.rerank ? 'on' : 'off') &&
    isOrAny(bounds.search_mode, modeOf(params.semantic_ratio)) &&
    isOrAny(bounds.has_filter, params.has_filter === null ? null : String(params.has_filter))
  );
}

/** What a query looked for, by its weight of the meaning; null where that was not recorded. */
export function modeOf(ratio: number | null): 'keyword' | 'semantic' | 'hybrid' | null {
  if (ratio === null) return null;
  if (ratio === 0) return 'keyword';
  return ratio === 1 ? 'semantic' : 'hybrid';
}

const isOrAny = (wanted: string, value: string | null): boolean =>
  wanted === '' || wanted === (value ?? 'unknown');
