import { randomUUID } from 'node:crypto';
import { type ParseJobRow } from '../../src/stores/documents/parse-jobs/parse-job-kind';
import { type OwnStack, startOwnStack } from '../setup/own-stack';
import { type ProgramProcess } from '../setup/program-process';
import { workbook } from './workbooks';

const csv = Buffer.from('Region,Q1\nNorth,10\n');

let stack: OwnStack;
let worker: ProgramProcess;
let longBook: Buffer;
/** Not small: it takes the same lane. */
let largeBook: Buffer;
beforeAll(async () => {
  // With one slot a file that is still being parsed keeps the next job from completing.
  stack = await startOwnStack({ env: { WORKER_PARSE_SLOTS: '1', DRAIN_TIMEOUT_MS: '1000' } });
  [worker, longBook, largeBook] = await Promise.all([
    stack.startWorker(),
    workbook(4, 80_000),
    workbook(1, 40_000),
  ]);
});
afterAll(() => stack.close());

const rows = () => stack.api.mongo.db.collection<ParseJobRow>('parse_jobs');
const handleOf = (jobId: string) => stack.temporal.client.workflow.getHandle(`parse-job/${jobId}`);

/** A job whose rows are being read right now. */
async function jobBeingParsed(): Promise<string> {
  const jobId = await stack.submit(longBook);
  await stack.jobWhen(jobId, ({ progress }) => progress.rows_done > 0);
  return jobId;
}

/**
 * The result of a run, or the name of the error that ended it: a run may learn from the row that its job is
 * cancelled before it is told itself.
 */
const outcomeOf = (jobId: string): Promise<string | undefined> =>
  handleOf(jobId)
    .result()
    .catch((error: unknown) => ((error as Error).cause as Error).name);

async function expectFree(jobId: string): Promise<void> {
  const { credits, places, charged } = await stack.holds();
  expect([...credits, ...places, ...Object.keys(charged)]).not.toContain(jobId);
}

/** Runs the sweep as if all jobs had been silent for long, or else had all just shown a sign of life. */
async function sweep(silent = true): Promise<void> {
  const checkAt = silent ? new Date(0) : new Date(Date.now() + 3_600_000);
  await rows().updateMany({ checkAt: { $exists: true } }, { $set: { checkAt } });
  await stack.temporal.client.workflow.execute('documentSweep', {
    taskQueue: 'sheaf',
    workflowId: `sweep/${randomUUID()}`,
  });
}

/**
 * Sweeps until a job has ended, though a parser that has not heard yet that its run is gone shows signs of
 * life: Temporal's list of closed runs is a moment behind.
 */
async function sweepUntilEnded(jobId: string) {
  for (;;) {
    await sweep(false);
    const { body } = await stack.job(jobId);
    if (body.completed_at !== null) return body;
  }
}

/** Runs a run again from one of its events on. */
async function reset(jobId: string, runId: string, eventId: number): Promise<void> {
  const { client, namespace } = stack.temporal;
  await client.workflowService.resetWorkflowExecution({
    namespace,
    workflowExecution: { workflowId: `parse-job/${jobId}`, runId },
    workflowTaskFinishEventId: eventId as never,
    requestId: randomUUID(),
    reason: 'test',
  });
}

/** Ids of the events at which a workflow task of the latest run has completed: where a reset may begin. */
async function completedTasks(jobId: string): Promise<number[]> {
  const { events } = await handleOf(jobId).fetchHistory();
  return events!
    .filter((event) => event.workflowTaskCompletedEventAttributes != null)
    .map(({ eventId }) => Number(eventId));
}

describe('cancelled while it is parsed', () => {
  it.each([
    ['by its owner', (jobId: string) => stack.cancel(jobId)],
    ['in the Temporal UI', (jobId: string) => handleOf(jobId).cancel()],
  ])(
    '%s: the parser stops, nothing is billed, no file stays, the run ends as cancelled',
    async (_, cancel) => {
      const jobId = await jobBeingParsed();
      await cancel(jobId);
      expect(await stack.ended(jobId)).toMatchObject({
        status: 'cancelled',
        billing: { credits: { used: 0 } },
      });
      expect(['cancelled', 'CancelledFailure']).toContain(await outcomeOf(jobId));
      await expectFree(jobId);
      await expect(stack.api.deps.blobs.stat(`parse/${jobId}/input`)).rejects.toMatchObject({
        name: 'BlobNotFound',
      });
      expect(await stack.ended(await stack.submit(largeBook))).toMatchObject({ status: 'completed' });
    },
  );
});

describe('terminated in the Temporal UI', () => {
  it('the next sweep ends the job as failed and free, its signs of life notwithstanding, and the slot is free again', async () => {
    const jobId = await jobBeingParsed();
    await handleOf(jobId).terminate('test');
    expect(await sweepUntilEnded(jobId)).toMatchObject({ status: 'failed', error: 'internal_error' });
    await expectFree(jobId);
    expect(await stack.ended(await stack.submit(largeBook))).toMatchObject({ status: 'completed' });
  });
});

describe('reset in the Temporal UI', () => {
  it('a job that has completed stays exactly as it is, from whatever point it is run again', async () => {
    const jobId = await stack.submit(csv);
    await stack.ended(jobId);
    await handleOf(jobId).result();
    const before = await rows().findOne({ _id: jobId });
    const { charged } = await stack.holds();
    const chunks = await stack.chunks(jobId);
    const points = await completedTasks(jobId);
    expect(points.length).toBeGreaterThan(4);
    const { runId } = await handleOf(jobId).describe();
    for (const point of points) {
      await reset(jobId, runId, point);
      await expect(handleOf(jobId).result()).resolves.toBe('completed');
    }
    expect(await rows().findOne({ _id: jobId })).toEqual(before);
    expect((await stack.holds()).charged).toEqual(charged);
    expect(await stack.chunks(jobId)).toEqual(chunks);
  });

  it('a job that is being parsed continues behind the sheets that are stored, and completes once', async () => {
    const jobId = await stack.submit(longBook);
    await stack.jobWhen(jobId, ({ progress }) => progress.sheets_done >= 2);
    const [first] = await completedTasks(jobId);
    await reset(jobId, (await handleOf(jobId).describe()).runId, first!);
    expect(await stack.ended(jobId)).toMatchObject({
      status: 'completed',
      error: null,
      message: null,
      result: { sheets: 4 },
    });
    await expect(handleOf(jobId).result()).resolves.toBe('completed');
    const { credits, places, charged } = await stack.holds();
    expect([credits, places]).toEqual([[], []]);
    expect(charged[jobId]).toBe((await stack.job(jobId)).body.billing.credits.used);
  });
});

describe('the sweep', () => {
  it('leaves jobs alone whose runs are at work', async () => {
    const jobId = await jobBeingParsed();
    await sweep();
    expect(await stack.ended(jobId)).toMatchObject({ status: 'completed' });
  });

  it('starts a queued job that has no run', async () => {
    const fileId = await stack.upload(csv);
    const { body } = await stack.accept(fileId);
    const row = (await rows().findOne({ _id: body.job_id }))!;
    await stack.ended(body.job_id);
    const jobId = `${row._id.slice(0, -1)}${row._id.endsWith('0') ? '1' : '0'}`;
    await stack.api.stores.parseJobs.insertQueued({
      ...row,
      _id: jobId,
      input: { kind: 'upload', uploadId: fileId.slice(6) },
    });
    await sweep();
    expect(await stack.ended(jobId)).toMatchObject({ status: 'completed' });
  });

  it('gives back what is held by jobs that never came to be, once that is certain', async () => {
    const { credits, capacity } = stack.api.stores;
    const { organizationId } = stack.key;
    for (const id of ['prs_dead', 'prs_young']) {
      await capacity.take('parse', id, 1_000);
      await credits.reserve(organizationId, id, 3, { kind: 'parse', holdsMax: 1_000 });
    }
    const { db } = stack.api.mongo;
    const arrayFilters = [{ 'dead.id': 'prs_dead' }];
    const age = (list: string) =>
      db
        .collection('organizations')
        .updateMany(
          { [`${list}.id`]: 'prs_dead' },
          { $set: { [`${list}.$[dead].at`]: new Date(0) } },
          { arrayFilters },
        );
    await Promise.all([age('holders'), age('holds')]);
    await sweep();
    const held = await stack.holds();
    expect([held.credits, held.places]).toEqual([['prs_young'], ['prs_young']]);
    await credits.release(organizationId, 'prs_young');
    await capacity.give('parse', 'prs_young');
  });

  it('closes what a job holds that has ended while its ender died', async () => {
    const jobId = await stack.submit(csv);
    await stack.ended(jobId);
    await handleOf(jobId).result();
    await stack.api.stores.capacity.take('parse', jobId, 1_000);
    await rows().updateOne({ _id: jobId }, { $set: { checkAt: new Date() } });
    await sweep();
    expect((await stack.holds()).places).not.toContain(jobId);
    expect((await rows().findOne({ _id: jobId }))!.checkAt).toBeUndefined();
  });
});

describe('a worker that is told to stop', () => {
  it('ends by itself, and another one finishes its jobs', async () => {
    const jobId = await jobBeingParsed();
    expect(await worker.sigterm()).toBe(0);
    worker = await stack.startWorker();
    expect(await stack.ended(jobId)).toMatchObject({ status: 'completed' });
    expect((await stack.holds()).charged[jobId]).toBe((await stack.job(jobId)).body.billing.credits.used);
  });

  it('with --queues serves only the queues that are named, beside one that serves the others', async () => {
    await worker.sigterm();
    await stack.startWorker(['--queues', 'parse']);
    worker = await stack.startWorker(['--queues', 'sheaf']);
    expect(await stack.ended(await stack.submit(csv))).toMatchObject({ status: 'completed' });
    expect(await stack.ended(await stack.submit(largeBook))).toMatchObject({ status: 'completed' });
  });
});
