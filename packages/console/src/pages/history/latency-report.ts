import { type components } from 'sheaf-client';
import { type SettingFilters } from './setting-fields';

/** A report of processing times. */
export type LatencyReport = components['schemas']['LatencyReport'];

/** Filters of a report: a window of so many hours until now, and how queries were asked. */
export type LatencyFilters = SettingFilters & { hours: string; collection: string };

/** A bin of a histogram that is worth showing. */
export interface ShownBin {
  /** Its place among all bins of the report. */
  bin: number;
  low: number;
  high: number;
  count: number;
}

/**
 * The bins of a report without those between edges that are equal, which hold nothing: few or close times
 * make most of them so. Where all times are the same, one bin of no width is left.
 */
export function shownBins({ histogram: { edges, counts } }: LatencyReport): ShownBin[] {
  return counts
    .map((count, bin) => ({ bin, low: edges[bin] ?? 0, high: edges[bin + 1] ?? 0, count }))
    .filter(({ low, high, count }) => high > low || count > 0);
}

/** The time that all measured queries took; null where they differ, or there are none. */
export function sameTime({ histogram: { edges } }: LatencyReport): number | null {
  const [least, most] = [edges[0], edges.at(-1)];
  return least !== undefined && least === most ? least : null;
}

/** Where a time stands among edges of bins: the number of its bin and the share of it that lies before. */
export function placeIn(edges: readonly number[], ms: number): number {
  const bins = edges.length - 1;
  for (let bin = 0; bin < bins; bin++) {
    const [low, high] = [edges[bin]!, edges[bin + 1]!];
    if (ms > high || (ms === high && bin < bins - 1)) continue;
    // Edges grow by a factor, so that shares are of logarithms; a time of nothing has none.
    const [from, to] = [Math.log(low + 1), Math.log(high + 1)];
    return bin + (to > from ? (Math.log(ms + 1) - from) / (to - from) : 0);
  }
  return bins;
}

/** Address of the history with the queries of a bin. The last bin holds both of its edges. */
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

/** The filters as the API takes them, and the window until now. */
export function latencyQuery(filters: LatencyFilters) {
  const { hours, collection, api_version: version, rerank, search_mode: mode, has_filter: filter } = filters;
  const now = Date.now();
  return {
    from: new Date(now - Number(hours) * 3_600_000).toISOString(),
    to: new Date(now).toISOString(),
    ...(collection !== '' && { collection }),
    ...(version !== '' && { api_version: version as 'v2' }),
    ...(rerank !== '' && { rerank: rerank as 'on' }),
    ...(mode !== '' && { search_mode: mode as 'hybrid' }),
    ...(filter !== '' && { has_filter: filter as 'true' }),
  };
}
