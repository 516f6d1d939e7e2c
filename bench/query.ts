import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { Client as ElasticsearchClient } from '@elastic/elasticsearch';
import { Pool } from 'undici';
import { cacheFolder } from '../embedded/cache/cache-folder';
import { obtainEmbeddingModel } from '../embedded/models/embedding-model';
import { projectRoot } from '../embedded/project-root';
import { runUntilSignal } from '../embedded/run-until-signal';
import { readConfig } from '../src/config';
import { createEmbedder } from '../src/models';
import { connectMongo } from '../src/stores/mongo/mongo';
import { boundGoal, goalTable, type Goal } from './goal';
import { machineFacts, machineLine } from './machine';
import { fillCollection } from './query/fill-collection';
import { askLoopDelay, type LoopDelay, idleProgram, probeVariables } from './query/loop-delay';
import { makeQuestions } from './query/make-corpus';
import { type Ask, askApi, askRaw, measure, type Measured } from './query/measure';
import { type BenchStack, startBenchStack } from './service/bench-stack';
import { raisedLimits } from './service/raised-limits';
import { setApart } from './service/processors';
import { median, pairedRatio } from './statistics';
import { textTable } from './text-table';
import { writeReport } from './write-report';

const collectionName = 'bench-query';
const loopDelayMaxMs = 20;
const modes = [
  { mode: 'keyword', semanticRatio: 0, goal: 0.8 },
  { mode: 'hybrid', semanticRatio: 0.5, goal: 0.7 },
] as const;

/** The API, and the same searches by Elasticsearch's own client. */
interface Sides {
  api: Ask;
  raw: Ask;
}

interface Cell {
  mode: string;
  goal: number;
  atOnce: number;
  /** Elasticsearch has a processor of its own, as on a machine of its own; all others share what is left. */
  apart: boolean;
  /** New questions. */
  api: Measured[];
  /** The same questions once more, whose rows the API may still have. */
  again: Measured[];
  raw: Measured[];
  loop: LoopDelay[];
  /** Of a program that does nothing, in the same time. */
  idle: LoopDelay[];
}

/**
 * Queries over HTTP next to the same searches sent by Elasticsearch's client, in turns: keyword and hybrid,
 * one and sixteen at a time. Questions are new, so that each has to be embedded, on both sides by the local
 * model; then the API gets its own once more. Keyword queries also with a processor for Elasticsearch alone
 * on both sides, where that can be had: how much of what the engine can do goes through the API, rather than
 * how they divide the same processors.
 *
 * `npm run bench -- query [--chunks 100000] [--queries 400] [--rounds 5] [--at-once 1,16] [--modes
 * keyword,hybrid] [--json <file>]`
 */
async function main(controller: AbortController): Promise<number> {
  const wanted = readArguments();
  const bench = await openBench(controller);
  try {
    const idle = await bench.stack.start(idleProgram(bench.probe, bench.idleFile));
    const sides = await prepareSides(bench, wanted.chunks);
    const cells = planCells(wanted);
    const loopDelays = async () => ({
      loop: await askLoopDelay(bench.stack.apiPid, bench.loopFile),
      idle: await askLoopDelay(idle.pid, bench.idleFile),
    });
    // The first round warms up.
    for (let round = -1; round < wanted.rounds; round++)
      await runRound(round, cells, bench.stack, (cell, seed) =>
        runCell(cell, sides, wanted.queries, seed, loopDelays),
      );
    await report(wanted, cells);
    return 0;
  } finally {
    await bench.close();
  }
}

function readArguments() {
  const { values } = parseArgs({
    options: {
      chunks: { type: 'string', default: '100000' },
      queries: { type: 'string', default: '400' },
      rounds: { type: 'string', default: '5' },
      'at-once': { type: 'string', default: '1,16' },
      modes: { type: 'string', default: modes.map(({ mode }) => mode).join(',') },
      json: { type: 'string' },
    },
  });
  return {
    chunks: Number(values.chunks),
    queries: Number(values.queries),
    rounds: Number(values.rounds),
    atOnce: values['at-once'].split(',').map(Number),
    modes: values.modes.split(','),
    json: values.json,
  };
}

type Arguments = ReturnType<typeof readArguments>;

/** Starts the stack, with a probe of the event loop in the API, and connects to it. */
async function openBench(controller: AbortController) {
  const { signal } = controller;
  const model = await obtainEmbeddingModel({ cache: cacheFolder(), report: console.log, signal });
  const loopFile = join(projectRoot, '.cache', 'bench', `loop-delay-${process.pid}.json`);
  const probe = join(projectRoot, 'dist', 'bench', 'query', 'loop-delay-probe.js');
  const stack = await startBenchStack(
    { ...raisedLimits, ...probeVariables(probe, loopFile), EMBEDDING_MODEL_DIR: model },
    controller,
  );
  const mongo = await connectMongo(stack.mongodbUrl, 'bench');
  const elasticsearch = new ElasticsearchClient({ node: stack.elasticsearchUrl });
  const pool = new Pool(stack.apiUrl, { connections: 64 });
  const embedder = createEmbedder(
    readConfig({ ...process.env, SIGNING_KEY: 'A'.repeat(44), EMBEDDING_MODEL_DIR: model }),
  );
  return {
    stack,
    mongo,
    elasticsearch,
    pool,
    embedder,
    probe,
    loopFile,
    idleFile: `${loopFile}.idle`,
    async close() {
      await embedder.close();
      await pool.close();
      await elasticsearch.close();
      await mongo.close();
      await stack.stop();
    },
  };
}

/** Fills a collection with chunks and gives both ways to ask it. */
async function prepareSides(
  { mongo, elasticsearch, pool, embedder }: Awaited<ReturnType<typeof openBench>>,
  chunks: number,
): Promise<Sides> {
  const { id: model, dimensions } = embedder;
  const startMs = performance.now();
  const stores = { db: mongo.db, elasticsearch };
  const { key, view } = await fillCollection(stores, collectionName, { model, dimensions }, chunks);
  console.log(`${chunks} chunks written in ${((performance.now() - startMs) / 1_000).toFixed(0)} s`);
  return { api: askApi(pool, key, collectionName), raw: askRaw(elasticsearch, embedder, view) };
}

/** An empty cell for each mode and number at once; keyword queries a second time with Elasticsearch apart. */
function planCells(wanted: Arguments): Cell[] {
  const chosen = modes.filter(({ mode }) => wanted.modes.includes(mode));
  return [false, true].flatMap((apart) =>
    chosen
      .filter(({ mode }) => !apart || mode === 'keyword')
      .flatMap(({ mode, goal }) =>
        wanted.atOnce.map((atOnce): Cell => {
          const none = { api: [], again: [], raw: [], loop: [], idle: [] };
          return { mode, goal, atOnce, apart, ...none };
        }),
      ),
  );
}

/** Runs each cell once and keeps what it measured; a round before the first one is not kept. */
async function runRound(
  round: number,
  cells: readonly Cell[],
  stack: BenchStack,
  run: (cell: Cell, seed: number) => ReturnType<typeof runCell>,
): Promise<void> {
  for (const [at, cell] of cells.entries()) {
    const together = cell.apart ? await setElasticsearchApart(stack) : () => Promise.resolve();
    if (together === null) continue;
    const done = await run(cell, (round + 1) * 1_000 + at * 2);
    await together();
    if (round < 0) continue;
    cell.api.push(done.api);
    cell.again.push(done.again);
    cell.raw.push(done.raw);
    cell.loop.push(done.loop);
    cell.idle.push(done.idle);
  }
}

async function report({ chunks, queries, rounds, json }: Arguments, cells: readonly Cell[]): Promise<void> {
  const machine = machineFacts();
  const measured = cells.filter(({ api }) => api.length > 0);
  if (measured.length < cells.length)
    console.log('Elasticsearch cannot be given a processor of its own here.');
  const goals = measured.flatMap(goalsOf);
  console.log(`\n${machineLine(machine)}\n${chunks} chunks, ${queries} questions, ${rounds} rounds\n`);
  console.log(tableOf(measured));
  console.log(`\n${goalTable(goals)}`);
  await writeReport(json, { machine, chunks, queries, rounds, cells: measured, goals });
}

function setElasticsearchApart(stack: BenchStack): Promise<(() => Promise<void>) | null> {
  const [apart, mongod] = [stack.pidOf('elasticsearch'), stack.pidOf('mongod')];
  if (apart === undefined || mongod === undefined) return Promise.resolve(null);
  return setApart({ apart, together: [mongod, stack.apiPid, process.pid] });
}

/** Runs a round of a cell: the raw side, then the API, then the API with the same questions. */
async function runCell(
  { mode, atOnce }: Cell,
  sides: Sides,
  queries: number,
  seed: number,
  loopDelays: () => Promise<{ loop: LoopDelay; idle: LoopDelay }>,
): Promise<{ api: Measured; again: Measured; raw: Measured; loop: LoopDelay; idle: LoopDelay }> {
  const { semanticRatio } = modes.find((one) => one.mode === mode)!;
  const raw = await measure(sides.raw, makeQuestions(queries, seed), semanticRatio, atOnce);
  await loopDelays();
  const questions = makeQuestions(queries, seed + 1);
  const api = await measure(sides.api, questions, semanticRatio, atOnce);
  const delays = await loopDelays();
  const again = await measure(sides.api, questions, semanticRatio, atOnce);
  return { api, again, raw, ...delays };
}

const maxOf = (delays: readonly LoopDelay[]) => Math.max(...delays.map(({ maxMs }) => maxMs));

const pick = (all: readonly Measured[], field: keyof Measured) => all.map((one) => one[field]);

function goalsOf({ mode, goal, atOnce, apart, api, raw, loop }: Cell): Goal[] {
  const name = `${mode}, ${atOnce} at once${apart ? ', Elasticsearch apart' : ''}`;
  const ratio = pairedRatio(pick(api, 'perSecond'), pick(raw, 'perSecond'));
  return [
    boundGoal(`${name}: throughput to raw`, 'at least', goal, ratio),
    boundGoal(`${name}: longest hold of the event loop`, 'below', loopDelayMaxMs, maxOf(loop), ' ms'),
  ];
}

function tableOf(cells: readonly Cell[]): string {
  const header = [
    'queries',
    'at once',
    'API/s',
    'raw/s',
    'ratio',
    'again/s',
    'ratio again',
    'API p50',
    'raw p50',
    'API p99',
    'loop p99',
    'loop max',
    'idle max',
  ];
  const rows = cells.map(({ mode, atOnce, apart, api, again, raw, loop, idle }) => [
    apart ? `${mode}, apart` : mode,
    String(atOnce),
    median(pick(api, 'perSecond')).toFixed(1),
    median(pick(raw, 'perSecond')).toFixed(1),
    pairedRatio(pick(api, 'perSecond'), pick(raw, 'perSecond')).toFixed(2),
    median(pick(again, 'perSecond')).toFixed(1),
    pairedRatio(pick(again, 'perSecond'), pick(raw, 'perSecond')).toFixed(2),
    ...[median(pick(api, 'p50Ms')), median(pick(raw, 'p50Ms')), median(pick(api, 'p99Ms'))].map(
      (ms) => `${ms.toFixed(1)} ms`,
    ),
    `${median(loop.map(({ p99Ms }) => p99Ms)).toFixed(1)} ms`,
    `${maxOf(loop).toFixed(1)} ms`,
    `${maxOf(idle).toFixed(1)} ms`,
  ]);
  return textTable(header, rows);
}

void runUntilSignal(main, 130).then((code) => {
  process.exitCode = code;
});
