import { type components } from 'sheaf-client';
import { type SettingFilters } from './setting-fields';

export type LatencyReport = components['schemas']['LatencyReport'];

/** Filters of a report: a window of `hours` until now, and settings of queries. */
export type LatencyFilters = SettingFilters & { hours: string; collection: string };

/** A bin of a histogram that is shown. */
export interface ShownBin {
  /** Index among all bins of the report. */
  bin: number;
  low: number;
  high: number;
  count: number;
}

/**
 * Bins of a report without those whose edges are equal, which are always empty: few or close times produce
 * many. If all times are equal, one bin without width is left.
 */
export function shownBins({ histogram: { edges, counts } }: LatencyReport): ShownBin[] {
  return counts
    .map((count, bin) => ({ bin, low: edges[bin] ?? 0, high: edges[bin + 1] ?? 0, count }))
    .filter(({ low, high, count }) => high > low || count > 0);
}

/** The time of all measured queries if they are equal; null if they differ, or there are none. */
export function sameTime({ histogram: { edges } }: LatencyReport): number | null {
  const [least, most] = [edges[0], edges.at(-1)];
  return least !== undefined && least === most ? least : null;
}

/** Position of a time among edges of bins: index of its bin plus the share of the bin before it. */
export function placeIn(edges: readonly number[], ms: number): number {
  const bins = edges.length - 1;
  for (let bin = 0; bin < bins; bin++) {
    const [low, high] = [edges[bin]!, edges[bin + 1]!];
    if (ms > high || (ms === high && bin < bins - 1)) continue;
    // Edges grow by a factor, so that shares are those of logarithms; adding 1 admits a time of 0.
    const [from, to] = [Math.log(low + 1), Math.log(high + 1)];
    return bin + (to > from ? (Math.log(ms + 1) - from) / (to - from) : 0);
  }
  return bins;
}

/** Address of the history with the queries of a bin. The last bin includes both of its edges. */
export function binAddress(report: LatencyReport, filters: LatencyFilters, bin: number): string {
  const { edges, counts } = report.histogram;
  const high = (edges[bin + 1] ?? 0) + (bin === counts.length - 1 ? 1 : 0);
  const fields = {
    ...filters,
    hours: '',
    ...report.window,
    min_ms: String(edges[bin] ?? 0),
    max_ms: String(high),
  };
  return `/history?${new URLSearchParams(Object.entries(fields).filter(([, value]) => value !== '')).toString()}`;
}

/** The filters as parameters of the API, with the window until now. */
export function latencyQuery(filters: LatencyFilters) {
  const { hours, collection, api_version: version, rerank, has_filter: filter } = filters;
  const { search_mode: mode, ratio_reason: reason } = filters;
  const now = Date.now();
  return {
    from: new Date(now - Number(hours) * 3_600_000).toISOString(),
    to: new Date(now).toISOString(),
    ...(collection !== '' && { collection }),
    ...(version !== '' && { api_version: version as 'v2' }),
    ...(rerank !== '' && { rerank: rerank as 'on' }),
    ...(mode !== '' && { search_mode: mode as 'hybrid' }),
    ...(reason !== '' && { ratio_reason: reason as 'default' }),
    ...(filter !== '' && { has_filter: filter as 'true' }),
  };
}
