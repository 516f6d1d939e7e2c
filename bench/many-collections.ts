import { parseArgs } from 'node:util';
import { Client as ElasticsearchClient } from '@elastic/elasticsearch';
import { Pool } from 'undici';
import { runUntilSignal } from '../embedded/run-until-signal';
import { type Tenant } from '../src/domain/platform/tenancy';
import { createStores } from '../src/stores';
import { createDocumentUpkeep, createDocumentWrites } from '../src/stores/documents/document-writes';
import { createSearchIndex } from '../src/stores/documents/search-index';
import { connectMongo } from '../src/stores/mongo/mongo';
import { boundGoal, goalTable } from './goal';
import { machineFacts, machineLine } from './machine';
import { askedWord, fillMany, fillOne } from './many-collections/fill-many';
import { type Held, measureHeld, storeBytes } from './many-collections/measure-size';
import { type BenchStack, startBenchStack } from './service/bench-stack';
import { raisedLimits } from './service/raised-limits';
import { settled } from './service/settled';
import { timedRequest } from './service/timed-request';
import { median } from './statistics';
import { textTable } from './text-table';
import { writeReport } from './write-report';

/** Collections that are made, filled and asked one by one at each number of them. */
const probes = 100;
const filledAtOnce = 1_000;
/** The spread of the same call from one moment of the machine to another. */
const noiseFactor = 1.25;
const hourMs = 3_600_000;

/** Median milliseconds at one number of collections. */
interface Costs {
  make: number;
  fill: number;
  ask: number;
  /** The same first hundred collections again. */
  askFirst: number;
  /** A request that touches no store, for the load of the machine. */
  idle: number;
  /** A whole pass of the collector that has nothing to remove, by wall clock. */
  collector: number;
}

type Timed = Exclude<keyof Costs, 'collector'>;

interface AtSize {
  collections: number;
  costs: Costs;
  held: Held;
}

/**
 * Making, filling (ten chunks each) and asking the last hundred collections of 100, 1,000, 10,000, … of one
 * organization: each should cost the same whatever their number. In between collections are added in bulk, in
 * the state that the stores leave. At the end all are deleted, and the collector gives their space back.
 *
 * `npm run bench -- many-collections [--sizes 100,1000,10000] [--json <file>]`
 */
async function main(controller: AbortController): Promise<number> {
  const { values } = parseArgs({
    options: { sizes: { type: 'string', default: '100,1000,10000' }, json: { type: 'string' } },
  });
  const sizes = values.sizes.split(',').map(Number);
  const stack = await startBenchStack(raisedLimits, controller);
  const bench = await openBench(stack);
  try {
    const measured: AtSize[] = [];
    let made = 0;
    for (const size of sizes) {
      await bench.addMany(made, size - probes);
      const costs = await bench.probe(size - probes);
      made = size;
      measured.push({ collections: size, costs, held: await bench.held() });
      console.log(`${size} collections`, JSON.stringify(measured.at(-1)));
    }
    const gone = await bench.removeAll(made);
    report(measured, gone);
    await writeReport(values.json, { machine: machineFacts(), measured, gone });
    return 0;
  } finally {
    await bench.close();
    await stack.stop();
  }
}

async function openBench(stack: BenchStack) {
  const mongo = await connectMongo(stack.mongodbUrl, 'bench');
  const elasticsearch = new ElasticsearchClient({ node: stack.elasticsearchUrl });
  const pool = new Pool(stack.apiUrl, { connections: 1 });
  const stores = createStores(mongo.db);
  const search = createSearchIndex(elasticsearch);
  const writes = createDocumentWrites({ db: mongo.db, search });
  const upkeepAfter = (ms: number) =>
    createDocumentUpkeep({ db: mongo.db, search }, () => new Date(Date.now() + ms));
  const organizationId = await stores.organizations.ensure('bench-many');
  const tenant: Tenant = { organizationId, environment: 'production' };
  const key = (await stores.apiKeys.create(tenant, ['index', 'query'])).text;
  const stint = { untilMs: Infinity, onBatch: () => undefined };

  async function ask(number: number): Promise<number> {
    const path = `/v3/collections/many-${number}/query`;
    const { ms, body } = await timedRequest(pool, key, 'POST', path, { query: askedWord, semantic_ratio: 0 });
    const { results } = body as { results: unknown[] };
    if (results.length !== 1) throw new Error(`many-${number} has ${results.length} answers`);
    return ms;
  }

  async function timed(work: () => Promise<unknown>): Promise<number> {
    const startMs = performance.now();
    await work();
    return performance.now() - startMs;
  }

  async function collectAll(ms: number): Promise<void> {
    const upkeep = upkeepAfter(ms);
    for (let after: string | null = null; ;) {
      ({ after } = await upkeep.collectNamespaces(after, () => undefined));
      if (after === null) return;
    }
  }

  return {
    held: () => measureHeld(elasticsearch, stack.apiPid),

    async addMany(from: number, to: number): Promise<void> {
      for (let at = from; at < to; at += filledAtOnce) {
        const count = Math.min(filledAtOnce, to - at);
        await fillMany({ db: mongo.db, stores, writes, search }, tenant, { from: at, count });
        await upkeepAfter(0).flattenNext(stint);
      }
    },

    async probe(from: number): Promise<Costs> {
      const numbers = Array.from({ length: probes }, (_, i) => from + i);
      const times = { make: [], fill: [], ask: [], askFirst: [], idle: [] } as Record<Timed, number[]>;
      for (const number of numbers)
        times.make.push((await timedRequest(pool, key, 'PUT', `/v2/collections/many-${number}`, {})).ms);
      for (const number of numbers) {
        const { _id } = (await stores.collections.find(tenant, `many-${number}`))!;
        times.fill.push(await timed(() => fillOne(writes, _id, number)));
      }
      const { layers } = (await stores.collections.find(tenant, `many-${numbers.at(-1)!}`))!;
      await search.refresh(layers.map(({ namespace }) => namespace));
      for (const [at, number] of numbers.entries()) {
        times.ask.push(await ask(number));
        times.askFirst.push(await ask(at));
        times.idle.push((await timedRequest(pool, key, 'GET', '/health/live')).ms);
      }
      const collector = await timed(() => collectAll(2 * hourMs));
      const of = (name: Timed) => median(times[name]);
      return {
        make: of('make'),
        fill: of('fill'),
        ask: of('ask'),
        askFirst: of('askFirst'),
        idle: of('idle'),
        collector,
      };
    },

    /** Deletes all, a hundred of them by requests; answers the cost, and what is held afterwards. */
    async removeAll(made: number): Promise<{ deleteMs: number; collectSeconds: number; held: Held }> {
      const times: number[] = [];
      for (let number = 0; number < made; number++) {
        if (number >= probes) await stores.collections.remove(tenant, `many-${number}`);
        else times.push((await timedRequest(pool, key, 'DELETE', `/v2/collections/many-${number}`)).ms);
      }
      const ms = await timed(() => collectAll(2 * hourMs));
      // Merges that were begun end first.
      await elasticsearch.indices.forcemerge({ only_expunge_deletes: true });
      await elasticsearch.indices.refresh();
      await settled(() => storeBytes(elasticsearch), String);
      const held = await measureHeld(elasticsearch, stack.apiPid);
      return { deleteMs: median(times), collectSeconds: ms / 1_000, held };
    },

    async close(): Promise<void> {
      await pool.close();
      await elasticsearch.close();
      await mongo.close();
    },
  };
}

function report(measured: readonly AtSize[], gone: { deleteMs: number; collectSeconds: number; held: Held }) {
  const operations = ['make', 'fill', 'ask', 'askFirst', 'idle', 'collector'] as const;
  const [first] = measured;
  console.log(`\n${machineLine(machineFacts())}\n`);
  console.log(
    textTable(
      [
        'collections',
        ...operations.map((name) => `${name} ms`),
        ...operations.map((name) => `${name} ratio`),
      ],
      measured.map(({ collections, costs }) => [
        String(collections),
        ...operations.map((name) => costs[name].toFixed(1)),
        ...operations.map((name) => (costs[name] / first!.costs[name]).toFixed(2)),
      ]),
    ),
  );
  const heldCells = ({ shards, rows, storeBytes, heapBytes, stateBytes, apiBytes }: Held) => [
    String(shards),
    String(rows),
    ...[storeBytes, heapBytes, stateBytes, apiBytes].map((bytes) => (bytes / 1e6).toFixed(1)),
  ];
  const header = ['shards', 'rows', 'store MB', 'heap MB', 'state MB', 'API MB'];
  console.log(
    `\n${textTable(
      ['collections', ...header],
      [
        ...measured.map(({ collections, held }) => [String(collections), ...heldCells(held)]),
        ['all deleted', ...heldCells(gone.held)],
      ],
    )}`,
  );
  console.log(`\ndelete ${gone.deleteMs.toFixed(1)} ms; collected in ${gone.collectSeconds.toFixed(0)} s`);
  const last = measured.at(-1)!;
  const goals = (['make', 'fill', 'ask'] as const).map((name) =>
    boundGoal(
      `${name}, ${last.collections} to ${first!.collections} collections`,
      'at most',
      noiseFactor,
      last.costs[name] / first!.costs[name],
    ),
  );
  console.log(`\n${goalTable(goals)}`);
}

void runUntilSignal(main, 130).then((code) => {
  process.exitCode = code;
});
