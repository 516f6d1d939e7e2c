import { parseArgs } from 'node:util';
import { Client as ElasticsearchClient } from '@elastic/elasticsearch';
import { Pool } from 'undici';
import { runUntilSignal } from '../embedded/run-until-signal';
import { connectMongo } from '../src/stores/mongo/mongo';
import { machineFacts, machineLine } from './machine';
import { fillCollection } from './query/fill-collection';
import { makeQuestions } from './query/make-corpus';
import { type Ask, askApi, measure } from './query/measure';
import { processorSeconds } from './scale/processor-time';
import { type BenchStack, startBenchStack } from './service/bench-stack';
import { raisedLimits } from './service/raised-limits';
import { median, pairedRatio } from './statistics';
import { textTable } from './text-table';
import { startSpanSink } from './traces/span-sink';
import { writeReport } from './write-report';

const collectionName = 'bench-traces';
const atOnce = 16;
const chunks = 5_000;

/** API processes over the same stores; the second without traces shows what chance alone does. */
const sideNames = ['off', 'off again', 'a tenth', 'on'] as const;
type SideName = (typeof sideNames)[number];

/** Variables of an API process by its side. */
function variablesOf(name: SideName, endpoint: string): Record<string, string> {
  if (name === 'off' || name === 'off again') return {};
  const on = { OTEL_EXPORTER_OTLP_ENDPOINT: endpoint };
  if (name === 'on') return on;
  return { ...on, OTEL_TRACES_SAMPLER: 'traceidratio', OTEL_TRACES_SAMPLER_ARG: '0.1' };
}

interface Side {
  name: SideName;
  pid: number;
  ask: Ask;
  /** Queries a second, of each round. */
  perSecond: number[];
  /** Milliseconds of processor time of the API for a query, of each round. */
  processorMs: number[];
}

/**
 * Keyword queries over HTTP, sixteen at a time, to API processes that trace nothing, a tenth and all requests,
 * in turns.
 *
 * `npm run bench -- traces [--queries 1000] [--rounds 7] [--json <file>]`
 */
async function main(controller: AbortController): Promise<number> {
  const { queries, rounds, json } = readArguments();
  const sink = await startSpanSink();
  const stack = await startBenchStack(raisedLimits, controller);
  try {
    const key = await prepareCollection(stack);
    const sides: Side[] = [];
    for (const name of sideNames) {
      const { url, pid } = await stack.startApi(variablesOf(name, sink.endpoint));
      const pool = new Pool(url, { connections: atOnce });
      sides.push({ name, pid, ask: askApi(pool, key, collectionName), perSecond: [], processorMs: [] });
    }
    // The first round warms up.
    for (let round = -1; round < rounds; round++) {
      for (const side of round % 2 === 0 ? sides : sides.toReversed())
        await runRound(side, makeQuestions(queries, round + 2), round >= 0);
    }
    const machine = machineFacts();
    console.log(`\n${machineLine(machine)}\n${queries} questions, ${rounds} rounds\n\n${tableOf(sides)}`);
    console.log(`\n${(sink.bytes() / 2 ** 20).toFixed(1)} MB of spans were received`);
    const measured = sides.map(({ name, perSecond, processorMs }) => ({ name, perSecond, processorMs }));
    await writeReport(json, { machine, queries, rounds, sides: measured });
    return 0;
  } finally {
    await stack.stop();
    sink.close();
  }
}

function readArguments() {
  const { values } = parseArgs({
    options: {
      queries: { type: 'string', default: '1000' },
      rounds: { type: 'string', default: '7' },
      json: { type: 'string' },
    },
  });
  return { queries: Number(values.queries), rounds: Number(values.rounds), json: values.json };
}

/** Fills a collection that every side asks; answers a key for it. */
async function prepareCollection(stack: BenchStack): Promise<string> {
  const mongo = await connectMongo(stack.mongodbUrl, 'bench');
  const elasticsearch = new ElasticsearchClient({ node: stack.elasticsearchUrl });
  try {
    const stores = { db: mongo.db, elasticsearch };
    const { key } = await fillCollection(stores, collectionName, { model: 'bench', dimensions: 8 }, chunks);
    return key;
  } finally {
    await elasticsearch.close();
    await mongo.close();
  }
}

async function runRound(side: Side, questions: readonly string[], isKept: boolean): Promise<void> {
  const before = processorSeconds(side.pid);
  const { perSecond } = await measure(side.ask, questions, 0, atOnce);
  if (!isKept) return;
  side.perSecond.push(perSecond);
  side.processorMs.push(((processorSeconds(side.pid) - before) * 1_000) / questions.length);
}

function tableOf(sides: readonly Side[]): string {
  const [off] = sides;
  const header = ['traces', 'queries/s', 'to off', 'processor of the API', 'to off'];
  const rows = sides.map(({ name, perSecond, processorMs }) => [
    name,
    median(perSecond).toFixed(0),
    pairedRatio(perSecond, off!.perSecond).toFixed(2),
    `${median(processorMs).toFixed(2)} ms`,
    pairedRatio(processorMs, off!.processorMs).toFixed(2),
  ]);
  return textTable(header, rows);
}

void runUntilSignal(main, 130).then((code) => {
  process.exitCode = code;
});
