import { type ApiVersion, type RatioReason } from './query';
import { type SearchMode } from './query-history';

/** Longest window of the latency routes. */
export const latencyWindowMsMax = 90 * 24 * 3_600_000;

/** Bounds of the number of bins of the histogram. */
export const latencyBinsMin = 4;
export const latencyBinsMax = 64;
export const latencyBinsDefault = 16;

/** Collections that a report shows by name; all others are reported together. */
export const latencyCollectionsMax = 10;

/** Settings by which a report groups queries, besides the collection. */
export const LATENCY_SETTINGS = ['apiVersion', 'rerank', 'searchMode', 'ratioReason', 'hasFilter'] as const;
export type LatencySetting = (typeof LATENCY_SETTINGS)[number];

/** Settings of one query; null when the query is older than the setting. */
export interface QueryTraits {
  apiVersion: ApiVersion | null;
  rerank: boolean | null;
  searchMode: SearchMode | null;
  ratioReason: RatioReason | null;
  hasFilter: boolean | null;
}

/**
 * Filter of the queries that a report covers: from `from` (inclusive) to `to` (exclusive). An absent field
 * matches all.
 */
export interface LatencyFilter extends Partial<QueryTraits> {
  from: Date;
  to: Date;
  collection?: string;
}
