import { type Collection } from 'mongodb';
import { type Pool } from 'undici';
import { type Tenant } from '../../src/domain/platform/tenancy';
import { queryReportIndex, type QueryRow } from '../../src/stores/documents/queries/queries';
import { watchResidentSize } from '../uploads/resident-size';
import { askReport } from './ask-report';
import { FILTER_SETS } from './filter-sets';
import { agrees, readTimes } from './plain-report';

/** A tenant with a history. */
export interface FilledTenant {
  tenant: Tenant;
  key: string;
  rows: number;
}

/** Times in milliseconds, one for each round. */
export interface MeasuredHistory {
  rows: number;
  /** For each filter set, in their order. */
  reportsMs: number[][];
  /** The last of them again, with another number of bins. */
  otherBinsMs: number[];
  /** The aggregation that a report without filters cannot do without, sent with the driver. */
  rawMs: number[];
  /** Highest resident size of the API while it made the reports. */
  peakBytes: number;
  isExact: boolean;
}

/** Measures reports on one history. A round before the first warms up. */
export async function measureHistory(
  { pool, apiPid, queries }: { pool: Pool; apiPid: number; queries: Collection<QueryRow> },
  { tenant, key, rows }: FilledTenant,
  window: { from: Date; to: Date },
  rounds: number,
): Promise<MeasuredHistory> {
  const plain = await readTimes(queries, tenant, FILTER_SETS);
  const measured: MeasuredHistory = {
    rows,
    reportsMs: FILTER_SETS.map(() => []),
    otherBinsMs: [],
    rawMs: [],
    peakBytes: 0,
    isExact: true,
  };
  for (let round = -1; round < rounds; round++) {
    const keep = (into: number[], ms: number) => round >= 0 && into.push(ms);
    const stopWatching = watchResidentSize(apiPid);
    for (const [n, { query }] of FILTER_SETS.entries()) {
      const asked = () => askReport({ pool, key }, window, { ...query, refresh: 'true' });
      const { ms, value } = await timed(asked);
      keep(measured.reportsMs[n]!, ms);
      measured.isExact &&= agrees(value, plain[n]!);
    }
    const again = { ...FILTER_SETS.at(-1)!.query, bins: '32' };
    const { ms, value } = await timed(() => askReport({ pool, key }, window, again));
    keep(measured.otherBinsMs, ms);
    measured.isExact &&= agrees(value, plain.at(-1)!);
    measured.peakBytes = Math.max(measured.peakBytes, stopWatching().peakBytes);
    keep(measured.rawMs, (await timed(() => aggregate(queries, tenant, window))).ms);
  }
  return measured;
}

async function timed<T>(work: () => Promise<T>): Promise<{ ms: number; value: T }> {
  const startMs = performance.now();
  const value = await work();
  return { ms: performance.now() - startMs, value };
}

async function aggregate(
  queries: Collection<QueryRow>,
  { organizationId, environment }: Tenant,
  { from, to }: { from: Date; to: Date },
): Promise<void> {
  const matching = { organizationId, environment, createdAt: { $gte: from, $lt: to }, isEvaluation: false };
  const group = { _id: { collection: '$collectionName', ms: '$latencyMs' }, count: { $sum: 1 } };
  const pipeline = [{ $match: matching }, { $group: group }];
  await queries.aggregate(pipeline, { hint: queryReportIndex }).toArray();
}
