import { setTimeout as pause } from 'node:timers/promises';
import { parseArgs } from 'node:util';
import { Pool } from 'undici';
import { cacheFolder } from '../embedded/cache/cache-folder';
import { obtainEmbeddingModel } from '../embedded/models/embedding-model';
import { runUntilSignal } from '../embedded/run-until-signal';
import { createStores } from '../src/stores';
import { connectMongo } from '../src/stores/mongo/mongo';
import { makeLargeText } from './fairness/large-texts';
import { parseTimesMs } from './fairness/parse-times';
import { boundGoal, goalTable } from './goal';
import { machineFacts, machineLine } from './machine';
import { uploadFile } from './service/api-calls';
import { answerText } from './service/answer-text';
import { startBenchStack } from './service/bench-stack';
import { concurrently } from './service/concurrently';
import { type BenchTenant, createTenants } from './service/tenants';
import { median, percentile } from './statistics';
import { textTable } from './text-table';
import { writeReport } from './write-report';

const connections = 4;
const collection = 'volumes';
const filesPerJob = 50;
const fileBytes = 300_000;
const pollMs = 100;

/**
 * A small parse job of one organization while the files of another are indexed, and the same alone: whether
 * one organization can keep the others waiting.
 *
 * `npm run bench -- fairness [--files 200] [--parses 40] [--json <file>]`
 */
async function main(controller: AbortController): Promise<number> {
  const { values } = parseArgs({
    options: {
      files: { type: 'string', default: '200' },
      parses: { type: 'string', default: '40' },
      json: { type: 'string' },
    },
  });
  const files = Number(values.files);
  const parses = Number(values.parses);
  const { signal } = controller;
  const modelFolder = await obtainEmbeddingModel({ cache: cacheFolder(), report: console.log, signal });
  const limits = { RATE_LIMIT_KEY_PER_MINUTE: '1000000', RATE_LIMIT_ORGANIZATION_PER_MINUTE: '1000000' };
  const stack = await startBenchStack({ EMBEDDING_MODEL_DIR: modelFolder, ...limits }, controller);
  const mongo = await connectMongo(stack.mongodbUrl, 'bench');
  const pool = new Pool(stack.apiUrl, { connections });
  try {
    const stores = createStores(mongo.db);
    const [busy, small] = (await createTenants(stores, 2)) as [BenchTenant, BenchTenant];
    const service = { pool, stores, signal };
    await stack.startWorker();
    // The first ones warm up.
    await parseTimesMs(service, small, 5);
    const machine = machineFacts();
    const alone = await parseTimesMs(service, small, parses);
    console.log(`p50 alone: ${median(alone).toFixed(0)} ms`);
    const jobIds = await indexLargeFiles(service, busy, files);
    const behind = await parseTimesMs(service, small, parses);
    const left = await unfinished(service, jobIds);
    const p50 = median(behind);
    const goals = [
      boundGoal('p50 of a small parse behind large files', 'below', 2, p50 / 1_000, ' s'),
      boundGoal('large files that were left at the end', 'at least', 1, left),
    ];
    console.log(`\n${machineLine(machine)}\n${files} files of ${fileBytes} bytes, ${left} left at the end\n`);
    const rows = [rowOf('alone', alone), rowOf('behind large files', behind)];
    console.log(textTable(['small parse', 'p50 ms', 'p95 ms', 'longest ms'], rows));
    console.log(
      `\np50 behind large files to alone: ${(p50 / median(alone)).toFixed(1)}\n\n${goalTable(goals)}`,
    );
    await writeReport(values.json, { machine, files, parses, alone, behind, left, goals });
    return 0;
  } finally {
    await pool.close();
    await mongo.close();
    await stack.stop();
  }
}

type Service = Parameters<typeof parseTimesMs>[0];

/** Has files indexed in jobs of 50; answers their ids once each of them has files at work. */
async function indexLargeFiles(service: Service, tenant: BenchTenant, files: number): Promise<string[]> {
  const { pool, stores, signal } = service;
  const { organizationId, key } = tenant;
  const facts = { description: null, metadata: null };
  await stores.collections.ensure({ organizationId, environment: 'production' }, collection, facts);
  const uploads: string[] = [];
  await concurrently(files, connections, async (at) => {
    uploads.push(await uploadFile(pool, key, `volume-${at}.txt`, makeLargeText(at, fileBytes)));
  });
  const jobIds: string[] = [];
  for (let from = 0; from < files; from += filesPerJob) {
    const response = await pool.request({
      method: 'POST',
      path: `/v2/collections/${collection}/index/uploads`,
      headers: { authorization: `Bearer ${key}`, 'content-type': 'application/json' },
      body: JSON.stringify({ uploads: uploads.slice(from, from + filesPerJob) }),
    });
    jobIds.push((JSON.parse(await answerText(response)) as { job_id: string }).job_id);
  }
  for (const jobId of jobIds) {
    while (
      !(await stores.jobFiles.page(jobId, -1, filesPerJob)).some(({ state }) => state === 'processing')
    ) {
      signal.throwIfAborted();
      await pause(pollMs);
    }
  }
  return jobIds;
}

/** Number of files that have no end yet. */
async function unfinished({ stores }: Service, jobIds: readonly string[]): Promise<number> {
  const counts = await Promise.all(jobIds.map((jobId) => stores.jobFiles.count(jobId)));
  return counts.reduce((sum, count) => sum + count.unfinished, 0);
}

function rowOf(name: string, timesMs: readonly number[]): string[] {
  const whole = (value: number) => value.toFixed(0);
  return [name, whole(median(timesMs)), whole(percentile(timesMs, 0.95)), whole(Math.max(...timesMs))];
}

void runUntilSignal(main, 130).then((code) => {
  process.exitCode = code;
});
