import { ApplicationFailure, Context } from '@temporalio/activity';
import { WorkflowFailedError, type WorkflowHandle } from '@temporalio/client';
import { boundedTries } from '../../../activities/documents/bounded-tries';
import { asFailure } from '../../../activities/documents/parse-job/failures';
import { type Activities } from '../../../src/domain/activities';
import { type IndexFileRef } from '../../../src/domain/documents/activities';
import {
  embedderAway,
  filesPerPage,
  indexFilesAtOnceMax,
  searchEngineAway,
  storeTriesMax,
} from '../../../src/domain/documents/index-job';
import { parseTriesMax } from '../../../src/domain/documents/parse-lane';
import { fileReadMsMax } from '../../../src/domain/platform/limits';
import { jobNotRunning } from '../../../src/domain/documents/parse-job';
import { type indexJob } from '../../../workflows';
import { countAtWork } from '../at-work';
import { plannedJob as job } from './planned-job';
import { claimedIndexJob, failingFirst, listed } from '../recorded-activities';
import { startTimeSkipping, type TimeSkipping } from '../time-skipping';

const jobId = 'job_01JD3V00000000000000000000';
const fileSteps = ['fetchFile', 'parseFile', 'storeFile'] as const;

describe('indexJob', () => {
  let skipping: TimeSkipping;
  let runs = 0;

  beforeAll(async () => {
    skipping = await startTimeSkipping();
  });
  afterAll(() => skipping.close());

  type IndexJobHandle = WorkflowHandle<typeof indexJob>;

  function start(activities: Activities): Promise<IndexJobHandle> {
    skipping.use(activities);
    return skipping.client.workflow.start<typeof indexJob>('indexJob', {
      taskQueue: 'sheaf',
      workflowId: `index-job/${jobId}/${++runs}`,
      args: [{ jobId }],
    });
  }

  const resultOf = async (activities: Activities) => (await start(activities)).result();

  /** The typed failure with which the run ended. */
  async function failureOf(handle: IndexJobHandle): Promise<ApplicationFailure> {
    const error = await handle.result().then(
      () => undefined,
      (thrown: unknown) => thrown,
    );
    expect(error).toBeInstanceOf(WorkflowFailedError);
    expect((error as WorkflowFailedError).cause).toBeInstanceOf(ApplicationFailure);
    return (error as WorkflowFailedError).cause as ApplicationFailure;
  }

  const fileFailure = (type: string) =>
    ApplicationFailure.create({
      type,
      message: 'The file needs a password.',
      nonRetryable: true,
      category: 'BENIGN',
    });

  it('lists the files, works through each in order of its steps, and ends the job once', async () => {
    const { activities, names, calls, endings } = job(3);
    await expect(resultOf(activities)).resolves.toBe('completed');
    expect(names().slice(0, 3)).toEqual(['claimIndexJob', 'scanSource', 'indexFiles']);
    expect(names()).not.toContain('nextFiles');
    for (const file of [0, 1, 2]) {
      const steps = calls.filter(({ input }) => (input as IndexFileRef).file === file);
      expect(steps.map(({ name }) => name)).toEqual(fileSteps);
    }
    expect(endings()).toEqual(['done']);
    expect(names().at(-1)).toBe('finishIndexJob');
  });

  it('gives the reading of a file all the time that its reader has', async () => {
    const handle = await start(job(1).activities);
    await handle.result();
    const { events } = await handle.fetchHistory();
    const scheduled = events!.map(({ activityTaskScheduledEventAttributes: task }) => task);
    const reading = scheduled.find((task) => task?.activityType?.name === 'parseFile')!;
    expect(Number(reading.startToCloseTimeout!.seconds) * 1_000).toBeGreaterThan(fileReadMsMax);
  });

  it('copies nothing when the bytes are there already', async () => {
    const { activities, names } = job(2, {
      claimIndexJob: () => claimedIndexJob({ fetches: false }),
    });
    await expect(resultOf(activities)).resolves.toBe('completed');
    expect(names()).not.toContain('fetchFile');
  });

  it('masks each file before it is stored, where the job masks, and fails one alone that cannot be', async () => {
    const { activities, calls, ended } = job(2, {
      claimIndexJob: () => claimedIndexJob({ masks: true }),
      maskFile: ({ file }) =>
        file === 0
          ? Promise.reject(ApplicationFailure.nonRetryable('No engine could.', 'masking_failed'))
          : Promise.resolve('go_on'),
    });
    await expect(resultOf(activities)).resolves.toBe('completed_with_errors');
    const steps = (file: number) =>
      calls.filter(({ input }) => (input as IndexFileRef).file === file).map(({ name }) => name);
    expect(steps(0)).toEqual(['fetchFile', 'parseFile', 'maskFile', 'failFile']);
    expect(steps(1)).toEqual(['fetchFile', 'parseFile', 'maskFile', 'storeFile']);
    expect(Object.fromEntries(ended)).toEqual({ 0: 'failed', 1: 'indexed' });
  });

  it('masks nothing of a job that does not ask for it', async () => {
    const { activities, names } = job(1);
    await resultOf(activities);
    expect(names()).not.toContain('maskFile');
  });

  it('takes no further step of a file that has ended', async () => {
    const { activities, calls } = job(2, {
      fetchFile: ({ file }) => Promise.resolve(file === 0 ? 'ended' : 'go_on'),
      parseFile: () => Promise.resolve('ended'),
    });
    await resultOf(activities);
    const steps = (file: number) =>
      calls.filter(({ input }) => (input as IndexFileRef).file === file).map(({ name }) => name);
    expect(steps(0)).toEqual(['fetchFile']);
    expect(steps(1)).toEqual(['fetchFile', 'parseFile']);
  });

  it('has a bounded number of files at work, and takes up the next one as soon as one ends', async () => {
    const atWork = countAtWork(indexFilesAtOnceMax);
    const { activities, ended } = job(60, {
      async fetchFile() {
        await atWork.enter();
        return 'go_on';
      },
      storeFile: ({ file }) => {
        atWork.leave();
        ended.set(file, 'indexed');
        return Promise.resolve('ended');
      },
    });
    await resultOf(activities);
    expect(atWork.most()).toBe(indexFilesAtOnceMax);
    expect(ended.size).toBe(60);
  });

  it('goes through 1,500 files in several runs of bounded history, each file once', async () => {
    const { activities, calls, ended, endings, names } = job(1_500);
    const handle = await start(activities);
    await expect(handle.result()).resolves.toBe('completed');
    expect(ended.size).toBe(1_500);
    expect(calls.filter(({ name }) => name === 'storeFile')).toHaveLength(1_500);
    expect(names().filter((name) => name === 'scanSource')).toHaveLength(1);
    expect(endings()).toEqual(['done']);
    const claims = names().filter((name) => name === 'claimIndexJob').length;
    expect(claims).toBeGreaterThan(1);
    const { historyLength } = await handle.describe();
    expect(historyLength).toBeLessThan(10_000);
  });

  it.each(fileSteps)(
    'a file that fails in %s fails alone, with the code and sentence of its fault',
    async (step) => {
      const good = job(3);
      const { activities, calls, ended, endings } = job(3, {
        [step]: (ref: IndexFileRef) =>
          ref.file === 1 ? Promise.reject(fileFailure('encrypted_file')) : good.activities[step](ref),
        storeFile: (ref) => {
          if (step === 'storeFile' && ref.file === 1) return Promise.reject(fileFailure('encrypted_file'));
          ended.set(ref.file, 'indexed');
          return Promise.resolve('ended');
        },
      });
      await expect(resultOf(activities)).resolves.toBe('completed_with_errors');
      expect(calls.find(({ name }) => name === 'failFile')!.input).toEqual({
        jobId,
        file: 1,
        code: 'encrypted_file',
        message: 'The file needs a password.',
      });
      expect(endings()).toEqual(['done']);
    },
  );

  it.each(fileSteps)('tries %s again after faults of our own, and the file is indexed', async (step) => {
    const { activities, endings, names } = job(1, {
      [step]: failingFirst(
        3,
        () => ApplicationFailure.retryable('connection refused', 'internal_error'),
        () => Promise.resolve('go_on'),
      ),
    });
    await expect(resultOf(activities)).resolves.toBe('completed');
    expect(names().filter((name) => name === step)).toHaveLength(4);
    expect(endings()).toEqual(['done']);
  });

  /** A step that fails each of its tries, as those do that count them. */
  const failing = (triesMax: number, error: Error) =>
    boundedTries({ tries: Context.current().info.attempt, triesMax, toFailure: asFailure }, () =>
      Promise.reject(error),
    );

  it('gives a file up after a bounded number of faults of our own, and tells its owner no internals', async () => {
    const { activities, calls, names } = job(2, {
      parseFile: ({ file }) =>
        file === 0 ? failing(parseTriesMax, new Error('ENOSPC /var/lib/secret')) : Promise.resolve('go_on'),
    });
    await expect(resultOf(activities)).resolves.toBe('completed_with_errors');
    expect(names().filter((name) => name === 'parseFile')).toHaveLength(9);
    const failure = calls.find(({ name }) => name === 'failFile')!.input as { code: string; message: string };
    expect(failure.code).toBe('internal_error');
    expect(failure.message).not.toContain('ENOSPC');
  });

  it('is a failed run of type all_files_failed when nothing was indexed', async () => {
    const { activities } = job(2, { parseFile: () => Promise.reject(fileFailure('parse_failed')) });
    expect(await failureOf(await start(activities))).toMatchObject({
      type: 'all_files_failed',
      category: 'BENIGN',
      nonRetryable: true,
    });
  });

  it.each([
    ['embedding_stalled', embedderAway, 'the embedder does not come back'],
    ['execution_failed', searchEngineAway, 'the search engine takes nothing'],
  ])('ends with %s, after the whole budget of a file that meets nothing but %s: %s', async (ending, type) => {
    const { activities, calls, endings, names } = job(4, {
      storeFile: ({ file }) =>
        file === 0
          ? failing(storeTriesMax, ApplicationFailure.retryable('503', type))
          : Promise.resolve('ended'),
    });
    await failureOf(await start(activities));
    expect(
      calls.filter(({ name, input }) => name === 'storeFile' && (input as IndexFileRef).file === 0),
    ).toHaveLength(20);
    expect(endings()).toEqual([ending]);
    expect(names()).not.toContain('failFile');
  });

  it('waits out an embedder that comes back within the budget', async () => {
    const { activities, endings } = job(1, {
      storeFile: failingFirst(
        15,
        () => ApplicationFailure.retryable('503', embedderAway),
        () => Promise.resolve('ended'),
      ),
    });
    await expect(resultOf(activities)).resolves.toBe('completed');
    expect(endings()).toEqual(['done']);
  });

  it('ends with execution_failed and the sentence of the source when its files cannot be listed', async () => {
    const { activities, calls, names } = job(2, {
      scanSource: () =>
        Promise.reject(
          ApplicationFailure.create({
            type: 'access_denied',
            message: 'The bucket refused the credentials.',
            nonRetryable: true,
          }),
        ),
    });
    expect(await failureOf(await start(activities))).toMatchObject({ type: 'execution_failed' });
    expect(calls.at(-1)).toEqual({
      name: 'finishIndexJob',
      input: { jobId, ending: 'execution_failed', message: 'The bucket refused the credentials.' },
    });
    expect(names()).not.toContain('nextFiles');
  });

  async function untilCancelled(): Promise<never> {
    const beat = setInterval(() => {
      Context.current().heartbeat();
    }, 50);
    try {
      return await Context.current().cancelled;
    } finally {
      clearInterval(beat);
    }
  }

  it('is timed out at its deadline, whatever its files are at, once they have stopped', async () => {
    let stopped = false;
    const { activities, endings } = job(1, {
      scanSource: listed(filesPerPage),
      indexFiles: () => Promise.resolve({ left: [] }),
      nextFiles: failingFirst(
        1_000_000,
        () => {
          stopped = true;
          return new Error('the database is away');
        },
        () => Promise.reject(new Error('unreachable')),
      ),
    });
    expect(await failureOf(await start(activities))).toMatchObject({
      type: 'timed_out',
      category: 'BENIGN',
    });
    expect(stopped).toBe(true);
    expect(endings()).toEqual(['timed_out']);
  });

  it.each(['scanSource', 'indexFiles', ...fileSteps] as const)(
    'cancelled in %s: the step is over before the job ends cancelled, once',
    async (step) => {
      let atStep = 0;
      let reached: () => void;
      // Then no workflow task is under way: the time-skipping server may lose a cancellation beside one.
      const allAtStep = new Promise<void>((resolve) => (reached = resolve));
      const order: string[] = [];
      const { activities, endings } = job(3, {
        async [step]() {
          atStep += 1;
          if (atStep === (fileSteps.some((of) => of === step) ? 3 : 1)) reached();
          try {
            return await untilCancelled();
          } finally {
            order.push('stopped');
          }
        },
      });
      const finish: Activities['finishIndexJob'] = (input) => {
        order.push('ended');
        return activities.finishIndexJob(input);
      };
      const handle = await start({ ...activities, finishIndexJob: finish });
      await allAtStep;
      await handle.cancel();
      await expect(handle.result()).resolves.toBe('cancelled');
      expect(endings()).toEqual(['cancelled']);
      expect(order.at(-1)).toBe('ended');
      expect(order.filter((what) => what === 'stopped').length).toBeGreaterThan(0);
    },
  );

  it.each(['completed', 'failed', 'cancelled'] as const)(
    'does nothing when the job is %s already',
    async (state) => {
      const { activities, names } = job(1, {
        claimIndexJob: () => Promise.resolve({ state, deadlineMs: 0, fetches: false }),
      });
      await expect(resultOf(activities)).resolves.toBe(state);
      expect(names()).toEqual(['claimIndexJob']);
    },
  );

  it.each(['scanSource', 'indexFiles', ...fileSteps] as const)(
    'leaves the job alone when %s finds that it has ended elsewhere',
    async (step) => {
      const { activities, endings } = job(1, {
        [step]: () =>
          Promise.reject(
            ApplicationFailure.create({ type: jobNotRunning, details: ['cancelled'], nonRetryable: true }),
          ),
      });
      await expect(resultOf(activities)).resolves.toBe('cancelled');
      expect(endings()).toEqual([]);
    },
  );

  it('fails, and does nothing else, when there is no job to claim', async () => {
    const { activities, names } = job(1, { claimIndexJob: () => Promise.resolve(null) });
    expect(await failureOf(await start(activities))).toMatchObject({
      type: jobNotRunning,
      category: 'BENIGN',
    });
    expect(names()).toEqual(['claimIndexJob']);
  });
});
