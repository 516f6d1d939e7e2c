import { type ApiVersion } from './query';
import { type SearchMode } from './query-history';

/** Longest window of the latency routes. */
export const latencyWindowMsMax = 90 * 24 * 3_600_000;

/** Bins of the histogram. */
export const latencyBinsMin = 4;
export const latencyBinsMax = 64;
export const latencyBinsDefault = 16;

/** Collections that a report shows by name; the others are one. */
export const latencyCollectionsMax = 10;

/** Settings that queries are told apart by, besides their collection. */
export const LATENCY_SETTINGS = ['apiVersion', 'rerank', 'searchMode', 'hasFilter'] as const;
export type LatencySetting = (typeof LATENCY_SETTINGS)[number];

/** Settings of one query; null where the query predates the setting. */
export interface QueryTraits {
  apiVersion: ApiVersion | null;
  rerank: boolean | null;
  searchMode: SearchMode | null;
  hasFilter: boolean | null;
}

/**
 * Selection of the queries that are measured: from `from` up to `to`, exclusive. A field that is left out
 * selects nothing.
 */
export interface LatencyFilter extends Partial<QueryTraits> {
  from: Date;
  to: Date;
  collection?: string;
}
