import { randomBytes } from 'node:crypto';
import { setTimeout as pause } from 'node:timers/promises';
import { parseArgs } from 'node:util';
import { Client, Connection } from '@temporalio/client';
import { type Db } from 'mongodb';
import { Pool } from 'undici';
import { cacheFolder } from '../embedded/cache/cache-folder';
import { obtainEmbeddingModel } from '../embedded/models/embedding-model';
import { runUntilSignal } from '../embedded/run-until-signal';
import { createJobs } from '../src/jobs';
import { createSealer, sealingKeys } from '../src/signing/sealed-text';
import { createStores } from '../src/stores';
import { connectMongo } from '../src/stores/mongo/mongo';
import { machineFacts, machineLine } from './machine';
import { type ScaleService, scaleKinds } from './scale/kinds';
import { processorSeconds, type Programs, secondsByProgram, usedSince } from './scale/processor-time';
import { type BenchStack, startBenchStack } from './service/bench-stack';
import { raisedLimits } from './service/raised-limits';
import { createTenants } from './service/tenants';
import { textTable } from './text-table';
import { makeEndpoint } from './webhooks/make-deliveries';
import { startReceivers } from './webhooks/receivers';
import { writeReport } from './write-report';

const collection = 'volumes';
const endpointCount = 8;
const organizations = 8;
/** Workers and API processes that run at once, the smallest number first. */
const sizes = [
  { workers: 1, apis: 1 },
  { workers: 2, apis: 1 },
  { workers: 4, apis: 1 },
  { workers: 4, apis: 2 },
];
const settledMs = 2_000;
const settledShare = 0.2;

/** Figures of one kind of work with so many programs. */
interface ScaleRow {
  workers: number;
  apis: number;
  kind: string;
  unit: string;
  units: number;
  perSecond: number;
  /** Processor milliseconds for each unit, by program. */
  processorMs: Record<string, number>;
}

/**
 * Rates of parsing, indexing, queries and deliveries with 1, 2 and 4 workers and 1 and 2 API processes, and
 * what a unit of each costs each program in processor time.
 *
 * `npm run bench -- scale [--scale 1] [--json <file>]`
 */
async function main(controller: AbortController): Promise<number> {
  const { values } = parseArgs({
    options: { scale: { type: 'string', default: '1' }, json: { type: 'string' } },
  });
  const { signal } = controller;
  const receivers = await startReceivers();
  const signingKey = randomBytes(32).toString('base64');
  const modelFolder = await obtainEmbeddingModel({ cache: cacheFolder(), report: console.log, signal });
  const env = {
    EMBEDDING_MODEL_DIR: modelFolder,
    SIGNING_KEY: signingKey,
    ...receivers.env,
    ...raisedLimits,
  };
  let stack: BenchStack | undefined;
  try {
    stack = await startBenchStack(env, controller);
    const machine = machineFacts();
    console.log(`\n${machineLine(machine)}\n`);
    const rows = await measureSizes(stack, {
      signingKey,
      url: receivers.fastUrl,
      scale: Number(values.scale),
    });
    console.log(
      `\n${textTable(['workers', 'APIs', 'kind', 'a second', 'processor ms a unit'], rows.map(cells))}`,
    );
    const bounds = nextBounds(rows, machine.cores);
    console.log(
      `\n${bounds.map(({ kind, program, share }) => `${kind}: ${program} takes ${share} of the processor time`).join('\n')}`,
    );
    await writeReport(values.json, { machine, rows, bounds });
    return 0;
  } finally {
    await receivers.close();
    await stack?.stop();
  }
}

async function measureSizes(
  stack: BenchStack,
  { signingKey, url, scale }: { signingKey: string; url: string; scale: number },
): Promise<ScaleRow[]> {
  const mongo = await connectMongo(stack.mongodbUrl, 'bench');
  const connection = await Connection.connect({ address: stack.temporalAddress });
  const jobs = createJobs({ address: stack.temporalAddress, namespace: 'default' });
  const pools = [new Pool(stack.apiUrl, { connections: 8 })];
  const pids = { api: [stack.apiPid], worker: [] as number[] };
  try {
    const service = await openService({ db: mongo.db, connection, jobs, pools }, signingKey, url);
    const servers = serversOf(stack);
    const rows: ScaleRow[] = [];
    let round = 0;
    for (const size of sizes) {
      while (pids.worker.length < size.workers) pids.worker.push(await stack.startWorker());
      while (pids.api.length < size.apis) {
        const api = await stack.startApi();
        pids.api.push(api.pid);
        pools.push(new Pool(api.url, { connections: 8 }));
      }
      await Promise.all([...pids.worker, ...pids.api].map(settled));
      const programs: Programs = { ...pids, ...servers };
      for (const kind of scaleKinds(scale)) {
        // Warms up what has just been started.
        await kind.run(service, ++round);
        const before = secondsByProgram(programs);
        const { units, seconds } = await kind.run(service, ++round);
        const used = usedSince(programs, before);
        const processorMs = forEach(used, units);
        rows.push({
          ...size,
          kind: kind.name,
          unit: kind.unit,
          units,
          perSecond: units / seconds,
          processorMs,
        });
        console.log(cells(rows.at(-1)!).join('  '));
      }
    }
    return rows;
  } finally {
    for (const pool of pools) await pool.close();
    await jobs.close();
    await connection.close();
    await mongo.close();
  }
}

/** Organizations, keys and endpoints, and a collection to be filled and queried. */
async function openService(
  { db, connection, jobs, pools }: Pick<ScaleService, 'jobs' | 'pools'> & { db: Db; connection: Connection },
  signingKey: string,
  url: string,
): Promise<ScaleService> {
  const stores = createStores(db);
  const tenants = await createTenants(stores, organizations);
  const tenant = { organizationId: tenants[0]!.organizationId, environment: 'production' } as const;
  await stores.collections.ensure(tenant, collection, { description: null, metadata: null });
  const sealer = createSealer(sealingKeys({ SIGNING_KEY: signingKey, CREDENTIALS_KEYS: [] }));
  const maker = { stores, sealer };
  const endpointIds = await Promise.all(
    Array.from({ length: endpointCount }, () => makeEndpoint(maker, url)),
  );
  const temporal = new Client({ connection });
  const { text: queryKey } = await stores.apiKeys.create(tenant, ['query']);
  return {
    ...maker,
    pools,
    tenants,
    queryKey,
    endpointIds,
    jobs,
    temporal,
    collection,
  };
}

/** Milliseconds of each unit. */
function forEach(used: Readonly<Record<string, number>>, units: number): Record<string, number> {
  return Object.fromEntries(Object.entries(used).map(([name, sum]) => [name, (sum * 1_000) / units]));
}

/** The servers that this run has started. */
function serversOf(stack: BenchStack): Programs {
  return Object.fromEntries(
    ['mongod', 'elasticsearch', 'temporal'].flatMap((name) => {
      const pid = stack.pidOf(name);
      return pid === undefined ? [] : [[name, [pid]]];
    }),
  );
}

/** Waits until a program that was started does hardly anything. */
async function settled(pid: number): Promise<void> {
  for (;;) {
    const before = processorSeconds(pid);
    await pause(settledMs);
    if (before > 1 && processorSeconds(pid) - before < (settledShare * settledMs) / 1_000) return;
  }
}

/** For each kind of work, the program that needs most of a processor: the one that is short first. */
function nextBounds(rows: readonly ScaleRow[], cores: number) {
  return [...new Set(rows.map(({ kind }) => kind))].map((kind) => {
    const row = rows.find((each) => each.kind === kind)!;
    const all = Object.values(row.processorMs).reduce((sum, ms) => sum + ms, 0);
    const [program, ms] = Object.entries(row.processorMs).sort(([, a], [, b]) => b - a)[0]!;
    return {
      kind,
      program,
      share: `${((ms / all) * 100).toFixed(0)} %`,
      perSecondAtMost: (cores * 1_000) / all,
    };
  });
}

function cells({ workers, apis, kind, perSecond, processorMs }: ScaleRow): string[] {
  const parts = Object.entries(processorMs).map(([name, ms]) => `${name} ${ms.toFixed(1)}`);
  return [String(workers), String(apis), kind, perSecond.toFixed(1), parts.join(', ')];
}

void runUntilSignal(main, 130).then((code) => {
  process.exitCode = code;
});
