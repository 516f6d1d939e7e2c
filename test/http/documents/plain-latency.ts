import { type QueryRow } from '../../../src/stores/documents/queries/queries';

/** Filters of the latency routes, as they are sent. */
export interface PlainFilter {
  collection?: string;
  api_version?: string;
  rerank?: string;
  search_mode?: string;
  ratio_reason?: string;
  has_filter?: string;
}

interface Window {
  from: Date;
  to: Date;
}

const spoken = {
  api_version: (row: QueryRow) => row.apiVersion ?? 'unknown',
  rerank: (row: QueryRow) => (row.rerank === null ? 'unknown' : row.rerank ? 'on' : 'off'),
  search_mode: (row: QueryRow) => row.searchMode ?? 'unknown',
  ratio_reason: (row: QueryRow) => row.ratioReason ?? 'unknown',
  has_filter: (row: QueryRow) => (row.hasFilter === null ? 'unknown' : String(row.hasFilter)),
};
const settings = Object.keys(spoken) as (keyof typeof spoken)[];

function inPopulation(row: QueryRow, { from, to }: Window, { collection }: PlainFilter): boolean {
  const isInside = row.createdAt >= from && row.createdAt < to;
  return isInside && row.evalId === null && (collection === undefined || row.collectionName === collection);
}

const matches = (row: QueryRow, window: Window, filter: PlainFilter): boolean =>
  inPopulation(row, window, filter) &&
  settings.every((name) => filter[name] === undefined || spoken[name](row) === filter[name]);

/** The value that so many per cent of the sorted values do not exceed, by the words of the definition. */
function nearestRank(values: readonly number[], percent: number): number | null {
  const sorted = values.toSorted((a, b) => a - b);
  return sorted.find((_, place) => (place + 1) * 100 >= percent * sorted.length) ?? null;
}

const percentiles = (values: readonly number[]) => ({
  p50: nearestRank(values, 50),
  p95: nearestRank(values, 95),
  p99: nearestRank(values, 99),
});

function grouped(rows: readonly QueryRow[], keyOf: (row: QueryRow) => string): [string, QueryRow[]][] {
  return [...new Set(rows.map(keyOf))].map((key) => [key, rows.filter((row) => keyOf(row) === key)]);
}

function edgesOf(values: readonly number[], bins: number): number[] {
  if (values.length === 0) return [];
  const [min, max] = [Math.min(...values), Math.max(...values)];
  const [low, high] = [Math.log(Math.max(1, min)), Math.log(Math.max(1, max))];
  return Array.from({ length: bins + 1 }, (_, n) => {
    if (n === 0) return min;
    return n === bins ? max : Math.min(max, Math.round(Math.exp(low + ((high - low) * n) / bins)));
  });
}

function counted(values: readonly number[], edges: readonly number[]): number[] {
  return edges.slice(1).map((upper, bin) => {
    const isLast = bin === edges.length - 2;
    return values.filter((value) => value >= edges[bin]! && (isLast || value < upper)).length;
  });
}

/** The report that the rows give, computed in the plainest way. */
export function reportOf(rows: readonly QueryRow[], window: Window, filter: PlainFilter, bins: number) {
  const matching = rows.filter((row) => matches(row, window, filter));
  const measured = matching.filter(({ latencyMs }) => latencyMs !== null);
  const timesOf = (some: readonly QueryRow[]) => some.map(({ latencyMs }) => latencyMs!);
  const edges = edgesOf(timesOf(measured), bins);
  const ranked = grouped(measured, ({ collectionName }) => collectionName).sort(
    ([a, of], [b, others]) => others.length - of.length || (a < b ? -1 : 1),
  );
  const others = timesOf(ranked.slice(10).flatMap(([, of]) => of));
  const population = rows.filter((row) => inPopulation(row, window, filter));
  const share = (name: keyof typeof spoken) =>
    population.length === 0
      ? 1
      : population.filter((row) => spoken[name](row) !== 'unknown').length / population.length;
  return {
    counts: {
      matching: matching.length,
      measured: measured.length,
      missing: matching.length - measured.length,
    },
    percentiles: percentiles(timesOf(measured)),
    histogram: { edges, counts: counted(timesOf(measured), edges) },
    collections: [
      ...ranked.slice(0, 10).map(([collection_name, of]) => ({
        collection_name,
        count: of.length,
        ...percentiles(timesOf(of)),
        counts: counted(timesOf(of), edges),
        is_other: false,
      })),
      ...(ranked.length <= 10
        ? []
        : [
            {
              collection_name: 'other',
              count: others.length,
              p50: null,
              p95: null,
              p99: null,
              counts: counted(others, edges),
              is_other: true,
            },
          ]),
    ],
    coverage: Object.fromEntries(settings.map((name) => [name, share(name)])),
  };
}

/** Collections that were asked, whose name holds a text. */
export function activeOf(rows: readonly QueryRow[], window: Window, filter: PlainFilter, search: string) {
  const matching = rows.filter((row) => matches(row, window, filter) && row.collectionName.includes(search));
  return grouped(matching, ({ collectionId }) => collectionId)
    .sort(([a, of], [b, others]) => others.length - of.length || (a < b ? -1 : 1))
    .map(([collection_id, of]) => ({
      collection_name: of[0]!.collectionName,
      collection_id,
      count: of.length,
      last_query_at: new Date(Math.max(...of.map(({ createdAt }) => createdAt.getTime()))).toISOString(),
    }));
}

/** The slowest queries. */
export function slowestOf(rows: readonly QueryRow[], window: Window, filter: PlainFilter, max: number) {
  return rows
    .filter((row) => matches(row, window, filter) && row.latencyMs !== null)
    .sort((a, b) => b.latencyMs! - a.latencyMs! || (a._id < b._id ? -1 : 1))
    .slice(0, max)
    .map(({ _id, requestId, latencyMs }) => ({
      query_id: _id,
      request_id: requestId,
      duration_ms: latencyMs,
    }));
}
