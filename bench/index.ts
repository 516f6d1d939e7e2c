import { parseArgs } from 'node:util';
import { Client as ElasticsearchClient } from '@elastic/elasticsearch';
import { Pool } from 'undici';
import { cacheFolder } from '../embedded/cache/cache-folder';
import { obtainEmbeddingModel } from '../embedded/models/embedding-model';
import { runUntilSignal } from '../embedded/run-until-signal';
import { createEmbedder } from '../src/models';
import { createStores } from '../src/stores';
import { connectMongo } from '../src/stores/mongo/mongo';
import { createSearchIndex } from '../src/stores/documents/search-index';
import { boundGoal, goalTable } from './goal';
import { indexRaw } from './index/index-raw';
import { indexWithJobs } from './index/index-with-jobs';
import { makeTexts } from './index/make-texts';
import { machineFacts, machineLine } from './machine';
import { startBenchStack } from './service/bench-stack';
import { createTenants } from './service/tenants';
import { median, pairedRatio } from './statistics';
import { textTable } from './text-table';
import { writeReport } from './write-report';

const connections = 8;
const collection = 'texts';
const namespace = 'bench-raw';
const embeddingThreads = 1;

/**
 * Documents a second of indexing jobs over small texts, against a loop that only embeds the same texts with
 * the same model and writes them to Elasticsearch: what is left of the engines' own rate after listing,
 * reading, chunking and the rows in MongoDB; and against the same jobs over like texts, with masking.
 *
 * `npm run bench -- index [--rounds 5] [--documents 400] [--json <file>]`
 */
async function main(controller: AbortController): Promise<number> {
  const { values } = parseArgs({
    options: {
      rounds: { type: 'string', default: '5' },
      documents: { type: 'string', default: '400' },
      json: { type: 'string' },
    },
  });
  const rounds = Number(values.rounds);
  const documents = Number(values.documents);
  const bench = await openBench(controller);
  try {
    await bench.stack.startWorker();
    const machine = machineFacts();
    const rates = await measureRates(bench, rounds, documents);
    const share = pairedRatio(rates.job, rates.raw);
    const what = 'indexing jobs, share of the documents a second of the raw loop';
    const masked = 'indexing jobs with masking, time to that of jobs without';
    const goals = [
      boundGoal(what, 'at least', 0.6, share),
      boundGoal(masked, 'at most', 1.2, pairedRatio(rates.job, rates.masked)),
    ];
    console.log(`\n${machineLine(machine)}\n${rounds} rounds of ${documents} texts\n`);
    const rows = [
      rowOf('raw loop', rates.raw),
      rowOf('indexing jobs', rates.job),
      rowOf('with masking', rates.masked),
    ];
    console.log(textTable(['side', 'documents a second', 'range'], rows));
    console.log(`\n${goalTable(goals)}`);
    await writeReport(values.json, { machine, rounds, documents, rates, goals });
    return 0;
  } finally {
    await bench.close();
  }
}

/** Starts the stack and connects to it, with an embedder of its own for the raw loop. */
async function openBench(controller: AbortController) {
  const { signal } = controller;
  const modelFolder = await obtainEmbeddingModel({ cache: cacheFolder(), report: console.log, signal });
  const stack = await startBenchStack(
    {
      EMBEDDING_MODEL_DIR: modelFolder,
      EMBEDDING_THREADS: String(embeddingThreads),
      RATE_LIMIT_KEY_PER_MINUTE: '1000000',
      RATE_LIMIT_ORGANIZATION_PER_MINUTE: '1000000',
    },
    controller,
  );
  const mongo = await connectMongo(stack.mongodbUrl, 'bench');
  const elasticsearch = new ElasticsearchClient({ node: stack.elasticsearchUrl });
  const embedder = createEmbedder({
    EMBEDDING_MODEL_DIR: modelFolder,
    EMBEDDING_THREADS: embeddingThreads,
  });
  const pool = new Pool(stack.apiUrl, { connections });
  return {
    stack,
    mongo,
    elasticsearch,
    embedder,
    pool,
    async close() {
      await pool.close();
      await embedder.close();
      await elasticsearch.close();
      await mongo.close();
      await stack.stop();
    },
  };
}

/** Documents a second of both sides, round by round. */
async function measureRates(
  { mongo, elasticsearch, embedder, pool }: Awaited<ReturnType<typeof openBench>>,
  rounds: number,
  documents: number,
): Promise<{ raw: number[]; job: number[]; masked: number[] }> {
  const stores = createStores(mongo.db);
  const [tenant] = await createTenants(stores, 1);
  const { key, organizationId } = tenant!;
  const facts = { description: null, metadata: null };
  await stores.collections.ensure({ organizationId, environment: 'production' }, collection, facts);
  const search = createSearchIndex(elasticsearch);
  await search.ensure(namespace, embedder.dimensions);
  const rates = { raw: [] as number[], job: [] as number[], masked: [] as number[] };
  const caller = { pool, stores, key, collection };
  for (let round = -1; round < rounds; round++) {
    const texts = makeTexts(round + 1, documents);
    const raw = documents / (await indexRaw({ embedder, search, namespace }, round + 1, texts));
    const name = `round-${round + 1}`;
    const job = documents / (await indexWithJobs(caller, { name, texts }));
    // The file of a name that the collection has is not read again, and texts share no vectors once they are masked.
    const others = {
      name: `masked-${name}`,
      texts: makeTexts(rounds + 2 + round, documents),
      options: { mask_pii: true },
    };
    const masked = documents / (await indexWithJobs(caller, others));
    // The first round warms up.
    if (round < 0) continue;
    rates.raw.push(raw);
    rates.job.push(job);
    rates.masked.push(masked);
  }
  await search.removeNamespaces([namespace]);
  return rates;
}

function rowOf(name: string, rates: readonly number[]): string[] {
  const fixed = (value: number) => value.toFixed(1);
  return [name, fixed(median(rates)), `${fixed(Math.min(...rates))}-${fixed(Math.max(...rates))}`];
}

void runUntilSignal(main, 130).then((code) => {
  process.exitCode = code;
});
