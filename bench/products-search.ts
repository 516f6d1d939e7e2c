import { parseArgs } from 'node:util';
import { Client } from '@elastic/elasticsearch';
import { Pool } from 'undici';
import { type CreatedKey } from '../api/products/keys/schema';
import { runUntilSignal } from '../embedded/run-until-signal';
import { type ObjectSettings } from '../src/domain/products/settings';
import { BlobNotFound } from '../src/blobs';
import { noMetrics } from '../src/metrics';
import { createWordLists } from '../src/product-search';
import { createStores, type Stores } from '../src/stores';
import { connectMongo } from '../src/stores/mongo/mongo';
import { type ProductBuildRow } from '../src/stores/products/product-builds';
import { createDice } from './generate/dice';
import { productRecord } from './generate/product-records';
import { boundGoal, goalTable } from './goal';
import { machineFacts, machineLine } from './machine';
import { type InProcessFigures, inProcessTable, measureInProcess } from './products/in-process-engines';
import { createIndexClient, type IndexClient } from './products/index-client';
import { askApi, askRaw, type AskQuestion, requestsOf, type SearchKind } from './products/search-sides';
import { answerText } from './service/answer-text';
import { startBenchStack } from './service/bench-stack';
import { concurrently } from './service/concurrently';
import { pairedRatio, percentile } from './statistics';
import { textTable } from './text-table';
import { writeReport } from './write-report';

const seed = 1;
const indexName = 'bench-search';
const auditedName = 'bench-audited';
const wordListBytesMax = 256 * 1024 * 1024;
/** The list of the build is made from its records here: the blobs are those of the API. */
const noBlobs = {
  read: (key: string) => Promise.reject(new BlobNotFound(key)),
  put: () => Promise.resolve({ byteSize: 0, sha256: '' }),
};
const wordListsOver = (stores: Stores) =>
  createWordLists({ ...stores, blobs: noBlobs, metrics: noMetrics }, wordListBytesMax);
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
  { name: 'typeahead', p50Max: 10, isTypeahead: true },
];

const plain = kinds[0]!;
/** Plain searches of an index that records reads, against those of one that does not. */
const audited: SearchKind = { name: 'plain with audit, to without', goal: 0.9 };

/** Ways to ask whose throughput is compared. */
interface Sides {
  measured: AskQuestion;
  peer: AskQuestion;
}

interface Milliseconds {
  p50: number;
  p95: number;
}

/** Measured kind of search under one concurrency. */
interface Cell {
  kind: SearchKind;
  atOnce: number;
  /** Throughput of the measured side to that of its peer, over the rounds. */
  ratio: number;
  measuredMs: Milliseconds;
  peerMs: Milliseconds;
}

interface Rounds {
  questions: readonly string[];
  rounds: number;
}

/**
 * Searches of product search, against the same requests sent to Elasticsearch by its client alone, in turns
 * within one run: plain ones, with three facets and a filter, in groups, and typeahead, one and sixteen at
 * once. Then plain ones of an index with an audit log of reads, against the same ones without it. Beside
 * them, plain ones of MiniSearch and Orama, which are searched in the process that uses them.
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
    const stores = createStores(mongo.db);
    const wordLists = wordListsOver(stores);
    const organizationId = await stores.organizations.ensure('bench-products');
    const tenant = { organizationId, environment: 'production' } as const;
    const { text: admin } = await stores.apiKeys.create(tenant, ['products-admin']);
    await stack.startWorker();
    const buildId = await fillIndex(createIndexClient(pool, admin, indexName), records, {});
    const build = (await mongo.db.collection<ProductBuildRow>('product_builds').findOne({ _id: buildId }))!;
    await fillIndex(createIndexClient(pool, admin, auditedName), records, { audit: {} });
    const key = await searchKey(pool, admin);
    const rounds = { questions, rounds: Number(values.rounds) };
    const cells: Cell[] = [];
    for (const kind of kinds) {
      const asked = kind.isTypeahead ? questions.map(begunQuestion) : questions;
      const sent = await Promise.all(
        asked.map(
          async (query) =>
            [query, await requestsOf(elasticsearch, { build, wordLists }, kind, query)] as const,
        ),
      );
      const peer = askRaw(elasticsearch, new Map(sent));
      cells.push(
        ...(await measureKind(
          kind,
          { measured: askApi(pool, key, indexName, kind), peer },
          { ...rounds, questions: asked },
        )),
      );
    }
    const sides = {
      measured: askApi(pool, key, auditedName, plain),
      peer: askApi(pool, key, indexName, plain),
    };
    cells.push(...(await measureKind(audited, sides, rounds)));
    const inProcess = await measureInProcess(seed, records, questions);
    await report({ records, cells, inProcess }, values.json);
    return 0;
  } finally {
    await pool.close();
    await elasticsearch.close();
    await mongo.close();
    await stack.stop();
  }
}

interface SearchFigures {
  records: number;
  cells: readonly Cell[];
  inProcess: readonly InProcessFigures[];
}

async function report(figures: SearchFigures, file: string | undefined): Promise<void> {
  const { records, cells, inProcess } = figures;
  const machine = machineFacts();
  const goals = cells.flatMap(goalsOf);
  console.log(`\n${machineLine(machine)}, ${records} records\n`);
  console.log(cellTable(cells));
  console.log(`\n${inProcessTable(inProcess)}`);
  console.log(`\n${goalTable(goals)}`);
  await writeReport(file, { machine, ...figures, goals });
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

/** A question while it is typed: its first word, and one to four characters of the next. */
function begunQuestion(question: string, place: number): string {
  const [first = '', second = ''] = question.split(' ');
  return `${first} ${second.slice(0, 1 + (place % 4))}`;
}

/** Makes and builds an index; answers the id of its build. */
async function fillIndex(client: IndexClient, records: number, settings: ObjectSettings): Promise<string> {
  await client.create(settings);
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

async function measureKind(kind: SearchKind, sides: Sides, rounds: Rounds): Promise<Cell[]> {
  const cells: Cell[] = [];
  for (const atOnce of concurrencies) cells.push(await measureCell(kind, sides, { ...rounds, atOnce }));
  return cells;
}

async function measureCell(
  kind: SearchKind,
  { measured, peer }: Sides,
  { atOnce, questions, rounds }: Rounds & { atOnce: number },
): Promise<Cell> {
  const askAll = (ask: AskQuestion) => concurrently(questions.length, atOnce, (at) => ask(questions[at]!));
  const rates = { measured: [] as number[], peer: [] as number[] };
  const calls = { measured: [] as number[], peer: [] as number[] };
  // The first round warms up.
  for (let round = 0; round <= rounds; round++) {
    const own = await askAll(measured);
    const other = await askAll(peer);
    if (round === 0) continue;
    rates.measured.push(questions.length / own.seconds);
    rates.peer.push(questions.length / other.seconds);
    calls.measured.push(...own.callMs);
    calls.peer.push(...other.callMs);
  }
  const percentiles = (ms: readonly number[]) => ({ p50: percentile(ms, 0.5), p95: percentile(ms, 0.95) });
  const ratio = pairedRatio(rates.measured, rates.peer);
  return {
    kind,
    atOnce,
    ratio,
    measuredMs: percentiles(calls.measured),
    peerMs: percentiles(calls.peer),
  };
}

function goalsOf({ kind: { name, goal, p50Max }, atOnce, ratio, measuredMs }: Cell) {
  const of = `${name}, ${atOnce} at once`;
  return [
    ...(goal === undefined
      ? []
      : [boundGoal(`${of}: throughput to that of its peer`, 'at least', goal, ratio)]),
    ...(p50Max === undefined || atOnce > 1
      ? []
      : [boundGoal(`${of}: p50 in ms`, 'at most', p50Max, measuredMs.p50)]),
  ];
}

function cellTable(cells: readonly Cell[]): string {
  const header = ['search', 'at once', 'ratio', 'p50 ms', 'p95', 'peer p50 ms', 'p95'];
  return textTable(
    header,
    cells.map(({ kind, atOnce, ratio, measuredMs, peerMs }) => [
      kind.name,
      String(atOnce),
      ratio.toFixed(2),
      ...[measuredMs.p50, measuredMs.p95, peerMs.p50, peerMs.p95].map((ms) => ms.toFixed(1)),
    ]),
  );
}

void runUntilSignal(main, 130).then((code) => {
  process.exitCode = code;
});
