import { parseArgs } from 'node:util';
import { Client as ElasticsearchClient } from '@elastic/elasticsearch';
import { Client, Connection } from '@temporalio/client';
import { Pool } from 'undici';
import { cacheFolder } from '../embedded/cache/cache-folder';
import { obtainEmbeddingModel } from '../embedded/models/embedding-model';
import { runUntilSignal } from '../embedded/run-until-signal';
import { createStores } from '../src/stores';
import { connectMongo, type Mongo } from '../src/stores/mongo/mongo';
import { createSearchIndex } from '../src/stores/documents/search-index';
import { boundGoal, type Goal, goalTable } from './goal';
import { countStored } from './index/count-stored';
import { fillFolder } from './index/fill-folder';
import { tenthsOf } from './index/tenths';
import { watchJob } from './index/watch-job';
import { machineFacts, machineLine } from './machine';
import { answerText } from './service/answer-text';
import { type BenchStack, startBenchStack } from './service/bench-stack';
import { createTenants } from './service/tenants';
import { textTable } from './text-table';
import { writeReport } from './write-report';

const collection = 'many';
const megabyte = 1e6;
/**
 * Memory is flat when the last tenth of the files needs no more than this to the second one; the first warms
 * up.
 */
const flatFactorMax = 1.25;
/** A job has not slowed down when its last tenth is at least this fast, to the second one. */
const steadyFactorMin = 0.8;
const historyEventsMax = 10_000;

/**
 * An indexing job over many small texts in a bucket: memory of worker and API, documents a second from tenth
 * to tenth, the length of its histories, and what is in both stores at the end.
 *
 * `npm run bench -- index-many [--documents 50000] [--json <file>]`
 */
async function main(controller: AbortController): Promise<number> {
  const { values } = parseArgs({
    options: { documents: { type: 'string', default: '50000' }, json: { type: 'string' } },
  });
  const documents = Number(values.documents);
  const { signal } = controller;
  const modelFolder = await obtainEmbeddingModel({ cache: cacheFolder(), report: console.log, signal });
  const env = { EMBEDDING_MODEL_DIR: modelFolder, OUTBOUND_ALLOW_CIDRS: '127.0.0.0/8,::1/128' };
  const stack = await startBenchStack(env, controller);
  const mongo = await connectMongo(stack.mongodbUrl, 'bench');
  const elasticsearch = new ElasticsearchClient({ node: stack.elasticsearchUrl });
  const pool = new Pool(stack.apiUrl, { connections: 2 });
  try {
    const machine = machineFacts();
    const run = await runJob({ stack, mongo, elasticsearch, pool }, documents, signal);
    const goals = goalsOf(run, documents);
    console.log(`\n${machineLine(machine)}\n`);
    showRun(run, documents);
    console.log(`\n${goalTable(goals)}`);
    const { seconds, stored, histories, tenths, samples } = run;
    const report = { machine, documents, seconds, stored, histories, tenths, samples, goals };
    await writeReport(values.json, report);
    return 0;
  } finally {
    await pool.close();
    await elasticsearch.close();
    await mongo.close();
    await stack.stop();
  }
}

interface Connections {
  stack: BenchStack;
  mongo: Mongo;
  elasticsearch: ElasticsearchClient;
  pool: Pool;
}

type JobRun = Awaited<ReturnType<typeof runJob>>;

/** Fills a bucket, lets one job index it, and reads how the job went and what it left. */
async function runJob(
  { stack, mongo, elasticsearch, pool }: Connections,
  documents: number,
  signal: AbortSignal,
) {
  const bucket = await fillFolder(await stack.startS3(), `many-${Date.now()}`, documents);
  console.log(`${documents} texts written`);
  const stores = createStores(mongo.db);
  const [tenant] = await createTenants(stores, 1);
  const { key, organizationId } = tenant!;
  const owner = { organizationId, environment: 'production' } as const;
  await stores.collections.ensure(owner, collection, { description: null, metadata: null });
  const workerPid = await stack.startWorker();
  const jobId = await startJob(pool, key, bucket);
  const { job, samples } = await watchJob({ pool, key, workerPid, apiPid: stack.apiPid }, jobId, signal);
  const row = (await stores.collections.find(owner, collection))!;
  return {
    status: job.status,
    indexed: job.result?.files_indexed ?? 0,
    histories: await historyLengths(stack, jobId),
    stored: await countStored({ db: mongo.db, search: createSearchIndex(elasticsearch) }, row),
    tenths: tenthsOf(samples, documents),
    samples,
    seconds: samples.at(-1)!.seconds,
  };
}

function goalsOf({ indexed, stored, tenths, histories }: JobRun, documents: number): Goal[] {
  const isExact = [indexed, ...Object.values<number>({ ...stored })].every((count) => count === documents);
  const [, early] = tenths;
  const late = tenths.at(-1);
  const lateTo = (of: 'workerBytes' | 'apiBytes' | 'documentsPerSecond') => late![of] / early![of];
  const memory = 'memory of the last tenth to the second';
  return [
    boundGoal(`worker, ${memory}`, 'at most', flatFactorMax, lateTo('workerBytes')),
    boundGoal(`API, ${memory}`, 'at most', flatFactorMax, lateTo('apiBytes')),
    boundGoal(
      'documents a second of the last tenth to the second',
      'at least',
      steadyFactorMin,
      lateTo('documentsPerSecond'),
    ),
    boundGoal('events of the longest history', 'at most', historyEventsMax, Math.max(...histories)),
    boundGoal('all counts in both stores are exact (1: yes)', 'at least', 1, Number(isExact)),
  ];
}

function showRun({ status, indexed, seconds, stored, histories, tenths }: JobRun, documents: number): void {
  console.log(
    `${status}: ${indexed} of ${documents} in ${seconds.toFixed(0)} s; stored: ${JSON.stringify(stored)}`,
  );
  console.log(`histories: ${histories.join(', ')} events\n`);
  const rows = tenths.map(({ documentsPerSecond, workerBytes, apiBytes }, at) => [
    String(at + 1),
    documentsPerSecond.toFixed(1),
    (workerBytes / megabyte).toFixed(0),
    (apiBytes / megabyte).toFixed(0),
  ]);
  console.log(textTable(['tenth', 'documents a second', 'worker MB', 'API MB'], rows));
}

async function startJob(pool: Pool, key: string, bucket: object): Promise<string> {
  const response = await pool.request({
    method: 'POST',
    path: `/v2/collections/${collection}/index/s3compatible`,
    headers: { authorization: `Bearer ${key}`, 'content-type': 'application/json' },
    body: JSON.stringify(bucket),
  });
  return (JSON.parse(await answerText(response)) as { job_id: string }).job_id;
}

/** Events of each run of the job's workflow, the last one first. */
async function historyLengths({ temporalAddress }: BenchStack, jobId: string): Promise<number[]> {
  const connection = await Connection.connect({ address: temporalAddress });
  try {
    const client = new Client({ connection });
    const lengths: number[] = [];
    for await (const { historyLength } of client.workflow.list({
      query: `WorkflowId = "index-job/${jobId}"`,
    }))
      lengths.push(historyLength);
    return lengths;
  } finally {
    await connection.close();
  }
}

void runUntilSignal(main, 130).then((code) => {
  process.exitCode = code;
});
