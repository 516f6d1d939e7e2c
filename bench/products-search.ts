import { Readable } from 'node:stream';
import { buffer } from 'node:stream/consumers';
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
import { boundGoal, type Goal, goalTable } from './goal';
import { machineFacts, machineLine } from './machine';
import { type InProcessFigures, inProcessTable, measureInProcess } from './products/in-process-engines';
import { createIndexClient, type IndexClient } from './products/index-client';
import {
  askApi,
  askPlainTerms,
  askRaw,
  type AskQuestion,
  requestsByQuestion,
  type SearchKind,
} from './products/search-sides';
import { processorSeconds } from './scale/processor-time';
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
/** The list of a build is made from its records here, and kept in memory: the blobs are those of the API. */
function memoryBlobs() {
  const bodies = new Map<string, Buffer>();
  return {
    async put(key: string, body: Readable) {
      const bytes = await buffer(body);
      bodies.set(key, bytes);
      return { byteSize: bytes.length, sha256: '' };
    },
    read(key: string) {
      const bytes = bodies.get(key);
      if (bytes === undefined) return Promise.reject(new BlobNotFound(key));
      return Promise.resolve({ stream: Readable.from([bytes]), byteSize: bytes.length, contentType: '' });
    },
  };
}
const wordListsOver = (stores: Stores) =>
  createWordLists({ ...stores, blobs: memoryBlobs(), metrics: noMetrics }, wordListBytesMax);
const concurrencies = [1, 16] as const;
/** Questions that each side is asked before a kind is measured, so that compiled code is measured, as it serves. */
const warmUpQuestions = 2_000;
/** Orama takes many minutes to fill with more. */
const inProcessRecordsMax = 20_000;
const settings = {
  RATE_LIMIT_KEY_PER_MINUTE: '1000000',
  RATE_LIMIT_ORGANIZATION_PER_MINUTE: '1000000',
  PRODUCT_VECTORS_MAX: '0',
};
const plain: SearchKind = { name: 'plain', toPlainTerms: { 1: 0.45, 16: 0.35 } };
const kinds: readonly SearchKind[] = [
  plain,
  { name: 'with a typo', toPlainTerms: { 1: 0.4, 16: 0.3 }, asked: mistypedQuestion },
  {
    name: 'three facets and a filter',
    toPlainTerms: { 1: 0.3, 16: 0.25 },
    filter: 'in_stock = true AND price < 500',
    facetKeys: ['brand', 'category', 'colors'],
  },
  { name: 'sorted by price', toPlainTerms: { 1: 0.45, 16: 0.3 }, sortField: 'price' },
  { name: 'groups', toPeer: 0.6, groupField: 'brand' },
  {
    name: 'typeahead',
    toPlainTerms: { 1: 0.6, 16: 0.45 },
    p50Max: 10,
    isTypeahead: true,
    asked: begunQuestion,
  },
];

/** Plain searches of an index that records reads, against those of one that does not. */
const audited: SearchKind = { name: 'plain with audit, to without', toPeer: 0.9 };

/** Ways to ask whose throughput is compared. */
interface Sides {
  measured: AskQuestion;
  peer: AskQuestion;
  plainTerms: AskQuestion;
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
  toPeer: number;
  /** Throughput of the measured side to that of plain terms, over the rounds. */
  toPlainTerms: number;
  measuredMs: Milliseconds;
  peerMs: Milliseconds;
  plainTermsMs: Milliseconds;
  /** Processor time of the API process for one search. */
  apiMs: number;
}

interface Rounds {
  questions: readonly string[];
  rounds: number;
  apiPid: number;
}

/** Processor time of the API process for a plain search. */
const apiMsMax = 2;

/**
 * Searches of product search, one and sixteen at once, in turns within one run with two peers: the same
 * requests sent to Elasticsearch by its client alone, and the words of the plain questions as bare terms with
 * one tier, sent by an HTTP client. The kinds are plain ones, with a typo, with three facets and a filter,
 * sorted, in groups, and typeahead. Then plain ones of an index with an audit log of reads, against the same
 * ones without it. Beside them, plain ones of MiniSearch and Orama over at most 20,000 of the records, which
 * are searched in the process that uses them. With names of kinds, these alone are measured.
 *
 * `npm run bench -- products-search [--records 100000] [--questions 200] [--rounds 5] [--kinds plain,sorted by
 * price] [--json <file>]`
 */
async function main(controller: AbortController): Promise<number> {
  const { values } = parseArgs({
    options: {
      records: { type: 'string', default: '100000' },
      questions: { type: 'string', default: '200' },
      rounds: { type: 'string', default: '5' },
      kinds: { type: 'string' },
      json: { type: 'string' },
    },
  });
  const records = Number(values.records);
  const wanted = values.kinds?.split(',');
  const isWanted = ({ name }: SearchKind) => wanted?.includes(name) ?? true;
  const questions = makeQuestions(Number(values.questions), records);
  const stack = await startBenchStack(settings, controller);
  const mongo = await connectMongo(stack.mongodbUrl, 'bench');
  const elasticsearch = new Client({ node: stack.elasticsearchUrl, requestTimeout: 60_000 });
  const pool = new Pool(stack.apiUrl, { bodyTimeout: 0, headersTimeout: 0 });
  const engine = new Pool(stack.elasticsearchUrl, { bodyTimeout: 0, headersTimeout: 0 });
  try {
    const stores = createStores(mongo.db);
    const wordLists = wordListsOver(stores);
    const organizationId = await stores.organizations.ensure('bench-products');
    const tenant = { organizationId, environment: 'production' } as const;
    const { text: admin } = await stores.apiKeys.create(tenant, ['products-admin']);
    await stack.startWorker();
    const buildId = await fillIndex(createIndexClient(pool, admin, indexName), records, {});
    const build = (await mongo.db.collection<ProductBuildRow>('product_builds').findOne({ _id: buildId }))!;
    if (isWanted(audited))
      await fillIndex(createIndexClient(pool, admin, auditedName), records, { audit: {} });
    const key = await searchKey(pool, admin);
    const rounds = { questions, rounds: Number(values.rounds), apiPid: stack.apiPid };
    const plainTerms = askPlainTerms(engine, build.physical);
    const cells: Cell[] = [];
    for (const kind of kinds.filter(isWanted)) {
      const asked = kind.asked === undefined ? questions : questions.map(kind.asked);
      const requests = await requestsByQuestion(elasticsearch, { build, wordLists }, kind, asked);
      const measured = askApi(pool, key, indexName, kind);
      const sides = { measured, peer: askRaw(elasticsearch, requests), plainTerms };
      cells.push(...(await measureKind(kind, sides, { ...rounds, asked })));
    }
    if (isWanted(audited)) {
      const [measured, peer] = [auditedName, indexName].map((name) => askApi(pool, key, name, plain));
      const sides = { measured: measured!, peer: peer!, plainTerms };
      cells.push(...(await measureKind(audited, sides, { ...rounds, asked: questions })));
    }
    console.log(`\n${cellTable(cells)}`);
    const inProcessRecords = Math.min(records, inProcessRecordsMax);
    const inProcess = wanted === undefined ? await measureInProcess(seed, inProcessRecords, questions) : [];
    await report({ records, cells, inProcess }, values.json);
    return 0;
  } finally {
    await pool.close();
    await engine.close();
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
  console.log(inProcessTable(inProcess));
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

/** A question with a wrong letter in its longest word, not the first. */
function mistypedQuestion(question: string, place: number): string {
  const longest = question.split(' ').toSorted((a, b) => b.length - a.length)[0]!;
  const at = 1 + (place % (longest.length - 1));
  const wrong = longest[at] === 'x' ? 'z' : 'x';
  return question.replace(longest, longest.slice(0, at) + wrong + longest.slice(at + 1));
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

/** Questions of a kind beside the plain ones at the same places. */
type KindRounds = Rounds & { asked: readonly string[] };

async function measureKind(kind: SearchKind, sides: Sides, rounds: KindRounds): Promise<Cell[]> {
  const { asked, questions } = rounds;
  const warmUp = (ask: AskQuestion, texts: readonly string[]) =>
    concurrently(warmUpQuestions, 16, (at) => ask(texts[at % texts.length]!));
  await warmUp(sides.measured, asked);
  await warmUp(sides.peer, asked);
  await warmUp(sides.plainTerms, questions);
  const cells: Cell[] = [];
  for (const atOnce of concurrencies) cells.push(await measureCell(kind, sides, { ...rounds, atOnce }));
  return cells;
}

async function measureCell(
  kind: SearchKind,
  { measured, peer, plainTerms }: Sides,
  { atOnce, asked, questions, rounds, apiPid }: KindRounds & { atOnce: number },
): Promise<Cell> {
  const askAll = (ask: AskQuestion, texts: readonly string[]) =>
    concurrently(texts.length, atOnce, (at) => ask(texts[at]!));
  const rates = { measured: [] as number[], peer: [] as number[], plainTerms: [] as number[] };
  const calls = { measured: [] as number[], peer: [] as number[], plainTerms: [] as number[] };
  let apiSeconds = 0;
  for (let round = 0; round < rounds; round++) {
    const before = processorSeconds(apiPid);
    const own = await askAll(measured, asked);
    apiSeconds += processorSeconds(apiPid) - before;
    const sides = { measured: own, peer: await askAll(peer, asked), plainTerms: await askAll(plainTerms, questions) }; // prettier-ignore
    for (const side of ['measured', 'peer', 'plainTerms'] as const) {
      rates[side].push(asked.length / sides[side].seconds);
      calls[side].push(...sides[side].callMs);
    }
  }
  const percentiles = (ms: readonly number[]) => ({ p50: percentile(ms, 0.5), p95: percentile(ms, 0.95) });
  return {
    kind,
    atOnce,
    toPeer: pairedRatio(rates.measured, rates.peer),
    toPlainTerms: pairedRatio(rates.measured, rates.plainTerms),
    measuredMs: percentiles(calls.measured),
    peerMs: percentiles(calls.peer),
    plainTermsMs: percentiles(calls.plainTerms),
    apiMs: (apiSeconds * 1_000) / (rounds * asked.length),
  };
}

function goalsOf({ kind, atOnce, toPeer, toPlainTerms, measuredMs, apiMs }: Cell): Goal[] {
  const of = `${kind.name}, ${atOnce} at once`;
  const toTerms = kind.toPlainTerms?.[atOnce];
  return [
    ...(toTerms === undefined
      ? []
      : [boundGoal(`${of}: throughput to that of plain terms`, 'at least', toTerms, toPlainTerms)]),
    ...(kind.toPeer === undefined
      ? []
      : [boundGoal(`${of}: throughput to that of its peer`, 'at least', kind.toPeer, toPeer)]),
    ...(kind.p50Max === undefined || atOnce > 1
      ? []
      : [boundGoal(`${of}: p50 in ms`, 'at most', kind.p50Max, measuredMs.p50)]),
    ...(kind !== plain || atOnce > 1
      ? []
      : [boundGoal(`${of}: processor time of the API in ms`, 'at most', apiMsMax, apiMs)]),
  ];
}

function cellTable(cells: readonly Cell[]): string {
  const header = ['search', 'at once', 'to plain terms', 'to peer', 'p50 ms', 'p95', 'peer p50 ms', 'p95', 'terms p50 ms', 'p95', 'API ms']; // prettier-ignore
  return textTable(
    header,
    cells.map(({ kind, atOnce, toPlainTerms, toPeer, measuredMs, peerMs, plainTermsMs, apiMs }) => [
      kind.name,
      String(atOnce),
      toPlainTerms.toFixed(2),
      toPeer.toFixed(2),
      ...[measuredMs, peerMs, plainTermsMs].flatMap(({ p50, p95 }) => [p50.toFixed(1), p95.toFixed(1)]),
      apiMs.toFixed(1),
    ]),
  );
}

void runUntilSignal(main, 130).then((code) => {
  process.exitCode = code;
});
