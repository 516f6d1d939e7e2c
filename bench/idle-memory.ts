import { openAsBlob, readdirSync } from 'node:fs';
import { basename, join, resolve } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { parseArgs } from 'node:util';
import { createSheaf, type Sheaf, uploadFile, waitForJob } from 'sheaf-client';
import { cacheFolder } from '../embedded/cache/cache-folder';
import { obtainEmbeddingModel } from '../embedded/models/embedding-model';
import { runUntilSignal } from '../embedded/run-until-signal';
import { createStores } from '../src/stores';
import { connectMongo } from '../src/stores/mongo/mongo';
import { ensureInput, type InputName } from './generate/inputs';
import { boundGoal, goalTable } from './goal';
import { machineFacts, machineLine } from './machine';
import { startBenchStack } from './service/bench-stack';
import { raisedLimits } from './service/raised-limits';
import { createTenants } from './service/tenants';
import { textTable } from './text-table';
import { residentBytes, watchResidentSize } from './uploads/resident-size';
import { writeReport } from './write-report';

const megabyte = 1e6;
const idleMbMax = 800;
const workbooks: InputName[] = ['mixed-10.xlsx', 'distinct-20.xlsx', 'xls-17.xls', 'wide-10.xlsx'];
const ownFiles = resolve('test/parsing/document/fixtures/producers');
/** Formats of pages and pictures, which PDFium, ImageMagick and tesseract read. */
const PAGES = /\.(?:pdf|png|jpe?g|tiff?)$/i;

/**
 * Resident memory of a worker program: at its highest while jobs over workbooks, PDF files and scans run, at
 * the end of the jobs, and after idling. Threads of the parsers and of the model end after three minutes: a
 * wait of less shows nothing.
 *
 * `npm run bench -- idle-memory [--rounds 3] [--idle-seconds 600] [--files <folder>] [--json <file>]`
 */
async function main(controller: AbortController): Promise<number> {
  const { values } = parseArgs({
    options: {
      rounds: { type: 'string', default: '3' },
      'idle-seconds': { type: 'string', default: '600' },
      files: { type: 'string', default: ownFiles },
      json: { type: 'string' },
    },
  });
  const rounds = Number(values.rounds);
  const idleMs = Number(values['idle-seconds']) * 1_000;
  const pages = readdirSync(values.files).flatMap((name) =>
    PAGES.test(name) ? join(values.files, name) : [],
  );
  const bench = await openBench(controller);
  const ended = new AbortController();
  try {
    const machine = machineFacts();
    const residentMb = { peak: 0, worked: 0, idle: 0 };
    const note = (moment: keyof typeof residentMb, bytes = residentBytes(bench.workerPid)) => {
      residentMb[moment] = Math.max(residentMb[moment], bytes / megabyte);
    };
    for (const sheaf of await bench.clients(rounds)) {
      const stopWatch = watchResidentSize(bench.workerPid);
      await work(sheaf, pages, ended.signal);
      note('peak', stopWatch().peakBytes);
      note('worked');
    }
    await pause(idleMs, undefined, { signal: controller.signal });
    note('idle');
    const goals = [boundGoal('memory after idling', 'below', idleMbMax, residentMb.idle, ' MB')];
    console.log(`\n${machineLine(machine)}\n`);
    const texts = Object.values(residentMb).map((mb) => `${mb.toFixed(0)} MB`);
    console.log(textTable(Object.keys(residentMb), [texts]));
    console.log(`\n${goalTable(goals)}`);
    await writeReport(values.json, { machine, rounds, idleMs, residentMb, goals });
    return 0;
  } finally {
    // The bench stops waiting for the other jobs where one has failed.
    ended.abort();
    await bench.close();
  }
}

/** The stack with one worker program of all queues as the image runs it, and clients of organizations. */
async function openBench(controller: AbortController) {
  const { signal } = controller;
  const modelFolder = await obtainEmbeddingModel({ cache: cacheFolder(), report: console.log, signal });
  const stack = await startBenchStack(
    { EMBEDDING_MODEL_DIR: modelFolder, MALLOC_ARENA_MAX: '2', ...raisedLimits },
    controller,
  );
  const workerPid = await stack.startWorker();
  const mongo = await connectMongo(stack.mongodbUrl, 'bench');
  return {
    workerPid,
    /** An organization for each round: nothing that one has stored saves another one work. */
    async clients(count: number): Promise<Sheaf[]> {
      const tenants = await createTenants(createStores(mongo.db), count);
      return tenants.map(({ key }) => createSheaf({ baseUrl: stack.apiUrl, apiKey: key }));
    },
    async close() {
      await mongo.close();
      await stack.stop();
    },
  };
}

/** Parse jobs over all workbooks, beside an indexing job over all pages, which embeds their chunks. */
async function work(sheaf: Sheaf, pagePaths: readonly string[], signal: AbortSignal): Promise<void> {
  await Promise.all([
    indexPages(sheaf, pagePaths, signal),
    ...workbooks.map(async (name) => {
      const { path } = await ensureInput(name, resolve('.cache/bench'));
      const input = await uploadFile(sheaf, await openAsBlob(path), { filename: name });
      const { job_id: jobId } = await sheaf.post('/v3/parse/spreadsheets', { body: { input } });
      await waitForJob(sheaf, 'parse', jobId, { signal });
    }),
  ]);
}

async function indexPages(sheaf: Sheaf, paths: readonly string[], signal: AbortSignal): Promise<void> {
  const params = { path: { collection_name: 'files' } };
  await sheaf.put('/v2/collections/{collection_name}', { params, body: {} });
  const uploads: string[] = [];
  for (const path of paths)
    uploads.push(await uploadFile(sheaf, await openAsBlob(path), { filename: basename(path) }));
  const { job_id: jobId } = await sheaf.post('/v2/collections/{collection_name}/index/uploads', {
    params,
    body: { uploads, processing_type: 'advanced' },
  });
  await waitForJob(sheaf, 'index', jobId, { signal });
}

void runUntilSignal(main, 130).then((code) => {
  process.exitCode = code;
});
