import { randomUUID } from 'node:crypto';
import { createJobs } from '../../src/jobs';
import { type ParseJobRow } from '../../src/stores/documents/parse-jobs/parse-job-kind';
import { type OwnStack, startOwnStack } from '../setup/own-stack';
import { type ProgramProcess, startProgram } from '../setup/program-process';
import { servers } from '../setup/servers';
import { startApiProgram } from './api-program';
import { startTcpProxy, type TcpProxy } from './tcp-proxy';
import { workbook } from './workbooks';

const csv = Buffer.from('Region,Q1\nNorth,10\n');
const pollMs = 20;

let toTemporal: TcpProxy;
let jobs: ReturnType<typeof createJobs>;
/** Its API reaches Temporal through the proxy; its workers go straight. */
let stack: OwnStack;
beforeAll(async () => {
  toTemporal = await startTcpProxy(servers().temporalAddress);
  stack = await startOwnStack({
    deps: ({ namespace }) => {
      jobs = createJobs({ address: toTemporal.address, namespace });
      return { jobs };
    },
  });
});
afterAll(async () => {
  await stack.close();
  await jobs.close();
  await toTemporal.close();
});
afterEach(() => {
  toTemporal.set('open');
});

const rows = () => stack.api.mongo.db.collection<ParseJobRow>('parse_jobs');
const handleOf = (jobId: string) => stack.temporal.client.workflow.getHandle(`parse-job/${jobId}`);

async function until<T>(look: () => Promise<T | null> | T | null): Promise<T> {
  for (;;) {
    const seen = await look();
    if (seen !== null) return seen;
    await new Promise((resolve) => setTimeout(resolve, pollMs));
  }
}

async function expectCompletedOnce(jobId: string): Promise<void> {
  const job = await stack.ended(jobId);
  expect(job).toMatchObject({ status: 'completed', error: null });
  await handleOf(jobId).result();
  const { credits, places, charged } = await stack.holds();
  expect([credits, places]).toEqual([[], []]);
  expect(charged[jobId]).toBe(job.billing.credits.used);
}

/** Waits until the API has a connection to Temporal again. */
const connected = () =>
  until(() =>
    stack.api.deps.jobs.check().then(
      () => true,
      () => null,
    ),
  );

describe('Temporal while a job is accepted', () => {
  const unavailable = { status: 503, body: { error: 'parse_unavailable' } };

  async function expectNothingLeft(): Promise<void> {
    expect(await rows().countDocuments()).toBe(0);
    expect(await stack.holds()).toEqual({ credits: [], places: [], charged: {} });
  }

  it.each(['closed', 'hung'] as const)('%s: 503, and nothing stays reserved', async (mode) => {
    const fileId = await stack.upload(csv);
    await connected();
    toTemporal.set(mode);
    const answer = await stack.accept(fileId);
    expect(answer).toMatchObject(unavailable);
    expect(Number(answer.headers.get('retry-after'))).toBeGreaterThan(0);
    await expectNothingLeft();
  });

  it('started the run and its answer was lost: 503, the run finds no job, and the repeated request makes one', async () => {
    const fileId = await stack.upload(csv);
    const headers = { 'Idempotency-Key': randomUUID() };
    await connected();
    toTemporal.set('deaf');
    expect(await stack.accept(fileId, {}, { headers })).toMatchObject(unavailable);
    await expectNothingLeft();
    toTemporal.set('open');

    const worker = await stack.startWorker();
    const [orphan] = await until(async () => {
      const runs = [];
      for await (const run of stack.temporal.client.workflow.list({ query: "WorkflowType = 'parseJob'" }))
        runs.push(run);
      return runs.length > 0 ? runs : null;
    });
    await expect(stack.temporal.client.workflow.getHandle(orphan!.workflowId).result()).rejects.toMatchObject(
      {
        cause: { type: 'job_not_running' },
      },
    );
    const { status, body } = await stack.accept(fileId, {}, { headers });
    expect(status).toBe(202);
    expect(`parse-job/${body.job_id}`).toBe(orphan!.workflowId);
    await expectCompletedOnce(body.job_id);
    await worker.sigkill();
  });

  it('started the run, its answer was lost, and the run has the job already: 202', async () => {
    const worker = await stack.startWorker();
    const fileId = await stack.upload(csv);
    await connected();
    toTemporal.set('deaf');
    const { status, body } = await stack.accept(fileId);
    expect(status).toBe(202);
    await expectCompletedOnce(body.job_id);
    await worker.sigkill();
  });
});

describe('an API that is killed with SIGKILL between the row and the start', () => {
  it('the sweep starts the job, and it completes once', async () => {
    const api = await startApiProgram({ ...stack.env, TEMPORAL_ADDRESS: toTemporal.address });
    const fileId = await stack.upload(csv);
    toTemporal.set('hung');
    const request = fetch(`${api.origin}/v3/parse/spreadsheets`, {
      method: 'POST',
      headers: { 'content-type': 'application/json', authorization: `Bearer ${stack.key.text}` },
      body: JSON.stringify({ input: fileId }),
    });
    const broken = expect(request).rejects.toThrow();
    const { _id: jobId } = await until(() => rows().findOne({ state: 'queued' }));
    await api.sigkill();
    await broken;
    await expect(handleOf(jobId).describe()).rejects.toMatchObject({ name: 'WorkflowNotFoundError' });
    expect(await stack.holds()).toMatchObject({ credits: [jobId], places: [jobId] });

    const worker = await stack.startWorker();
    await rows().updateOne({ _id: jobId }, { $set: { checkAt: new Date(0) } });
    await stack.temporal.client.workflow.execute('documentSweep', {
      taskQueue: 'sheaf',
      workflowId: `sweep/${randomUUID()}`,
    });
    await expectCompletedOnce(jobId);
    await worker.sigkill();
  });
});

describe('MongoDB while a job is parsed', () => {
  it('away for a while: the job completes once', async () => {
    const url = new URL(stack.env.MONGODB_URL!);
    const toMongo = await startTcpProxy(url.host);
    url.host = toMongo.address;
    url.search = '?directConnection=true';
    const worker: ProgramProcess = await startProgram('worker', { ...stack.env, MONGODB_URL: url.href });
    const jobId = await stack.submit(await workbook(4, 40_000));
    await stack.jobWhen(jobId, ({ progress }) => progress.stage === 'parsing');
    toMongo.set('closed');
    // The step that needs the database first: the note of progress, or the end of a parse that was quicker.
    await until(() => (/Mongo\w*Error/.test(worker.log()) ? true : null));
    toMongo.set('open');
    await expectCompletedOnce(jobId);
    await worker.sigkill();
    await toMongo.close();
  });
});
