import { ApplicationFailure, Context } from '@temporalio/activity';
import { WorkflowFailedError, type WorkflowHandle } from '@temporalio/client';
import { type Activities } from '../../../src/domain/activities';
import { jobNotRunning, type ParseJobState } from '../../../src/domain/documents/parse-job';
import { slowInput } from '../../../src/domain/documents/parse-lane';
import { organizationBusy } from '../../../src/domain/platform/organization-turn';
import { TASK_QUEUES } from '../../../src/domain/platform/task-queues';
import { type parseJob } from '../../../workflows';
import { failingFirst, recordedActivities } from '../recorded-activities';
import { startTimeSkipping, type TimeSkipping } from '../time-skipping';

const jobId = 'prs_01JD3V00000000000000000000';
const happyPath = ['claimParseJob', 'fetchInput', 'parseWorkbook', 'storeResult', 'completeParseJob'];

describe('parseJob', () => {
  let skipping: TimeSkipping;
  let runs = 0;

  beforeAll(async () => {
    skipping = await startTimeSkipping();
  });
  afterAll(() => skipping.close());

  type ParseJobHandle = WorkflowHandle<typeof parseJob>;

  function start(activities: Activities): Promise<ParseJobHandle> {
    skipping.use(activities);
    return skipping.client.workflow.start<typeof parseJob>('parseJob', {
      taskQueue: 'sheaf',
      workflowId: `parse-job/${jobId}/${++runs}`,
      args: [{ jobId }],
    });
  }

  const resultOf = async (activities: Activities) => (await start(activities)).result();

  /** The typed failure with which the run ended. */
  async function failureOf(activities: Activities): Promise<ApplicationFailure> {
    const error = await resultOf(activities).then(
      () => undefined,
      (thrown: unknown) => thrown,
    );
    expect(error).toBeInstanceOf(WorkflowFailedError);
    expect((error as WorkflowFailedError).cause).toBeInstanceOf(ApplicationFailure);
    return (error as WorkflowFailedError).cause as ApplicationFailure;
  }

  it('goes through its steps in order and ends completed', async () => {
    const { activities, names } = recordedActivities();
    await expect(resultOf(activities)).resolves.toBe('completed');
    expect(names()).toEqual(happyPath);
  });

  it('describes the chunks between parsing and storing when asked to', async () => {
    const { activities, names } = recordedActivities({
      claimParseJob: () => Promise.resolve({ state: 'processing', describe: true }),
    });
    await expect(resultOf(activities)).resolves.toBe('completed');
    expect(names()).toEqual([...happyPath.slice(0, 3), 'describeChunks', ...happyPath.slice(3)]);
  });

  it('hands the totals of the stored result to the settlement', async () => {
    const totals = { sheets: 3, chunks: 40, figures: 1, characters: 9_001 };
    const { activities, calls } = recordedActivities({ storeResult: () => Promise.resolve(totals) });
    await resultOf(activities);
    expect(calls.at(-1)).toEqual({ name: 'completeParseJob', input: { jobId, totals } });
  });

  const steps = [
    'claimParseJob',
    'fetchInput',
    'parseWorkbook',
    'describeChunks',
    'storeResult',
    'completeParseJob',
  ] as const;
  const fault = () => ApplicationFailure.retryable('connection refused', 'internal_error');

  it.each(steps)('tries %s again after a fault of our own, and the job still completes', async (step) => {
    const good = recordedActivities().activities;
    const { activities, names } = recordedActivities({
      claimParseJob: () => Promise.resolve({ state: 'processing', describe: true }),
      [step]: failingFirst(3, fault, () =>
        step === 'claimParseJob'
          ? Promise.resolve({ state: 'processing', describe: true })
          : (good[step] as () => Promise<unknown>)(),
      ),
    });
    await expect(resultOf(activities)).resolves.toBe('completed');
    expect(names().filter((name) => name === step)).toHaveLength(4);
    expect(names().at(-1)).toBe('completeParseJob');
    expect(names()).not.toContain('failParseJob');
  });

  it('waits out an outage of the database, however long, before it gives a job an end', async () => {
    const { activities, names } = recordedActivities({
      completeParseJob: failingFirst(200, fault, () => Promise.resolve()),
    });
    await expect(resultOf(activities)).resolves.toBe('completed');
    expect(names().filter((name) => name === 'completeParseJob')).toHaveLength(201);
  });

  it.each([
    ['fetchInput', 'download_failed', 'The server answered with status 404.'],
    ['fetchInput', 'file_too_large', 'The file is larger than 100 MB.'],
    ['parseWorkbook', 'unsupported_file_type', 'The workbook is encrypted.'],
  ] as const)('ends failed at once when %s says %s', async (step, code, message) => {
    const { activities, calls, names } = recordedActivities({
      [step]: () =>
        Promise.reject(
          ApplicationFailure.create({ type: code, message, nonRetryable: true, category: 'BENIGN' }),
        ),
    });
    const failure = await failureOf(activities);
    expect(failure).toMatchObject({ type: code, message, nonRetryable: true, category: 'BENIGN' });
    expect(calls.at(-1)).toEqual({ name: 'failParseJob', input: { jobId, code, message } });
    expect(names().filter((name) => name === step)).toHaveLength(1);
  });

  /** A good run of a small input, with the queue of each attempt to parse it. */
  function smallInput(parseWorkbook: (queue: string) => Promise<{ sheets: number; chunks: number }>) {
    const queues: string[] = [];
    const { activities, names } = recordedActivities({
      fetchInput: () => Promise.resolve({ lane: 'quick' }),
      parseWorkbook() {
        const { taskQueue } = Context.current().info;
        queues.push(taskQueue);
        return parseWorkbook(taskQueue);
      },
    });
    return { activities, names, queues };
  }
  const parsed = { sheets: 1, chunks: 2 };

  it('parses a small input in the lane of its own', async () => {
    const { activities, names, queues } = smallInput(() => Promise.resolve(parsed));
    await expect(resultOf(activities)).resolves.toBe('completed');
    expect(queues).toEqual(['parse-quick']);
    expect(names()).toEqual(happyPath);
  });

  it('continues in the other lane with a small input that takes long', async () => {
    const tooSlow = ApplicationFailure.create({ type: slowInput, nonRetryable: true });
    const { activities, queues } = smallInput((queue) =>
      queue === 'parse' ? Promise.resolve(parsed) : Promise.reject(tooSlow),
    );
    await expect(resultOf(activities)).resolves.toBe('completed');
    expect(queues).toEqual(['parse-quick', 'parse']);
  });

  it.each([
    ['quick', ['parse-quick', 'parse']],
    ['large', ['parse']],
  ] as const)('reads a document as one, in the %s lane first: %j', async (lane, expected) => {
    const queues: string[] = [];
    const { activities, names } = recordedActivities({
      claimParseJob: () => Promise.resolve({ state: 'processing', describe: false, document: true }),
      fetchInput: () => Promise.resolve({ lane }),
      parseDocument() {
        const { taskQueue } = Context.current().info;
        queues.push(taskQueue);
        return taskQueue === 'parse'
          ? Promise.resolve({ chunks: 2 })
          : Promise.reject(ApplicationFailure.create({ type: slowInput, nonRetryable: true }));
      },
    });
    await expect(resultOf(activities)).resolves.toBe('completed');
    expect(queues).toEqual(expected);
    expect(names()).not.toContain('parseWorkbook');
  });

  it('fails a small input for its own fault without a try in the other lane', async () => {
    const encrypted = ApplicationFailure.create({ type: 'unsupported_file_type', nonRetryable: true });
    const { activities, queues } = smallInput(() => Promise.reject(encrypted));
    expect(await failureOf(activities)).toMatchObject({ type: 'unsupported_file_type' });
    expect(queues).toEqual(['parse-quick']);
  });

  it.each([1, 30])(
    'waits in the queue until the turn of its organization comes, after %d attempts',
    async (n) => {
      const busy = () => ApplicationFailure.create({ type: organizationBusy, nextRetryDelay: '5 seconds' });
      const parseWorkbook = failingFirst(n, busy, () => Promise.resolve(parsed));
      const { activities, names } = recordedActivities({ parseWorkbook });
      await expect(resultOf(activities)).resolves.toBe('completed');
      expect(names().filter((name) => name === 'parseWorkbook')).toHaveLength(n + 1);
    },
  );

  it('ends when describing has been given up', async () => {
    const { activities, calls } = recordedActivities({
      claimParseJob: () => Promise.resolve({ state: 'processing', describe: true }),
      describeChunks: () => Promise.reject(ApplicationFailure.nonRetryable('busy', 'internal_error')),
    });
    const failure = await failureOf(activities);
    expect(failure.message).not.toContain('busy');
    expect(calls.at(-1)).toEqual({
      name: 'failParseJob',
      input: { jobId, code: 'internal_error', message: failure.message },
    });
  });

  it.each(['fetchInput', 'storeResult'] as const)(
    'gives up on %s after a bounded number of faults of our own, and tells the owner no internals',
    async (step) => {
      const { activities, calls, names } = recordedActivities({
        claimParseJob: () => Promise.resolve({ state: 'processing', describe: true }),
        [step]: () => Promise.reject(new Error('ENOSPC /var/lib/secret')),
      });
      const failure = await failureOf(activities);
      expect(failure.type).toBe('internal_error');
      expect(failure.message).not.toContain('ENOSPC');
      expect(calls.at(-1)).toEqual({
        name: 'failParseJob',
        input: { jobId, code: 'internal_error', message: failure.message },
      });
      expect(names().filter((name) => name === step)).toHaveLength(8);
    },
  );

  it('fails, and does nothing else, when there is no job to claim', async () => {
    const { activities, names } = recordedActivities({ claimParseJob: () => Promise.resolve(null) });
    expect(await failureOf(activities)).toMatchObject({ type: jobNotRunning, category: 'BENIGN' });
    expect(names()).toEqual(['claimParseJob']);
  });

  it.each(['completed', 'failed', 'cancelled'] as const)(
    'does nothing when the job it should claim is %s',
    async (state) => {
      const { activities, names } = recordedActivities({
        claimParseJob: () => Promise.resolve({ state, describe: false }),
      });
      await expect(resultOf(activities)).resolves.toBe(state);
      expect(names()).toEqual(['claimParseJob']);
    },
  );

  const stoppedAt = (step: string, state: ParseJobState) =>
    recordedActivities({
      claimParseJob: () => Promise.resolve({ state: 'processing', describe: true }),
      [step]: () =>
        Promise.reject(
          ApplicationFailure.create({ type: jobNotRunning, details: [state], nonRetryable: true }),
        ),
    });

  it.each(steps.slice(1).flatMap((step) => [[step, 'completed'] as const, [step, 'processing'] as const]))(
    'leaves the job alone when %s finds it %s elsewhere',
    async (step, state) => {
      const { activities, names } = stoppedAt(step, state);
      await expect(resultOf(activities)).resolves.toBe(state);
      expect(names().at(-1)).toBe(step);
    },
  );

  it.each(steps.slice(1).flatMap((step) => [[step, 'cancelled'] as const, [step, 'failed'] as const]))(
    'changes nothing but the files of the job when %s finds it %s elsewhere',
    async (step, state) => {
      const { activities, names } = stoppedAt(step, state);
      await expect(resultOf(activities)).resolves.toBe(state);
      expect(names().slice(-2)).toEqual([step, 'cancelParseJob']);
    },
  );

  it('answers the state of the row when the job was cancelled while it failed', async () => {
    const { activities } = recordedActivities({
      parseWorkbook: () =>
        Promise.reject(ApplicationFailure.nonRetryable('corrupt', 'unsupported_file_type')),
      failParseJob: () => Promise.resolve('cancelled'),
    });
    await expect(resultOf(activities)).resolves.toBe('cancelled');
  });

  it('stops the parser on cancel, ends the job cancelled although the database is away at first, and the run as cancelled', async () => {
    let parserStopped = false;
    let started: () => void;
    const parserStarted = new Promise<void>((resolve) => (started = resolve));
    const { activities, names } = recordedActivities({
      async parseWorkbook() {
        started();
        const beat = setInterval(() => {
          Context.current().heartbeat();
        }, 50);
        try {
          return await Context.current().cancelled;
        } finally {
          clearInterval(beat);
          parserStopped = true;
        }
      },
      cancelParseJob: failingFirst<ParseJobState>(3, fault, () => Promise.resolve('cancelled')),
    });
    const handle = await start(activities);
    await parserStarted;
    await handle.cancel();
    await handle.result().catch(() => undefined);
    expect((await handle.describe()).status.name).toBe('CANCELLED');
    expect(parserStopped).toBe(true);
    expect(names().slice(3)).toEqual(Array(4).fill('cancelParseJob'));
  });
});

describe('parseJob without a worker for small inputs', () => {
  it('parses them in the other lane', async () => {
    const skipping = await startTimeSkipping({
      queues: TASK_QUEUES.filter((queue) => queue !== 'parse-quick'),
    });
    try {
      const { activities, names } = recordedActivities({
        fetchInput: () => Promise.resolve({ lane: 'quick' }),
      });
      skipping.use(activities);
      const run = skipping.client.workflow.execute<typeof parseJob>('parseJob', {
        taskQueue: 'sheaf',
        workflowId: `parse-job/${jobId}`,
        args: [{ jobId }],
      });
      await expect(run).resolves.toBe('completed');
      expect(names()).toEqual(happyPath);
    } finally {
      await skipping.close();
    }
  });
});
