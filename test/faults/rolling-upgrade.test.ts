import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { bundleWorkflowCode, DefaultLogger } from '@temporalio/worker';
import { type AcceptedIndexJob } from '../../api/documents/indexing/schema';
import { type AcceptedParseJob } from '../../api/documents/parse-jobs/schema';
import { type UploadedFile } from '../../api/platform/uploads/schema';
import { CommandError } from '../../src/command-errors';
import { makeBuildCurrent } from '../../src/admin/deployment';
import { workflowSources } from '../../src/temporal/workflow-code';
import { type OwnStack, startOwnStack } from '../setup/own-stack';
import { type ProgramProcess, startProgram } from '../setup/program-process';
import { type ApiProgram, startApiProgram } from './api-program';
import { underLoad } from './under-load';
import { quietTemporal } from '../setup/quiet-temporal';

const deployment = 'sheaf';
const pollMs = 50;
const csv = 'Region,Units\nNorth,10\nSouth,12\n';
/** Every so-many-th event is refused at its first attempt, so that its delivery waits while builds change. */
const refusedEach = 3;

let stack: OwnStack;
const bundles = new Map<string, string>();
beforeAll(async () => {
  const logger = new DefaultLogger('ERROR');
  quietTemporal();
  stack = await startOwnStack();
  for (const [buildId, workflowsPath] of [
    ['b1', workflowSources.workflowsPath],
    ['b2', require.resolve('./programs/next-workflows')],
  ] as const) {
    const { code } = await bundleWorkflowCode({ ...workflowSources, workflowsPath, logger });
    const file = join(stack.env.DATA_DIR!, `${buildId}.js`);
    await writeFile(file, code);
    bundles.set(buildId, file);
  }
});
const programs: ProgramProcess[] = [];
afterAll(async () => {
  await Promise.all(programs.map((program) => program.sigkill()));
  await stack.close();
});

async function startWorker(buildId: string): Promise<ProgramProcess> {
  const worker = await startProgram('worker', {
    ...stack.env,
    TEMPORAL_DEPLOYMENT_NAME: deployment,
    TEMPORAL_WORKER_BUILD_ID: buildId,
    WORKFLOW_BUNDLE: bundles.get(buildId)!,
    NODE_OPTIONS: `--require ${join(__dirname, 'programs/use-bundle.cjs')}`,
  });
  programs.push(worker);
  return worker;
}

async function startOtherApi(): Promise<ApiProgram> {
  const api = await startApiProgram(stack.env);
  programs.push(api);
  return api;
}

/** Makes a build the current one as soon as Temporal knows its workers. */
async function makeCurrent(buildId: string): Promise<void> {
  for (;;) {
    try {
      await makeBuildCurrent(stack.temporal.client, deployment, buildId);
      return;
    } catch (error) {
      if (!(error instanceof CommandError)) throw error;
      await pause(pollMs);
    }
  }
}

it('two API and three worker processes are replaced one by one by a build that changes workflows: no request fails, each job ends once, each event is delivered once', async () => {
  const workers = [await startWorker('b1'), await startWorker('b1'), await startWorker('b1')];
  await makeCurrent('b1');

  const rotation = [await startOtherApi(), await startOtherApi()];
  let turn = 0;
  const authorization = `Bearer ${stack.key.text}`;
  /** A request to the next process in the rotation; anything but the expected answer ends the test. */
  async function send<T>(path: string, status: number, body: object | FormData): Promise<T> {
    const { origin } = rotation[turn++ % rotation.length]!;
    const answer = await fetch(origin + path, {
      method: 'POST',
      ...(body instanceof FormData
        ? { body, headers: { authorization } }
        : { body: JSON.stringify(body), headers: { authorization, 'content-type': 'application/json' } }),
    });
    const text = await answer.text();
    if (answer.status !== status) throw new Error(`${path}: ${answer.status} ${text}`);
    return JSON.parse(text) as T;
  }

  const offered = new Set<string>();
  const accepted: string[] = [];
  stack.links.files.set('/events', (request, response) => {
    let body = '';
    request.setEncoding('utf8').on('data', (text: string) => (body += text));
    request.on('end', () => {
      const { data } = JSON.parse(body) as { data: { job_id: string } };
      const isFirst = !offered.has(data.job_id);
      offered.add(data.job_id);
      if (isFirst && offered.size % refusedEach === 0) response.writeHead(503);
      else accepted.push(data.job_id);
      response.end();
    });
  });
  await send('/v2/webhooks/endpoints', 201, { url: `${stack.links.origin}/events` });

  let isOver = false;
  const parsed: string[] = [];
  const indexed: string[] = [];
  let queries = 0;
  async function parseAll(): Promise<void> {
    while (!isOver) {
      const form = new FormData();
      form.append('file', new Blob([csv]), 'regions.csv');
      const { file_id: input } = await send<UploadedFile>('/v3/parse/uploads', 200, form);
      const { job_id: jobId } = await send<AcceptedParseJob>('/v3/parse/spreadsheets', 202, { input });
      parsed.push(jobId);
      await stack.ended(jobId);
    }
  }
  async function indexAll(): Promise<void> {
    while (!isOver) {
      const content = `Note ${indexed.length} on what happens while builds change.`;
      const path = '/v2/collections/manuals/index/text';
      const { job_id: jobId } = await send<AcceptedIndexJob>(path, 202, { content });
      indexed.push(jobId);
      await stack.indexed(jobId);
    }
  }
  async function queryAll(): Promise<void> {
    while (!isOver) {
      await send('/v3/collections/manuals/query', 200, { query: 'builds', semantic_ratio: 0 });
      queries++;
      // Below the limit of queries a minute.
      await pause(5 * pollMs);
    }
  }
  const { meanwhile, ended: loadEnded } = underLoad([parseAll(), parseAll(), indexAll(), queryAll()]);

  const released: (() => void)[] = [];
  stack.links.files.set('/held.csv', (_, response) => {
    response.writeHead(200, { 'content-type': 'text/csv' });
    response.write(csv);
    released.push(() => response.end('West,7\n'));
  });
  const held = await stack.accept(`${stack.links.origin}/held.csv`);
  expect(held.status).toBe(202);
  const heldId = held.body.job_id;
  await meanwhile(stack.jobWhen(heldId, ({ progress }) => progress.stage === 'fetching'));

  for (const at of [0, 1]) {
    const next = await meanwhile(startOtherApi());
    const [former] = rotation.splice(at, 1, next);
    expect(await meanwhile(former!.sigterm())).toBe(0);
  }
  for (const at of [0, 1]) {
    const next = await meanwhile(startWorker('b2'));
    expect(await meanwhile(workers.splice(at, 1, next)[0]!.sigterm())).toBe(0);
  }
  await meanwhile(makeCurrent('b2'));
  const begunBefore = [...parsed];
  for (const release of released) release();
  for (const jobId of [heldId, ...begunBefore]) await meanwhile(stack.ended(jobId));
  const last = await meanwhile(startWorker('b2'));
  expect(await meanwhile(workers.splice(2, 1, last)[0]!.sigterm())).toBe(0);

  const seen = [parsed.length, indexed.length, queries];
  while ([parsed.length, indexed.length, queries].some((count, n) => count < seen[n]! + 2))
    await meanwhile(pause(pollMs));
  isOver = true;
  await loadEnded;

  const parses = [heldId, ...parsed];
  // Only ends of indexing jobs are events.
  while (new Set(accepted).size < indexed.length) await pause(pollMs);
  for (const jobId of parses) {
    expect(await stack.ended(jobId)).toMatchObject({ status: 'completed', error: null });
    expect(await stack.temporal.client.workflow.getHandle(`parse-job/${jobId}`).result()).toBe('completed');
  }
  for (const jobId of indexed) expect(await stack.indexed(jobId)).toMatchObject({ status: 'completed' });
  const { db } = stack.api.mongo;
  expect(await db.collection('parse_jobs').countDocuments()).toBe(parses.length);
  expect(await db.collection('jobs').countDocuments()).toBe(indexed.length);
  expect(accepted.sort()).toEqual(indexed.sort());
  const { credits, places, charged } = await stack.holds();
  expect([credits, places]).toEqual([[], []]);
  expect(Object.keys(charged)).toEqual(expect.arrayContaining(parses));
  expect(await buildOf(`parse-job/${heldId}`)).toBe('b1');
  expect(await buildOf(`parse-job/${parsed.at(-1)!}`)).toBe('b2');
}, 900_000);

/** Build of the worker that has ended a run. */
async function buildOf(workflowId: string): Promise<string | null | undefined> {
  const { raw } = await stack.temporal.client.workflow.getHandle(workflowId).describe();
  return raw.workflowExecutionInfo?.versioningInfo?.deploymentVersion?.buildId;
}
