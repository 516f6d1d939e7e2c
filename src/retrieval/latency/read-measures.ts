import {
  LATENCY_SETTINGS,
  type LatencyFilter,
  type LatencySetting,
  latencyCollectionsMax,
} from '../../domain/documents/query-latency';
import { type QueryStage } from '../../domain/documents/query';
import { type Tenant } from '../../domain/platform/tenancy';
import { type Stores } from '../../stores';
import { type QueryHistory } from '../history';
import { totalOf, type ValueCounts } from '../percentiles';

/** Figures of a report without bins, and the counts from which bins are computed. */
export interface LatencyMeasures {
  /** Number of queries by processing time in milliseconds. */
  all: ValueCounts;
  /** The collections with the most measured queries, at most ten, in descending order. */
  ranked: { name: string; counts: ValueCounts; measured: number }[];
  /** Whether there are other collections. */
  hasOthers: boolean;
  /** Number of queries by time in milliseconds, for each stage; null when not requested. */
  stages: ReadonlyMap<QueryStage, ValueCounts> | null;
  /** Queries without a recorded processing time. */
  missing: number;
  /** Share of the queries in window and collection that recorded a setting, 0 to 1; 1 without queries. */
  coverage: Record<LatencySetting, number>;
  /** Whether no record of the window is known to be lost or still unwritten. */
  complete: boolean;
  /** Time up to which the report is complete, except for lost records. */
  watermark: Date;
  generatedAt: Date;
}

export interface ReportSources {
  stores: Pick<Stores, 'queryLatency' | 'queryLosses'>;
  history: Pick<QueryHistory, 'waitingSince' | 'written'>;
}

/**
 * Reads the exact figures of a report. The store counts the queries by time, and all figures follow from
 * these counts: memory grows with the number of distinct times, not of queries.
 *
 * @param options.stages whether to read stage times too, which reads the rows of all the queries
 */
export async function readMeasures(
  { stores: { queryLatency, queryLosses }, history }: ReportSources,
  tenant: Tenant,
  filter: LatencyFilter,
  { stages: withStages, now }: { stages: boolean; now: Date },
): Promise<LatencyMeasures> {
  await history.written(tenant);
  const waitingSince = history.waitingSince(tenant);
  const [times, stages, coverage, lost] = await Promise.all([
    readTimes(queryLatency.counts(tenant, filter)),
    withStages ? readStages(queryLatency.stages(tenant, filter)) : null,
    readCoverage(queryLatency.traits(tenant, populationOf(filter))),
    queryLosses.any(tenant, filter),
  ]);
  const moments = [filter.to, now, ...(waitingSince === null ? [] : [waitingSince])];
  return {
    ...times,
    stages,
    coverage,
    complete: !lost && (waitingSince === null || waitingSince >= filter.to),
    watermark: moments.reduce((a, b) => (a < b ? a : b)),
    generatedAt: now,
  };
}

/** Number of pairs of time and count in the measures, at least 1. */
export function measuresSize({ all, ranked, stages }: LatencyMeasures): number {
  const others = [...ranked.map(({ counts }) => counts), ...(stages?.values() ?? [])];
  return others.reduce((size, counts) => size + counts.size, all.size + 1);
}

type Counts = ReturnType<ReportSources['stores']['queryLatency']['counts']>;
type Stages = ReturnType<ReportSources['stores']['queryLatency']['stages']>;
type Traits = ReturnType<ReportSources['stores']['queryLatency']['traits']>;

async function readTimes(
  counts: Counts,
): Promise<Pick<LatencyMeasures, 'all' | 'ranked' | 'hasOthers' | 'missing'>> {
  const all = new Map<number, number>();
  const byCollection = new Map<string, Map<number, number>>();
  let missing = 0;
  for await (const { collectionName, latenciesMs, queries } of counts) {
    const own = byCollection.get(collectionName) ?? new Map<number, number>();
    for (const [place, latencyMs] of latenciesMs.entries()) {
      const count = queries[place]!;
      if (latencyMs === null) missing += count;
      else for (const counted of [all, own]) counted.set(latencyMs, (counted.get(latencyMs) ?? 0) + count);
    }
    if (own.size > 0) byCollection.set(collectionName, own);
  }
  const ranked = [...byCollection]
    .map(([name, own]) => ({ name, counts: own, measured: totalOf(own) }))
    .sort((a, b) => b.measured - a.measured || (a.name < b.name ? -1 : 1));
  const hasOthers = ranked.length > latencyCollectionsMax;
  return { all, ranked: ranked.slice(0, latencyCollectionsMax), hasOthers, missing };
}

async function readStages(counts: Stages): Promise<Map<QueryStage, Map<number, number>>> {
  const byStage = new Map<QueryStage, Map<number, number>>();
  for await (const { stage, ms, queries } of counts) {
    const own = byStage.get(stage) ?? new Map<number, number>();
    own.set(ms, (own.get(ms) ?? 0) + queries);
    byStage.set(stage, own);
  }
  return byStage;
}

/** The filter without settings: coverage is counted over all queries in window and collection. */
function populationOf({ from, to, collection }: LatencyFilter): LatencyFilter {
  return { from, to, ...(collection === undefined ? {} : { collection }) };
}

async function readCoverage(combinations: Traits): Promise<LatencyMeasures['coverage']> {
  const recorded = { apiVersion: 0, rerank: 0, searchMode: 0, ratioReason: 0, hasFilter: 0 };
  let all = 0;
  for await (const { traits, queries } of combinations) {
    all += queries;
    for (const setting of LATENCY_SETTINGS) if (traits[setting] !== null) recorded[setting] += queries;
  }
  if (all === 0) return { apiVersion: 1, rerank: 1, searchMode: 1, ratioReason: 1, hasFilter: 1 };
  for (const setting of LATENCY_SETTINGS) recorded[setting] /= all;
  return recorded;
}
