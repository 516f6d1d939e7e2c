import {
  LATENCY_SETTINGS,
  type LatencyFilter,
  type LatencySetting,
  latencyCollectionsMax,
} from '../../domain/query-latency';
import { type Tenant } from '../../domain/tenancy';
import { type Stores } from '../../stores';
import { type QueryHistory } from '../history';
import { percentilesOf, totalOf, type ValueCounts } from '../percentiles';
import { binCounts, geometricEdges } from './histogram';

/** Milliseconds; null of no queries. */
export interface LatencyPercentiles {
  p50: number | null;
  p95: number | null;
  p99: number | null;
}

/** One collection of a report, or all those that it does not show by name. */
export interface CollectionLatency extends LatencyPercentiles {
  /** Null for the others together, whose percentiles are null. */
  name: string | null;
  measured: number;
  /** In the bins of the report. */
  bins: number[];
}

/** Processing times of completed queries, those of evaluations left out. */
export interface LatencyReport {
  /** Queries that the filter finds, with a recorded processing time and without. */
  measured: number;
  missing: number;
  percentiles: LatencyPercentiles;
  /** One more than there are bins; empty when nothing was measured. */
  edges: number[];
  bins: number[];
  /** Those with the most measured queries, at most ten, and then the others. */
  collections: CollectionLatency[];
  /** Share of the queries of window and collection that recorded a setting, 0 to 1; 1 when there are none. */
  coverage: Record<LatencySetting, number>;
  /** Nothing of the window is known to be lost, or on its way to the store. */
  complete: boolean;
  /** What was asked before it is in the report, unless it was lost. */
  watermark: Date;
  generatedAt: Date;
}

/** What reports are made from. */
export interface ReportSources {
  stores: Pick<Stores, 'queryLatency' | 'queryLosses'>;
  history: Pick<QueryHistory, 'waitingSince' | 'written'>;
}

/**
 * Computes a report, exactly: the store counts how often each time was taken, and everything follows from those counts, so that memory
 * grows with the number of different times and not with that of queries.
 */
export async function computeReport(
  { stores: { queryLatency, queryLosses }, history }: ReportSources,
  tenant: Tenant,
  filter: LatencyFilter,
  bins: number,
  now: Date,
): Promise<LatencyReport> {
  await history.written(tenant);
  const waitingSince = history.waitingSince(tenant);
  const [times, coverage, lost] = await Promise.all([
    readTimes(queryLatency.counts(tenant, filter)),
    readCoverage(queryLatency.traits(tenant, populationOf(filter))),
    queryLosses.any(tenant, filter),
  ]);
  const edges = geometricEdges(times.all, bins);
  const moments = [filter.to, now, ...(waitingSince === null ? [] : [waitingSince])];
  const watermark = moments.reduce((a, b) => (a < b ? a : b));
  return {
    measured: totalOf(times.all),
    missing: times.missing,
    percentiles: percentiles(times.all),
    edges,
    bins: binCounts(times.all, edges),
    collections: rankCollections(times, edges),
    coverage,
    complete: !lost && (waitingSince === null || waitingSince >= filter.to),
    watermark,
    generatedAt: now,
  };
}

interface Times {
  all: ValueCounts;
  byCollection: Map<string, Map<number, number>>;
  missing: number;
}

type Counts = ReturnType<ReportSources['stores']['queryLatency']['counts']>;
type Traits = ReturnType<ReportSources['stores']['queryLatency']['traits']>;

async function readTimes(counts: Counts): Promise<Times> {
  const all = new Map<number, number>();
  const byCollection = new Map<string, Map<number, number>>();
  let missing = 0;
  for await (const { collectionName, latencyMs, queries } of counts) {
    if (latencyMs === null) {
      missing += queries;
      continue;
    }
    let own = byCollection.get(collectionName);
    if (own === undefined) byCollection.set(collectionName, (own = new Map<number, number>()));
    for (const counted of [all, own]) counted.set(latencyMs, (counted.get(latencyMs) ?? 0) + queries);
  }
  return { all, byCollection, missing };
}

/** The settings that are filtered by are what coverage is about: it is counted without them. */
function populationOf({ from, to, collection }: LatencyFilter): LatencyFilter {
  return { from, to, ...(collection === undefined ? {} : { collection }) };
}

async function readCoverage(combinations: Traits): Promise<LatencyReport['coverage']> {
  const recorded = { apiVersion: 0, rerank: 0, searchMode: 0, hasFilter: 0 };
  let all = 0;
  for await (const { traits, queries } of combinations) {
    all += queries;
    for (const setting of LATENCY_SETTINGS) if (traits[setting] !== null) recorded[setting] += queries;
  }
  if (all === 0) return { apiVersion: 1, rerank: 1, searchMode: 1, hasFilter: 1 };
  for (const setting of LATENCY_SETTINGS) recorded[setting] /= all;
  return recorded;
}

function rankCollections({ all, byCollection }: Times, edges: readonly number[]): CollectionLatency[] {
  const ranked = [...byCollection]
    .map(([name, counts]) => ({ name, counts, measured: totalOf(counts) }))
    .sort((a, b) => b.measured - a.measured || (a.name < b.name ? -1 : 1));
  const shown = ranked
    .slice(0, latencyCollectionsMax)
    .map(({ name, counts, measured }): CollectionLatency => ({
      name,
      measured,
      ...percentiles(counts),
      bins: binCounts(counts, edges),
    }));
  if (ranked.length <= latencyCollectionsMax) return shown;
  const bins = binCounts(all, edges);
  for (const collection of shown) collection.bins.forEach((count, bin) => (bins[bin]! -= count));
  const measured = bins.reduce((sum, count) => sum + count, 0);
  return [...shown, { name: null, measured, p50: null, p95: null, p99: null, bins }];
}

function percentiles(counts: ValueCounts): LatencyPercentiles {
  const [p50 = null, p95 = null, p99 = null] = percentilesOf(counts, [50, 95, 99]);
  return { p50, p95, p99 };
}
