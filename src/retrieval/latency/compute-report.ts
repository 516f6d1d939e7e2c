import { QUERY_STAGES, type QueryStage } from '../../domain/documents/query';
import { percentilesOf, totalOf, type ValueCounts } from '../percentiles';
import { binCounts, geometricEdges } from './histogram';
import { type LatencyMeasures } from './read-measures';

/** Percentiles in milliseconds; null without queries. */
export interface LatencyPercentiles {
  p50: number | null;
  p95: number | null;
  p99: number | null;
}

/** A collection of a report, or all collections that the report does not show by name. */
export interface CollectionLatency extends LatencyPercentiles {
  /** Null for the other collections together, whose percentiles are null. */
  name: string | null;
  measured: number;
  /** Counts in the bins of the report. */
  bins: number[];
}

/** Times of a stage; queries without it are not measured. */
export interface StageLatency extends LatencyPercentiles {
  name: QueryStage;
  measured: number;
}

/** Processing times of completed queries, without those of evaluations. */
export interface LatencyReport extends Pick<
  LatencyMeasures,
  'missing' | 'coverage' | 'complete' | 'watermark' | 'generatedAt'
> {
  /** Queries that match the filter and have a recorded processing time. */
  measured: number;
  percentiles: LatencyPercentiles;
  /** Edges of the bins, one more than bins; empty when nothing was measured. */
  edges: number[];
  bins: number[];
  /** The collections with the most measured queries, at most ten, then the others together. */
  collections: CollectionLatency[];
  /** Stages in the order of a query; null when not requested. */
  stages: StageLatency[] | null;
}

/** Computes a report with `bins` bins. */
export function computeReport(
  { all, ranked, hasOthers, stages, ...facts }: LatencyMeasures,
  bins: number,
): LatencyReport {
  const edges = geometricEdges(all, bins);
  const counted = binCounts(all, edges);
  const shown = ranked.map(({ name, counts, measured }): CollectionLatency => ({
    name,
    measured,
    ...percentiles(counts),
    bins: binCounts(counts, edges),
  }));
  return {
    ...facts,
    measured: totalOf(all),
    percentiles: percentiles(all),
    edges,
    bins: counted,
    collections: hasOthers ? [...shown, othersThan(shown, counted)] : shown,
    stages: stages === null ? null : stageLatencies(stages),
  };
}

function stageLatencies(stages: NonNullable<LatencyMeasures['stages']>): StageLatency[] {
  return QUERY_STAGES.map((name) => {
    const counts = stages.get(name) ?? new Map<number, number>();
    return { name, measured: totalOf(counts), ...percentiles(counts) };
  });
}

function othersThan(shown: readonly CollectionLatency[], counted: readonly number[]): CollectionLatency {
  const bins = [...counted];
  for (const collection of shown) collection.bins.forEach((count, bin) => (bins[bin]! -= count));
  const measured = bins.reduce((sum, count) => sum + count, 0);
  return { name: null, measured, p50: null, p95: null, p99: null, bins };
}

function percentiles(counts: ValueCounts): LatencyPercentiles {
  const [p50 = null, p95 = null, p99 = null] = percentilesOf(counts, [50, 95, 99]);
  return { p50, p95, p99 };
}
