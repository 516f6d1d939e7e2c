import { writeFile } from 'node:fs/promises';
import { parseArgs } from 'node:util';
import { type Collection, type Document, type Filter, MongoClient } from 'mongodb';
import { Pool } from 'undici';
import { type LatencyResource } from '../api/schemas/query-latency';
import { runUntilSignal } from '../embedded/run-until-signal';
import { latencyWindowMsMax } from '../src/domain/query-latency';
import { type Tenant } from '../src/domain/tenancy';
import { connectMongo, createStores } from '../src/stores';
import { queryIndexes, queryReportIndex, type QueryRow } from '../src/stores/queries';
import { boundGoal, goalTable } from './goal';
import { fillHistory } from './latency/fill-history';
import { machineFacts, machineLine } from './machine';
import { startBenchStack } from './service/bench-stack';
import { median, pairedRatio, percentile } from './statistics';
import { textTable } from './text-table';
import { residentBytes, watchResidentSize } from './uploads/resident-size';

const environment = 'production';
const from = new Date('2026-01-01T00:00:00Z');
const window = { from, to: new Date(from.getTime() + latencyWindowMsMax) };
/** The report reads the index twice, at the same time: once for the times and once for the settings. */
const slowdownMax = 2.5;
const growthMbMax = 64;

/**
 * The latency report over a window of 90 days with a million queries: its time over HTTP beside that of the one aggregation which it
 * cannot do without, sent with the driver, and of a read of all times into this process; its peak memory; and whether what it says is
 * what the read gives.
 *
 * `npm run bench -- latency [--rows 1000000] [--rounds 5] [--json <file>]`
 */
async function main(controller: AbortController): Promise<number> {
  const { values } = parseArgs({
    options: {
      rows: { type: 'string', default: '1000000' },
      rounds: { type: 'string', default: '5' },
      json: { type: 'string' },
    },
  });
  const rows = Number(values.rows);
  const rounds = Number(values.rounds);
  const stack = await startBenchStack({}, controller);
  const mongo = await connectMongo(stack.mongodbUrl, 'bench');
  // Without the deadlines that the service has.
  const plain = new MongoClient(stack.mongodbUrl);
  const pool = new Pool(stack.apiUrl, { connections: 1 });
  try {
    const stores = createStores(mongo.db);
    const organizationId = await stores.organizations.ensure('bench-latency');
    const tenant = { organizationId, environment } as const;
    const { text: key } = await stores.apiKeys.create(tenant, ['query']);
    const queries = plain.db().collection<QueryRow>(queryIndexes.collection);
    await fillHistory(queries, tenant, window, rows);
    console.log(`${rows} queries written`);

    const machine = machineFacts();
    const times = { api: [] as number[], raw: [] as number[], read: [] as number[] };
    const idleBytes = residentBytes(stack.apiPid);
    const peaksBytes: number[] = [];
    let isExact = true;
    for (let round = -1; round < rounds; round++) {
      const stopWatching = watchResidentSize(stack.apiPid);
      const api = await timed(() => askReport(pool, key));
      const { peakBytes } = stopWatching();
      const raw = await timed(() => aggregate(queries, tenant));
      const read = await timed(() => readAll(queries, tenant));
      isExact &&= agrees(api.value, read.value);
      // The first round warms up.
      if (round < 0) continue;
      peaksBytes.push(peakBytes);
      times.api.push(api.ms);
      times.raw.push(raw.ms);
      times.read.push(read.ms);
    }

    const growthMb = (Math.max(...peaksBytes) - idleBytes) / 1e6;
    const goals = [
      boundGoal(
        'report, time to that of the raw aggregation',
        'at most',
        slowdownMax,
        pairedRatio(times.api, times.raw),
      ),
      boundGoal('peak memory of the API above idle', 'at most', growthMbMax, growthMb, ' MB'),
      boundGoal('reports that agree with a full read, share', 'at least', 1, isExact ? 1 : 0),
    ];
    console.log(`\n${machineLine(machine)}\n${rows} queries in 90 days, ${rounds} rounds\n`);
    const table = [
      rowOf('report over HTTP', times.api),
      rowOf('raw aggregation', times.raw),
      rowOf('read of all times', times.read),
    ];
    console.log(textTable(['side', 'median ms', 'range'], table));
    console.log(`\n${goalTable(goals)}`);
    if (values.json !== undefined) {
      const report = { machine, rows, rounds, times, idleBytes, peaksBytes, goals };
      await writeFile(values.json, `${JSON.stringify(report, null, 2)}\n`);
    }
    return 0;
  } finally {
    await pool.close();
    await plain.db().dropDatabase();
    await plain.close();
    await mongo.close();
    await stack.stop();
  }
}

async function timed<T>(work: () => Promise<T>): Promise<{ ms: number; value: T }> {
  const startMs = performance.now();
  const value = await work();
  return { ms: performance.now() - startMs, value };
}

async function askReport(pool: Pool, key: string): Promise<LatencyResource> {
  const query = { from: window.from.toISOString(), to: window.to.toISOString(), refresh: 'true' };
  const path = `/v2/queries/latency?${new URLSearchParams(query).toString()}`;
  const { statusCode, body } = await pool.request({
    path,
    method: 'GET',
    headers: { authorization: `Bearer ${key}` },
  });
  if (statusCode !== 200) throw new Error(`the report failed: ${statusCode} ${await body.text()}`);
  return (await body.json()) as LatencyResource;
}

const matching = ({ organizationId }: Tenant): Filter<QueryRow> => ({
  organizationId,
  environment,
  createdAt: { $gte: window.from, $lt: window.to },
  isEvaluation: false,
});

async function aggregate(queries: Collection<QueryRow>, tenant: Tenant): Promise<Document[]> {
  const key = { collection: '$collectionName', ms: '$latencyMs' };
  const group = { $group: { _id: key, count: { $sum: 1 } } };
  return queries.aggregate([{ $match: matching(tenant) }, group], { hint: queryReportIndex }).toArray();
}

/** Every time that was recorded. */
async function readAll(queries: Collection<QueryRow>, tenant: Tenant): Promise<number[]> {
  const times: number[] = [];
  const cursor = queries
    .find(matching(tenant), { projection: { _id: 0, latencyMs: 1 } })
    .hint(queryReportIndex);
  for await (const { latencyMs } of cursor) if (latencyMs !== null) times.push(latencyMs);
  return times;
}

function agrees({ counts, percentiles }: LatencyResource, times: readonly number[]): boolean {
  const found = [percentiles.p50, percentiles.p95, percentiles.p99];
  const expected = [0.5, 0.95, 0.99].map((share) => percentile(times, share));
  return counts.measured === times.length && found.every((value, n) => value === expected[n]);
}

function rowOf(name: string, times: readonly number[]): string[] {
  const range = `${Math.min(...times).toFixed(0)}-${Math.max(...times).toFixed(0)}`;
  return [name, median(times).toFixed(0), range];
}

void runUntilSignal(main, 130).then((code) => {
  process.exitCode = code;
});
