import { mkdirSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { Client } from '@elastic/elasticsearch';
import { Pool } from 'undici';
import { projectRoot } from '../embedded/project-root';
import { runUntilSignal } from '../embedded/run-until-signal';
import { fieldsPerIndexMax } from '../src/domain/products/limits';
import { createStores } from '../src/stores';
import { connectMongo } from '../src/stores/mongo/mongo';
import { wideRecord } from './generate/product-records';
import { boundGoal, type Goal, goalTable } from './goal';
import { machineFacts, machineLine } from './machine';
import { createIndexClient, type IndexClient } from './products/index-client';
import { type MeasuredBuild, measureBuild } from './products/measure-build';
import { measureBacklog, measureChanges } from './products/measure-writes';
import { startBenchStack } from './service/bench-stack';
import { percentile } from './statistics';
import { textTable } from './text-table';
import { writeReport } from './write-report';

const seed = 1;
const changesMeasured = 100;
const wideRecords = 500;
/** Flat memory is read as in the bench of uploads. */
const flatFactorMax = 1.25;
const settings = {
  RATE_LIMIT_KEY_PER_MINUTE: '1000000',
  RATE_LIMIT_ORGANIZATION_PER_MINUTE: '1000000',
  PRODUCT_VECTORS_MAX: '0',
};

/**
 * Builds of product search: the whole job from the first byte of the upload until it is served, against a loop
 * that streams the very same documents from a file into a fresh index of the same mapping; memory of API and
 * worker; the time until a changed record is found, with and without a build; single writes at 10,000 a minute;
 * an index of 1,000 fields.
 *
 * `npm run bench -- products-build [--sizes 10000,100000] [--write-seconds 300] [--json <file>]`
 */
async function main(controller: AbortController): Promise<number> {
  const { values } = parseArgs({
    options: {
      sizes: { type: 'string', default: '10000,100000' },
      'write-seconds': { type: 'string', default: '300' },
      json: { type: 'string' },
    },
  });
  const sizes = values.sizes.split(',').map(Number);
  const bench = await openBench(controller);
  try {
    const machine = machineFacts();
    const builds: MeasuredBuild[] = [];
    // The first build warms up.
    for (const [n, records] of [sizes[0]!, ...sizes].entries()) {
      const measured = await measureBuild(
        { ...bench, client: bench.indexClient(`size-${n}`) },
        seed,
        records,
      );
      if (n > 0) builds.push(measured);
    }
    const client = bench.indexClient(`size-${sizes.length}`);
    const writes = await measureWrites(client, Number(values['write-seconds']), sizes.at(-1)!);
    const wideTitle = await buildWide(bench.indexClient('wide'));
    const goals = goalsOf(builds, writes, wideTitle);
    console.log(`\n${machineLine(machine)}\n`);
    console.log(buildTable(builds));
    for (const { records, stageMs } of builds) console.log(stageLine(records, stageMs));
    console.log(`\nwrites not applied yet, each second: ${writes.backlog.join(' ')}`);
    console.log(`\n${goalTable(goals)}`);
    await writeReport(values.json, { machine, builds, writes, goals });
    return 0;
  } finally {
    await bench.close();
  }
}

async function openBench(controller: AbortController) {
  const stack = await startBenchStack(settings, controller);
  const mongo = await connectMongo(stack.mongodbUrl, 'bench');
  const elasticsearch = new Client({ node: stack.elasticsearchUrl, requestTimeout: 60_000 });
  const pool = new Pool(stack.apiUrl, { bodyTimeout: 0, headersTimeout: 0 });
  const folder = join(projectRoot, '.cache', 'bench', 'products');
  mkdirSync(folder, { recursive: true });
  const { apiKeys, organizations } = createStores(mongo.db);
  const organizationId = await organizations.ensure('bench-products');
  const tenant = { organizationId, environment: 'production' } as const;
  const { text: key } = await apiKeys.create(tenant, ['products-admin']);
  const worker = await stack.startWorker();
  return {
    elasticsearch,
    db: mongo.db,
    folder,
    pids: { api: stack.apiPid, worker },
    indexClient: (index: string) => createIndexClient(pool, key, index),
    async close() {
      rmSync(folder, { recursive: true, force: true });
      await pool.close();
      await elasticsearch.close();
      await mongo.close();
      await stack.stop();
    },
  };
}

interface MeasuredWrites {
  idleMs: number[];
  buildingMs: number[];
  backlog: number[];
}

async function measureWrites(client: IndexClient, seconds: number, records: number): Promise<MeasuredWrites> {
  const idleMs = await measureChanges(client, 'idle', (done) => done < changesMeasured);
  let isBuilding = true;
  const build = client.succeeded(await client.startBuild()).finally(() => (isBuilding = false));
  const [buildingMs] = await Promise.all([measureChanges(client, 'building', () => isBuilding), build]);
  return { idleMs, buildingMs, backlog: await measureBacklog(client, seconds, records) };
}

/** Builds an index of as many fields as there may be; answers the title that a search finds. */
async function buildWide(client: IndexClient): Promise<string | undefined> {
  await client.create();
  await client.upload(
    Array.from(
      { length: wideRecords },
      (_, place) => `${JSON.stringify(wideRecord(seed, place, fieldsPerIndexMax))}\n`,
    ),
  );
  await client.succeeded(await client.startBuild());
  return client.found('Wide 7');
}

function goalsOf(
  builds: readonly MeasuredBuild[],
  writes: MeasuredWrites,
  wideTitle: string | undefined,
): Goal[] {
  const [small, large] = [builds[0]!, builds.at(-1)!];
  const tenth = Math.max(1, Math.floor(writes.backlog.length / 10));
  const most = (part: readonly number[]) => Math.max(0, ...part);
  const p95 = (times: readonly number[]) => percentile(times, 0.95) / 1_000;
  return [
    ...builds.map(({ records, rawSeconds, buildSeconds }) =>
      boundGoal(
        `build of ${records}, records a second to those of the loop`,
        'at least',
        0.5,
        rawSeconds / buildSeconds,
      ),
    ),
    boundGoal(
      'peak of the API, largest build to smallest',
      'at most',
      flatFactorMax,
      large.apiPeakBytes / small.apiPeakBytes,
    ),
    boundGoal(
      'peak of the worker, largest build to smallest',
      'at most',
      flatFactorMax,
      large.workerPeakBytes / small.workerPeakBytes,
    ),
    boundGoal('changed record is found, p95, idle', 'at most', 1, p95(writes.idleMs), ' s'),
    boundGoal('changed record is found, p95, during a build', 'at most', 3, p95(writes.buildingMs), ' s'),
    boundGoal(
      'writes not applied, most of the last tenth to the first half',
      'at most',
      1.5,
      most(writes.backlog.slice(-tenth)) /
        Math.max(1, most(writes.backlog.slice(0, writes.backlog.length / 2))),
    ),
    boundGoal('index of 1,000 fields builds and answers', 'at least', 1, wideTitle === 'Wide 7' ? 1 : 0),
  ];
}

function stageLine(records: number, stageMs: MeasuredBuild['stageMs']): string {
  const done = Object.entries(stageMs).filter(([, ms]) => ms !== null);
  return `stages of the build of ${records}, ms: ${done.map(([name, ms]) => `${name} ${ms}`).join(', ')}`;
}

function buildTable(builds: readonly MeasuredBuild[]): string {
  const megabytes = (bytes: number) => (bytes / 1e6).toFixed(0);
  return textTable(
    [
      'records',
      'bytes each',
      'upload s',
      'whole job s',
      'records/s',
      'loop records/s',
      'API MB',
      'worker MB',
    ],
    builds.map(
      ({ records, recordBytes, uploadSeconds, buildSeconds, rawSeconds, apiPeakBytes, workerPeakBytes }) => [
        String(records),
        recordBytes.toFixed(0),
        uploadSeconds.toFixed(1),
        buildSeconds.toFixed(1),
        (records / buildSeconds).toFixed(0),
        (records / rawSeconds).toFixed(0),
        megabytes(apiPeakBytes),
        megabytes(workerPeakBytes),
      ],
    ),
  );
}

void runUntilSignal(main, 130).then((code) => {
  process.exitCode = code;
});
