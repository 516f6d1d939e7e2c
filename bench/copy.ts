import { parseArgs } from 'node:util';
import { Client as ElasticsearchClient } from '@elastic/elasticsearch';
import { Pool } from 'undici';
import { runUntilSignal } from '../embedded/run-until-signal';
import { type Tenant } from '../src/domain/platform/tenancy';
import { createStores, type Stores } from '../src/stores';
import { connectMongo } from '../src/stores/mongo/mongo';
import {
  createDocumentUpkeep,
  createDocumentWrites,
  type DocumentUpkeep,
  type DocumentWrites,
} from '../src/stores/documents/document-writes';
import { createSearchIndex } from '../src/stores/documents/search-index';
import { fillCollection } from './copy/fill-collection';
import {
  type CopyKeys,
  endCollection,
  type Operation,
  OPERATIONS,
  type Round,
  runRound,
} from './copy/operations';
import { boundGoal, goalTable } from './goal';
import { machineFacts, machineLine } from './machine';
import { startBenchStack } from './service/bench-stack';
import { raisedLimits } from './service/raised-limits';
import { median, pairedRatio, percentile } from './statistics';
import { textTable } from './text-table';
import { writeReport } from './write-report';

const sizes = [1_000, 10_000, 100_000] as const;
/** A hundred times the chunks may cost this much more: what the same call differs by from round to round. */
const flatFactorMax = 1.25;

/**
 * Copy, change of environment, wipe and delete of collections of 1,000, 10,000 and 100,000 chunks over HTTP,
 * each round with all sizes: the time of each should not grow with the collection. At the end the filled
 * collections themselves, whose rows no other collection shows, are moved, wiped and deleted once.
 *
 * `npm run bench -- copy [--rounds 30] [--json <file>]`
 */
async function main(controller: AbortController): Promise<number> {
  const { values } = parseArgs({
    options: { rounds: { type: 'string', default: '30' }, json: { type: 'string' } },
  });
  const rounds = Number(values.rounds);
  const stack = await startBenchStack(raisedLimits, controller);
  const mongo = await connectMongo(stack.mongodbUrl, 'bench');
  const elasticsearch = new ElasticsearchClient({ node: stack.elasticsearchUrl });
  const pool = new Pool(stack.apiUrl, { connections: 1 });
  try {
    const stores = createStores(mongo.db);
    const search = createSearchIndex(elasticsearch);
    const writes = createDocumentWrites({ db: mongo.db, search });
    const { keys, tenant } = await createOwner(stores);
    for (const size of sizes) await fill(stores, writes, tenant, size);

    const measured = new Map<number, Round[]>(sizes.map((size) => [size, []]));
    for (let round = -1; round < rounds; round++) {
      for (const size of sizes) {
        const times = await runRound(pool, keys, nameOf(size), `copy-${round + 1}-of-${size}`);
        // The first round warms up.
        if (round >= 0) measured.get(size)!.push(times);
      }
    }
    const originals = await endOriginals(pool, keys);
    await collectAll(createDocumentUpkeep({ db: mongo.db, search }, anHourLater));

    const machine = machineFacts();
    const goals = OPERATIONS.map((operation) =>
      boundGoal(
        `${operation}, time with 100,000 chunks to time with 1,000`,
        'at most',
        flatFactorMax,
        pairedRatio(timesOf(measured, 100_000, operation), timesOf(measured, 1_000, operation)),
      ),
    );
    console.log(`\n${machineLine(machine)}\n${rounds} rounds\n`);
    console.log(
      textTable(['operation, chunks', 'median ms', 'p95 ms', 'original ms'], rowsOf(measured, originals)),
    );
    console.log(`\n${goalTable(goals)}`);
    const bySize = Object.fromEntries(measured);
    const report = { machine, rounds, bySize, originals: Object.fromEntries(originals), goals };
    await writeReport(values.json, report);
    return 0;
  } finally {
    await pool.close();
    await elasticsearch.close();
    await mongo.close();
    await stack.stop();
  }
}

const nameOf = (size: number) => `original-${size}`;

async function createOwner(stores: Stores): Promise<{ keys: CopyKeys; tenant: Tenant }> {
  const organizationId = await stores.organizations.ensure('bench-copy');
  const create = async (environment: Tenant['environment']) =>
    (await stores.apiKeys.create({ organizationId, environment }, ['index'])).text;
  const keys = { production: await create('production'), staging: await create('staging') };
  return { keys, tenant: { organizationId, environment: 'production' } };
}

async function fill(stores: Stores, writes: DocumentWrites, tenant: Tenant, size: number): Promise<void> {
  const startMs = performance.now();
  const facts = { description: null, metadata: null };
  const { collection } = await stores.collections.ensure(tenant, nameOf(size), facts);
  await fillCollection(writes, collection._id, size);
  const seconds = (performance.now() - startMs) / 1_000;
  console.log(`${size} chunks written and published in ${seconds.toFixed(1)} s`);
}

/** The collections that own their rows: moved, wiped and deleted once, by size. */
async function endOriginals(pool: Pool, keys: CopyKeys): Promise<Map<number, Omit<Round, 'copy'>>> {
  const times = new Map<number, Omit<Round, 'copy'>>();
  for (const size of sizes) times.set(size, await endCollection(pool, keys, nameOf(size)));
  return times;
}

/** Removes what the deletes left to the background, so that the servers are as before. */
async function collectAll(upkeep: DocumentUpkeep): Promise<void> {
  const startMs = performance.now();
  let removed = 0;
  for (let after: string | null = null; ;) {
    const batch = await upkeep.collectNamespaces(after, () => undefined);
    removed += batch.removed;
    ({ after } = batch);
    if (after === null) break;
  }
  const seconds = (performance.now() - startMs) / 1_000;
  console.log(`${removed} namespaces without a collection removed in ${seconds.toFixed(1)} s`);
}

/** Namespaces have an hour's grace. */
const anHourLater = () => new Date(Date.now() + 3_600_000 + 1_000);

const timesOf = (measured: Map<number, Round[]>, size: number, operation: Operation): number[] =>
  measured.get(size)!.map((round) => round[operation]);

function rowsOf(measured: Map<number, Round[]>, originals: Map<number, Omit<Round, 'copy'>>): string[][] {
  return OPERATIONS.flatMap((operation) =>
    sizes.map((size) => {
      const times = timesOf(measured, size, operation);
      const original = operation === 'copy' ? '-' : originals.get(size)![operation].toFixed(1);
      const figures = [median(times), percentile(times, 0.95)].map((ms) => ms.toFixed(1));
      return [`${operation}, ${size}`, ...figures, original];
    }),
  );
}

void runUntilSignal(main, 130).then((code) => {
  process.exitCode = code;
});
