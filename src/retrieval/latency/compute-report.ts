import { QUERY_STAGES, type QueryStage } from '../../domain/documents/query';
import { percentilesOf, totalOf, type ValueCounts } from '../percentiles';
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

/**
 * Edges of `bins` bins from the smallest to the largest value, as whole numbers that grow by a nearly
 * constant factor. With few or close values several edges are equal, and the bins between them are empty.
 * Empty without values.
 */
function geometricEdges(counts: ValueCounts, bins: number): number[] {
  if (counts.size === 0) return [];
  let [min, max] = [Infinity, 0];
  for (const value of counts.keys()) [min, max] = [Math.min(min, value), Math.max(max, value)];
  // No factor leads from 0 to another number: the first bin then reaches up to the second edge for 1.
  const start = Math.max(min, 1);
  const factor = Math.max(max, 1) / start;
  const inner = Array.from({ length: bins - 1 }, (_, n) =>
    Math.min(max, Math.round(start * factor ** ((n + 1) / bins))),
  );
  return [min, ...inner, max];
}

/** Values in each bin. A bin includes its lower edge only; the last bin includes both. */
function binCounts(counts: ValueCounts, edges: readonly number[]): number[] {
  const bins = new Array<number>(Math.max(0, edges.length - 1)).fill(0);
  for (const [value, count] of counts) bins[binOf(value, edges)]! += count;
  return bins;
}

/** The last bin whose lower edge is at most the value. */
function binOf(value: number, edges: readonly number[]): number {
  let bin = edges.length - 2;
  while (bin > 0 && edges[bin]! > value) bin--;
  return bin;
}
