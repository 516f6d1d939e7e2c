import { parseArgs } from 'node:util';
import { type Collection, MongoClient } from 'mongodb';
import { Pool } from 'undici';
import { runUntilSignal } from '../embedded/run-until-signal';
import { latencyWindowMsMax } from '../src/domain/documents/query-latency';
import { createStores, type Stores } from '../src/stores';
import { connectMongo } from '../src/stores/mongo/mongo';
import { queryIndexes, type QueryRow } from '../src/stores/documents/queries/queries';
import { boundGoal, goalTable } from './goal';
import { fillHistory } from './latency/fill-history';
import { FILTER_SETS } from './latency/filter-sets';
import { type FilledTenant, measureHistory, type MeasuredHistory } from './latency/measure-history';
import { machineFacts, machineLine } from './machine';
import { startBenchStack } from './service/bench-stack';
import { median, pairedRatio } from './statistics';
import { textTable } from './text-table';
import { residentBytes } from './uploads/resident-size';
import { writeReport } from './write-report';

const environment = 'production';
const from = new Date('2026-01-01T00:00:00Z');
const window = { from, to: new Date(from.getTime() + latencyWindowMsMax) };
/** The report reads the index twice, at the same time: once for the times and once for the settings. */
const slowdownMax = 2.5;
const growthMbMax = 64;

/**
 * Latency reports over a window of 90 days with few and with many queries: their time over HTTP under several
 * filters beside that of the one aggregation which they cannot do without, sent with the driver; the peak
 * memory of the API; and whether what they say is what reading every row says.
 *
 * `npm run bench -- latency [--rows 100000,1000000] [--rounds 5] [--json <file>]`
 */
async function main(controller: AbortController): Promise<number> {
  const { values } = parseArgs({
    options: {
      rows: { type: 'string', default: '100000,1000000' },
      rounds: { type: 'string', default: '5' },
      json: { type: 'string' },
    },
  });
  const sizes = values.rows.split(',').map(Number);
  const rounds = Number(values.rounds);
  const stack = await startBenchStack({}, controller);
  const mongo = await connectMongo(stack.mongodbUrl, 'bench');
  // Without the deadlines that the service has.
  const plain = new MongoClient(stack.mongodbUrl);
  const pool = new Pool(stack.apiUrl, { connections: 1 });
  try {
    const queries = plain.db().collection<QueryRow>(queryIndexes.collection);
    const filled = await fillTenants(createStores(mongo.db), queries, sizes);
    const machine = machineFacts();
    const idleBytes = residentBytes(stack.apiPid);
    const histories: MeasuredHistory[] = [];
    for (const tenant of filled) {
      const parts = { pool, apiPid: stack.apiPid, queries };
      histories.push(await measureHistory(parts, tenant, window, rounds));
    }

    const growthMb = ({ peakBytes }: MeasuredHistory) => (peakBytes - idleBytes) / 1e6;
    const largest = histories.at(-1)!;
    const ratio = pairedRatio(largest.reportsMs[0]!, largest.rawMs);
    const isExact = histories.every((history) => history.isExact);
    const goals = [
      boundGoal('report, time to that of the raw aggregation', 'at most', slowdownMax, ratio),
      boundGoal('peak memory of the API above idle', 'at most', growthMbMax, growthMb(largest), ' MB'),
      boundGoal('reports that agree with reading every row, share', 'at least', 1, isExact ? 1 : 0),
    ];
    console.log(`\n${machineLine(machine)}\n${rounds} rounds, a window of 90 days\n`);
    const header = ['median ms (range)', ...sizes.map((rows) => `${rows} queries`)];
    const rows = [
      ...FILTER_SETS.map(({ name }, n) => [
        `report, ${name}`,
        ...histories.map(({ reportsMs }) => spread(reportsMs[n]!)),
      ]),
      ['the last with other bins', ...histories.map(({ otherBinsMs }) => spread(otherBinsMs))],
      ['raw aggregation', ...histories.map(({ rawMs }) => spread(rawMs))],
      ['peak above idle, MB', ...histories.map((history) => growthMb(history).toFixed(0))],
    ];
    console.log(textTable(header, rows));
    console.log(`\n${goalTable(goals)}`);
    await writeReport(values.json, { machine, rounds, idleBytes, histories, goals });
    return 0;
  } finally {
    await pool.close();
    await plain.db().dropDatabase();
    await plain.close();
    await mongo.close();
    await stack.stop();
  }
}

/** A tenant with a history of its own for each size. */
async function fillTenants(
  { apiKeys, organizations }: Stores,
  queries: Collection<QueryRow>,
  sizes: readonly number[],
): Promise<FilledTenant[]> {
  const filled: FilledTenant[] = [];
  for (const rows of sizes) {
    const organizationId = await organizations.ensure(`bench-latency-${rows}`);
    const tenant = { organizationId, environment } as const;
    const { text: key } = await apiKeys.create(tenant, ['query']);
    await fillHistory(queries, tenant, window, rows);
    console.log(`${rows} queries written`);
    filled.push({ tenant, key, rows });
  }
  return filled;
}

function spread(times: readonly number[]): string {
  return `${median(times).toFixed(0)} (${Math.min(...times).toFixed(0)}-${Math.max(...times).toFixed(0)})`;
}

void runUntilSignal(main, 130).then((code) => {
  process.exitCode = code;
});
