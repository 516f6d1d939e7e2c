import { parseArgs } from 'node:util';
import { Client, Connection } from '@temporalio/client';
import { Pool } from 'undici';
import { cacheFolder } from '../embedded/cache/cache-folder';
import { obtainEmbeddingModel } from '../embedded/models/embedding-model';
import { runUntilSignal } from '../embedded/run-until-signal';
import { syncScheduleId } from '../src/domain/documents/run-ids';
import { createStores, type Stores } from '../src/stores';
import { type SyncRow } from '../src/stores/documents/syncs/sync-row';
import { connectMongo } from '../src/stores/mongo/mongo';
import { boundGoal, goalTable } from './goal';
import { machineFacts, machineLine } from './machine';
import { answerText } from './service/answer-text';
import { startBenchStack } from './service/bench-stack';
import { createTenants } from './service/tenants';
import { median, pairedRatio } from './statistics';
import { bareListing, fillContainer, type FilledContainer, timeListing } from './sync/filled-container';
import { textTable } from './text-table';
import { watchResidentSize } from './uploads/resident-size';
import { writeReport } from './write-report';

const collection = 'followed';
const megabyte = 1e6;
/** Times the bare listing that a run over unchanged blobs may take. */
const listingFactorMax = 1.5;
/** Memory is flat when ten times the blobs need no more than this. */
const flatFactorMax = 1.25;
const pollMs = 20;

/**
 * Runs of a sync over a container in which nothing has changed, against the bare listing of the same container
 * by the vendor's library; and the memory of the worker for a tenth of the blobs against that for all.
 *
 * `npm run bench -- sync [--blobs 100000] [--rounds 5] [--json <file>]`
 */
async function main(controller: AbortController): Promise<number> {
  const { values } = parseArgs({
    options: {
      blobs: { type: 'string', default: '100000' },
      rounds: { type: 'string', default: '5' },
      json: { type: 'string' },
    },
  });
  const blobs = Number(values.blobs);
  const rounds = Number(values.rounds);
  const bench = await openBench(controller);
  try {
    const machine = machineFacts();
    const few = await measure(bench, Math.ceil(blobs / 10), rounds);
    const many = await measure(bench, blobs, rounds);
    const factor = pairedRatio(many.runSeconds, many.listingSeconds);
    const memory = median(many.peakBytes) / median(few.peakBytes);
    const goals = [
      boundGoal(`run over ${blobs} unchanged blobs to their listing`, 'at most', listingFactorMax, factor),
      boundGoal('worker, peak of memory to that for a tenth', 'at most', flatFactorMax, memory),
    ];
    console.log(`\n${machineLine(machine)}\n${rounds} rounds\n`);
    const heads = ['blobs', 'listing s', 'run s', 'ratio', 'worker MB'];
    console.log(textTable(heads, [rowOf(few), rowOf(many)]));
    console.log(`\n${goalTable(goals)}`);
    await writeReport(values.json, { machine, rounds, few, many, goals });
    return 0;
  } finally {
    await bench.close();
  }
}

/** Figures of one container, round by round. */
interface Measured {
  blobs: number;
  listingSeconds: number[];
  runSeconds: number[];
  peakBytes: number[];
}

type Bench = Awaited<ReturnType<typeof openBench>>;

async function openBench(controller: AbortController) {
  const { signal } = controller;
  const modelFolder = await obtainEmbeddingModel({ cache: cacheFolder(), report: console.log, signal });
  const env = { EMBEDDING_MODEL_DIR: modelFolder, OUTBOUND_ALLOW_CIDRS: '127.0.0.0/8,::1/128' };
  const stack = await startBenchStack(env, controller);
  const azure = await stack.startAzure();
  const workerPid = await stack.startWorker({ OBJECT_STORE_ENDPOINTS: `azure=${azure.endpoint}` });
  const mongo = await connectMongo(stack.mongodbUrl, 'bench');
  const connection = await Connection.connect({ address: stack.temporalAddress });
  const pool = new Pool(stack.apiUrl, { connections: 2 });
  const stores = createStores(mongo.db);
  const [tenant] = await createTenants(stores, 1);
  const { key, organizationId } = tenant!;
  const facts = { description: null, metadata: null };
  await stores.collections.ensure({ organizationId, environment: 'production' }, collection, facts);
  return {
    azure,
    workerPid,
    stores,
    pool,
    key,
    temporal: new Client({ connection }),
    signal,
    async close() {
      await pool.close();
      await connection.close();
      await mongo.close();
      await stack.stop();
    },
  };
}

/** Times runs and listings of a container of its own, in turn. */
async function measure(bench: Bench, blobs: number, rounds: number): Promise<Measured> {
  const container = await fillContainer(bench.azure, `blobs-${blobs}-${Date.now()}`, blobs);
  console.log(`${blobs} blobs written`);
  const syncId = await followKnown(bench, container);
  const measured: Measured = { blobs, listingSeconds: [], runSeconds: [], peakBytes: [] };
  for (let round = -1; round < rounds; round++) {
    const listing = await timeListing(container, blobs);
    const stopWatch = watchResidentSize(bench.workerPid);
    const run = await timeRun(bench, syncId, blobs);
    const { peakBytes } = stopWatch();
    // The first round warms up.
    if (round < 0) continue;
    measured.listingSeconds.push(listing);
    measured.runSeconds.push(run);
    measured.peakBytes.push(peakBytes);
  }
  return measured;
}

/**
 * Makes a sync that knows every blob already, as after a backfill: it backfills an empty prefix first, and then
 * looks at all of the container.
 */
async function followKnown({ azure, stores, pool, key, signal }: Bench, container: FilledContainer) {
  const { accountName, accountKey } = azure;
  const headers = { authorization: `Bearer ${key}`, 'content-type': 'application/json' };
  const source = { container: container.name, account_name: accountName, account_key: accountKey };
  const created = await pool.request({
    method: 'POST',
    path: `/v2/collections/${collection}/sync/azure`,
    headers,
    body: JSON.stringify({ ...source, prefix: 'nothing/', sync_interval_minutes: null }),
  });
  const { sync_id: syncId } = JSON.parse(await answerText(created)) as { sync_id: string };
  await syncWhen({ stores, signal }, syncId, ({ lastSyncAt }) => lastSyncAt !== null);
  const changed = await pool.request({
    method: 'PATCH',
    path: `/v2/syncs/${syncId}`,
    headers,
    body: JSON.stringify({ prefix: '' }),
  });
  await answerText(changed);
  for await (const page of bareListing(container))
    await stores.syncObjects.put(
      syncId,
      page.map((blob) => ({ ...blob, state: 'indexed', epoch: 0 })),
    );
  return syncId;
}

/** Seconds of a run as the schedule starts it, from the request until the row tells of its end. */
async function timeRun({ stores, temporal, signal }: Bench, syncId: string, blobs: number): Promise<number> {
  const before = await stores.syncs.get(syncId);
  const startMs = performance.now();
  await temporal.schedule.getHandle(syncScheduleId(syncId)).trigger();
  const sync = await syncWhen(
    { stores, signal },
    syncId,
    ({ lastSyncAt }) => lastSyncAt?.getTime() !== before?.lastSyncAt?.getTime(),
  );
  const seconds = (performance.now() - startMs) / 1_000;
  const unchanged = sync.outcome?.counts.unchanged;
  if (unchanged !== blobs) throw new Error(`the run found ${unchanged} of ${blobs} blobs unchanged`);
  return seconds;
}

/** The sync once this holds of it. @throws Error when a run has come to nothing */
async function syncWhen(
  { stores, signal }: { stores: Stores; signal: AbortSignal },
  syncId: string,
  holds: (sync: SyncRow) => boolean,
): Promise<SyncRow> {
  for (;;) {
    signal.throwIfAborted();
    const sync = await stores.syncs.get(syncId);
    if (sync?.lastError != null) throw new Error(`the run has failed: ${sync.lastErrorMessage}`);
    if (sync !== null && holds(sync)) return sync;
    await new Promise((resolve) => setTimeout(resolve, pollMs));
  }
}

function rowOf({ blobs, listingSeconds, runSeconds, peakBytes }: Measured): string[] {
  return [
    String(blobs),
    median(listingSeconds).toFixed(2),
    median(runSeconds).toFixed(2),
    pairedRatio(runSeconds, listingSeconds).toFixed(2),
    (median(peakBytes) / megabyte).toFixed(0),
  ];
}

void runUntilSignal(main, 130).then((code) => {
  process.exitCode = code;
});
