import { type Collection } from 'mongodb';
import { type LatencyResource } from '../../api/documents/query-latency/schema';
import { type Tenant } from '../../src/domain/platform/tenancy';
import { queryReportIndex, type QueryRow } from '../../src/stores/documents/queries/queries';
import { percentile } from '../statistics';
import { type FilteredRow, type FilterSet } from './filter-sets';

type ReadRow = FilteredRow & Pick<QueryRow, 'latencyMs'>;

/** The times that each filter set finds, null where none was recorded: every row is read. */
export async function readTimes(
  queries: Collection<QueryRow>,
  { organizationId, environment }: Tenant,
  sets: readonly FilterSet[],
): Promise<(number | null)[][]> {
  const times = sets.map((): (number | null)[] => []);
  const projection = {
    _id: 0,
    collectionName: 1,
    latencyMs: 1,
    apiVersion: 1,
    rerank: 1,
    searchMode: 1,
    ratioReason: 1,
    hasFilter: 1,
  };
  const rows = queries
    .find({ organizationId, environment, isEvaluation: false })
    .project<ReadRow>(projection)
    .hint(queryReportIndex);
  for await (const row of rows)
    for (const [n, set] of sets.entries()) if (set.matches(row)) times[n]!.push(row.latencyMs);
  return times;
}

/** Whether a report says of the times what adding them up one by one says. */
export function agrees(report: LatencyResource, times: readonly (number | null)[]): boolean {
  const measured = times.filter((time) => time !== null);
  const [p50, p95, p99] = [0.5, 0.95, 0.99].map((share) => percentile(measured, share));
  const { edges, counts } = report.histogram;
  const bins = counts.map(() => 0);
  for (const time of measured) {
    const upper = edges.findIndex((edge, n) => n > 0 && time < edge);
    bins[upper === -1 ? bins.length - 1 : upper - 1]! += 1;
  }
  return (
    report.counts.measured === measured.length &&
    report.counts.missing === times.length - measured.length &&
    report.percentiles.p50 === p50 &&
    report.percentiles.p95 === p95 &&
    report.percentiles.p99 === p99 &&
    bins.every((count, n) => count === counts[n])
  );
}
