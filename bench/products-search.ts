import { parseArgs } from 'node:util';
import { Client } from '@elastic/elasticsearch';
import { Pool } from 'undici';
import { type CreatedKey } from '../api/products/schemas/keys';
import { runUntilSignal } from '../embedded/run-until-signal';
import { createStores } from '../src/stores';
import { connectMongo } from '../src/stores/mongo/mongo';
import { type ProductBuildRow } from '../src/stores/products/product-builds';
import { createDice } from './generate/dice';
import { productRecord } from './generate/product-records';
import { boundGoal, goalTable } from './goal';
import { machineFacts, machineLine } from './machine';
import { createIndexClient } from './products/index-client';
import { askApi, askRaw, type AskQuestion, requestsOf, type SearchKind } from './products/search-sides';
import { answerText } from './service/answer-text';
import { startBenchStack } from './service/bench-stack';
import { concurrently } from './service/concurrently';
import { pairedRatio, percentile } from './statistics';
import { textTable } from './text-table';
import { writeReport } from './write-report';

const seed = 1;
const indexName = 'bench-search';
const concurrencies = [1, 16] as const;
const settings = {
  RATE_LIMIT_KEY_PER_MINUTE: '1000000',
  RATE_LIMIT_ORGANIZATION_PER_MINUTE: '1000000',
  PRODUCT_VECTORS_MAX: '0',
};
const kinds: readonly SearchKind[] = [
  { name: 'plain', goal: 0.8 },
  {
    name: 'three facets and a filter',
    goal: 0.7,
    filter: 'in_stock = true AND price < 500',
    facetKeys: ['brand', 'category', 'colors'],
  },
  { name: 'groups', goal: 0.6, groupField: 'brand' },
];

/** One kind of search under one concurrency. */
interface Cell {
  kind: string;
  goal: number;
  atOnce: number;
  /** Throughput of the API to that of the client alone, over the rounds. */
  ratio: number;
  apiMs: { p50: number; p95: number };
  rawMs: { p50: number; p95: number };
}

/**
 * Searches of product search, against the same requests sent to Elasticsearch by its client alone, in turns
 * within one run: plain ones, with three facets and a filter, and in groups, one and sixteen at once.
 *
 * `npm run bench -- products-search [--records 100000] [--questions 200] [--rounds 5] [--json <file>]`
 */
async function main(controller: AbortController): Promise<number> {
  const { values } = parseArgs({
    options: {
      records: { type: 'string', default: '100000' },
      questions: { type: 'string', default: '200' },
      rounds: { type: 'string', default: '5' },
      json: { type: 'string' },
    },
  });
  const records = Number(values.records);
  const questions = makeQuestions(Number(values.questions), records);
  const stack = await startBenchStack(settings, controller);
  const mongo = await connectMongo(stack.mongodbUrl, 'bench');
  const elasticsearch = new Client({ node: stack.elasticsearchUrl, requestTimeout: 60_000 });
  const pool = new Pool(stack.apiUrl, { bodyTimeout: 0, headersTimeout: 0 });
  try {
    const { apiKeys, organizations } = createStores(mongo.db);
    const organizationId = await organizations.ensure('bench-products');
    const tenant = { organizationId, environment: 'production' } as const;
    const { text: admin } = await apiKeys.create(tenant, ['products-admin']);
    await stack.startWorker();
    const buildId = await fillIndex(pool, admin, records);
    const build = (await mongo.db.collection<ProductBuildRow>('product_builds').findOne({ _id: buildId }))!;
    const key = await searchKey(pool, admin);
    const cells: Cell[] = [];
    for (const kind of kinds) {
      const sent = await Promise.all(
        questions.map(async (query) => [query, await requestsOf(elasticsearch, build, kind, query)] as const),
      );
      const sides = { api: askApi(pool, key, indexName, kind), raw: askRaw(elasticsearch, new Map(sent)) };
      for (const atOnce of concurrencies)
        cells.push(await measureCell(kind, sides, { atOnce, questions, rounds: Number(values.rounds) }));
    }
    const machine = machineFacts();
    const goals = cells.map(({ kind, atOnce, goal, ratio }) =>
      boundGoal(`${kind}, ${atOnce} at once: throughput to that of the client`, 'at least', goal, ratio),
    );
    console.log(`\n${machineLine(machine)}, ${records} records\n`);
    console.log(cellTable(cells));
    console.log(`\n${goalTable(goals)}`);
    await writeReport(values.json, { machine, records, cells, goals });
    return 0;
  } finally {
    await pool.close();
    await elasticsearch.close();
    await mongo.close();
    await stack.stop();
  }
}

/** Questions of two or three words, as titles of records have them. */
function makeQuestions(count: number, records: number): string[] {
  const dice = createDice(seed);
  const questions = new Set<string>();
  for (let tries = 0; questions.size < count && tries < 20 * count; tries++) {
    const { title } = productRecord(seed, dice.between(0, records - 1)) as { title: string };
    questions.add(title.split(' ').slice(dice.between(0, 1), 3).join(' ').toLowerCase());
  }
  return [...questions];
}

/** Builds the index; answers the id of its build. */
async function fillIndex(pool: Pool, key: string, records: number): Promise<string> {
  const client = createIndexClient(pool, key, indexName);
  await client.create();
  const lines = Array.from(
    { length: records },
    (_, place) => `${JSON.stringify(productRecord(seed, place))}\n`,
  );
  await client.upload(lines);
  return (await client.succeeded(await client.startBuild())).build_id!;
}

/** A key whose limit is above what is asked. */
async function searchKey(pool: Pool, admin: string): Promise<string> {
  const answer = await pool.request({
    method: 'POST',
    path: '/v1/keys',
    headers: { authorization: `Bearer ${admin}`, 'content-type': 'application/json' },
    body: JSON.stringify({ name: 'bench', type: 'search', rate_limit_per_second: 1_000 }),
  });
  return (JSON.parse(await answerText(answer)) as CreatedKey).key;
}

async function measureCell(
  { name: kind, goal }: SearchKind,
  { api, raw }: Record<'api' | 'raw', AskQuestion>,
  { atOnce, questions, rounds }: { atOnce: number; questions: readonly string[]; rounds: number },
): Promise<Cell> {
  const askAll = (ask: AskQuestion) => concurrently(questions.length, atOnce, (at) => ask(questions[at]!));
  const measured = { api: [] as number[], raw: [] as number[], apiMs: [] as number[], rawMs: [] as number[] };
  // The first round warms up.
  for (let round = 0; round <= rounds; round++) {
    const own = await askAll(api);
    const other = await askAll(raw);
    if (round === 0) continue;
    measured.api.push(questions.length / own.seconds);
    measured.raw.push(questions.length / other.seconds);
    measured.apiMs.push(...own.callMs);
    measured.rawMs.push(...other.callMs);
  }
  const percentiles = (ms: readonly number[]) => ({ p50: percentile(ms, 0.5), p95: percentile(ms, 0.95) });
  const ratio = pairedRatio(measured.api, measured.raw);
  return {
    kind,
    goal,
    atOnce,
    ratio,
    apiMs: percentiles(measured.apiMs),
    rawMs: percentiles(measured.rawMs),
  };
}

function cellTable(cells: readonly Cell[]): string {
  const header = ['search', 'at once', 'ratio', 'API p50 ms', 'p95', 'client p50 ms', 'p95'];
  return textTable(
    header,
    cells.map(({ kind, atOnce, ratio, apiMs, rawMs }) => [
      kind,
      String(atOnce),
      ratio.toFixed(2),
      ...[apiMs.p50, apiMs.p95, rawMs.p50, rawMs.p95].map((ms) => ms.toFixed(1)),
    ]),
  );
}

void runUntilSignal(main, 130).then((code) => {
  process.exitCode = code;
});
