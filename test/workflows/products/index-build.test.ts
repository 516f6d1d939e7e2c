import { ApplicationFailure, Context } from '@temporalio/activity';
import { WorkflowFailedError, type WorkflowHandle } from '@temporalio/client';
import { type Activities } from '../../../src/domain/activities';
import { type BuildEnding } from '../../../src/domain/products/activities';
import { JOB_STAGES, productJobNotRunning } from '../../../src/domain/products/product-job';
import { type indexBuild } from '../../../workflows';
import { recordedActivities, type RecordedActivities } from '../recorded-activities';
import { startTimeSkipping, type TimeSkipping } from '../time-skipping';

const jobId = 'job_01JD3V00000000000000000000';

describe('indexBuild', () => {
  let skipping: TimeSkipping;
  let runs = 0;

  beforeAll(async () => {
    skipping = await startTimeSkipping();
  });
  afterAll(() => skipping.close());

  function start(activities: Activities): Promise<WorkflowHandle<typeof indexBuild>> {
    skipping.use(activities);
    return skipping.client.workflow.start<typeof indexBuild>('indexBuild', {
      taskQueue: 'sheaf',
      workflowId: `index-build/${jobId}/${++runs}`,
      args: [{ jobId }],
    });
  }

  const endingsOf = ({ calls }: RecordedActivities) =>
    calls
      .filter(({ name }) => name === 'finishBuild')
      .map(({ input }) => (input as { ending: BuildEnding }).ending.code);

  it('does the stages in their order, the ranges of schema and upload each once', async () => {
    const recorded = recordedActivities({ planBuild: () => Promise.resolve({ ranges: 5 }) });
    await expect((await start(recorded.activities)).result()).resolves.toBe('succeeded');
    const stages = recorded.calls.flatMap(({ name, input }) =>
      name === 'runBuildStage' || name === 'closeStage' ? [(input as { stage: string }).stage] : [],
    );
    expect(stages).toEqual(JOB_STAGES['index.build']);
    for (const step of ['summarizeRange', 'uploadRange']) {
      const ranges = recorded.calls
        .filter(({ name }) => name === step)
        .map(({ input }) => (input as { range: number }).range);
      expect(ranges.toSorted((a, b) => a - b)).toEqual([0, 1, 2, 3, 4]);
    }
    expect(endingsOf(recorded)).toEqual(['done']);
  });

  it.each(['BAD_VALUES', 'BUILD_QUALITY', 'NO_RECORDS'] as const)(
    'ends with the verdict %s and its sentence, as a failed run of this type',
    async (type) => {
      const message = 'Too many values are no numbers.';
      const recorded = recordedActivities({
        runBuildStage: () => Promise.reject(ApplicationFailure.create({ type, message, nonRetryable: true })),
        finishBuild: ({ ending }) =>
          Promise.resolve({ state: 'failed', error: ending.code === 'done' ? null : ending.message }),
      });
      const error: unknown = await (await start(recorded.activities)).result().catch((it: unknown) => it);
      expect(error).toBeInstanceOf(WorkflowFailedError);
      expect((error as WorkflowFailedError).cause).toMatchObject({ type, message, category: 'BENIGN' });
      expect(endingsOf(recorded)).toEqual([type]);
    },
  );

  it('ends as ENGINE_ERROR, without details of the service, after any other failure', async () => {
    const recorded = recordedActivities({
      inferSchema: () =>
        Promise.reject(ApplicationFailure.create({ message: 'secret detail', nonRetryable: true })),
      finishBuild: ({ ending }) =>
        Promise.resolve({ state: 'failed', error: ending.code === 'done' ? null : ending.message }),
    });
    const error: unknown = await (await start(recorded.activities)).result().catch((it: unknown) => it);
    expect((error as WorkflowFailedError).cause).toMatchObject({ type: 'ENGINE_ERROR' });
    expect(String((error as WorkflowFailedError).cause?.message)).not.toContain('secret');
  });

  it('cleans up behind a build that was cancelled in the row, and answers its state', async () => {
    const recorded = recordedActivities({
      planBuild: () => Promise.resolve({ ranges: 1 }),
      summarizeRange: () =>
        Promise.reject(
          ApplicationFailure.create({ type: productJobNotRunning, details: ['failed'], nonRetryable: true }),
        ),
    });
    await expect((await start(recorded.activities)).result()).resolves.toBe('failed');
    expect(recorded.names()).toContain('leaveBuild');
    expect(recorded.names()).not.toContain('finishBuild');
  });

  it('has stopped every range before it ends a cancelled build', async () => {
    let atWork = 0;
    let begin = (): void => undefined;
    const begun = new Promise<void>((resolve) => {
      begin = resolve;
    });
    const recorded = recordedActivities({
      planBuild: () => Promise.resolve({ ranges: 4 }),
      async uploadRange() {
        atWork++;
        begin();
        const timer = setInterval(() => {
          Context.current().heartbeat();
        }, 20);
        try {
          return await Context.current().cancelled;
        } finally {
          clearInterval(timer);
          atWork--;
        }
      },
      finishBuild() {
        expect(atWork).toBe(0);
        return Promise.resolve({ state: 'failed', error: 'stopped' });
      },
    });
    const handle = await start(recorded.activities);
    await begun;
    await handle.cancel();
    await expect(handle.result()).resolves.toBe('failed');
    expect(endingsOf(recorded)).toEqual(['CANCELLED']);
  });

  it('does only the stages of a rollback for a rollback', async () => {
    const recorded = recordedActivities({
      claimBuild: () => Promise.resolve({ state: 'running', isRollback: true }),
    });
    await expect((await start(recorded.activities)).result()).resolves.toBe('succeeded');
    expect(recorded.names()).toEqual(['claimBuild', 'runBuildStage', 'runBuildStage', 'finishBuild']);
  });
});
