import { useQuery } from '@tanstack/react-query';
import { type Sheaf } from 'sheaf-client';
import { useSheaf } from '../../data/data-provider';

const refetchMs = 15_000;
export const windowMinutes = 15;
const minuteMs = 60_000;
/** Processing time from which a query counts as slow. */
export const slowMs = 1_000;
/** Slow queries that are named. */
const slowMax = 3;

interface SlowQuery {
  id: string;
  text: string;
  ms: number;
}

export interface RecentQueries {
  /** Queries in the window, without those of evaluations. */
  count: number;
  p50: number | null;
  p95: number | null;
  /** The slowest ones, if any is slow. */
  slow: readonly SlowQuery[];
  /** ISO 8601 beginning of the window. */
  from: string;
}

/** Queries of the last minutes, their times, and the slowest of them. */
export function useRecentQueries() {
  const sheaf = useSheaf();
  return useQuery({
    queryKey: ['home', 'queries'],
    queryFn: ({ signal }) => readRecent(sheaf, signal),
    refetchInterval: refetchMs,
  });
}

async function readRecent(sheaf: Sheaf, signal: AbortSignal): Promise<RecentQueries> {
  const now = Date.now();
  const from = new Date(now - windowMinutes * minuteMs).toISOString();
  const window = { from, to: new Date(now).toISOString() };
  const report = await sheaf.get('/v2/queries/latency', { params: { query: window }, signal });
  const { counts, percentiles, histogram } = report;
  const slowest = histogram.edges.at(-1) ?? 0;
  const slow = slowest < slowMs ? [] : await readSlow(sheaf, window, signal);
  return { count: counts.matching, p50: percentiles.p50, p95: percentiles.p95, slow, from };
}

async function readSlow(
  sheaf: Sheaf,
  window: { from: string; to: string },
  signal: AbortSignal,
): Promise<SlowQuery[]> {
  const { queries } = await sheaf.get('/v2/queries/latency/slowest', {
    params: { query: { ...window, limit: slowMax } },
    signal,
  });
  return Promise.all(
    queries
      .filter(({ duration_ms: ms }) => ms >= slowMs)
      .map(async ({ query_id: id, duration_ms: ms }) => {
        const path = { query_id: id };
        const { query_text: text } = await sheaf.get('/v2/queries/{query_id}', { params: { path }, signal });
        return { id, text, ms };
      }),
  );
}
