import { ApplicationFailure, Context } from '@temporalio/activity';
import { WorkflowFailedError, type WorkflowHandle } from '@temporalio/client';
import { type Activities } from '../../../src/domain/activities';
import {
  casesPerBatch,
  evaluationBatchesAtOnceMax,
  type EvaluationEnding,
  evaluationNotRunning,
  evaluationVerdict,
} from '../../../src/domain/documents/evaluation';
import { type evaluation } from '../../../workflows';
import { countAtWork } from '../at-work';
import { failingFirst, recordedActivities } from '../recorded-activities';
import { startTimeSkipping, type TimeSkipping } from '../time-skipping';

const evalId = 'eval_01JD3V00000000000000000000';

describe('evaluation', () => {
  let skipping: TimeSkipping;
  let runs = 0;

  beforeAll(async () => {
    skipping = await startTimeSkipping();
  });
  afterAll(() => skipping.close());

  type EvaluationHandle = WorkflowHandle<typeof evaluation>;

  function start(activities: Activities): Promise<EvaluationHandle> {
    skipping.use(activities);
    return skipping.client.workflow.start<typeof evaluation>('evaluation', {
      taskQueue: 'sheaf',
      workflowId: `evaluation/${evalId}/${++runs}`,
      args: [{ evalId }],
    });
  }

  const resultOf = async (activities: Activities) => (await start(activities)).result();

  /** The typed failure with which the run ended. */
  async function failureOf(handle: EvaluationHandle): Promise<ApplicationFailure> {
    const error: unknown = await handle.result().catch((thrown: unknown) => thrown);
    expect(error).toBeInstanceOf(WorkflowFailedError);
    return (error as WorkflowFailedError).cause as ApplicationFailure;
  }

  /** Activities of an evaluation of so many cases, all of which are answered. */
  function evaluationOf(cases: number, configs: number, overrides: Partial<Activities> = {}) {
    const recorded = recordedActivities({
      claimEvaluation: () => Promise.resolve({ state: 'running', cases, configs }),
      finishEvaluation: ({ ending }) =>
        Promise.resolve({
          ...evaluationVerdict(ending, { casesError: 0, scored: 1, failed: 0 }),
          message: null,
        }),
      ...overrides,
    });
    const inputsOf = <T>(name: keyof Activities) =>
      recorded.calls.filter((call) => call.name === name).map(({ input }) => input as T);
    return {
      ...recorded,
      batches: () =>
        inputsOf<{ from: number; to: number }>('askCases').toSorted((one, other) => one.from - other.from),
      endings: () => inputsOf<{ ending: EvaluationEnding }>('finishEvaluation').map(({ ending }) => ending),
    };
  }

  /** An attempt that does nothing until it is told to stop. */
  async function untilCancelled(): Promise<never> {
    const timer = setInterval(() => {
      Context.current().heartbeat();
    }, 20);
    try {
      return await Context.current().cancelled;
    } finally {
      clearInterval(timer);
    }
  }

  const failure = (type: string) =>
    ApplicationFailure.create({ type, message: 'The collection is gone.', nonRetryable: true });

  it.each([
    [1, 1],
    [20, 1],
    [21, 1],
    [100, 3],
    [5, 8],
  ])('asks %d cases under %d configurations in batches that cover each case once', async (cases, configs) => {
    const { activities, batches, endings, names } = evaluationOf(cases, configs);
    await expect(resultOf(activities)).resolves.toBe('completed');
    let next = 0;
    for (const { from, to } of batches()) {
      expect(from).toBe(next);
      expect(to - from).toBeLessThanOrEqual(casesPerBatch(configs));
      next = to;
    }
    expect(next).toBe(cases);
    expect(names()[0]).toBe('claimEvaluation');
    expect(names().at(-1)).toBe('finishEvaluation');
    expect(endings()).toEqual(['done']);
  });

  it('has a bounded number of batches at work', async () => {
    const atWork = countAtWork(evaluationBatchesAtOnceMax);
    const { activities } = evaluationOf(400, 1, {
      async askCases() {
        await atWork.enter();
        atWork.leave();
        return { units: 20 };
      },
    });
    await resultOf(activities);
    expect(atWork.most()).toBe(evaluationBatchesAtOnceMax);
  });

  it('goes through 3,000 cases under 8 configurations in several runs of bounded history, each case once', async () => {
    const { activities, batches, endings, names } = evaluationOf(3_000, 8);
    const handle = await start(activities);
    await expect(handle.result()).resolves.toBe('completed');
    const asked = batches();
    expect(asked).toHaveLength(1_500);
    expect(asked.every(({ from, to }, index) => from === index * 2 && to === from + 2)).toBe(true);
    expect(endings()).toEqual(['done']);
    expect(names().filter((name) => name === 'claimEvaluation').length).toBeGreaterThan(1);
    expect((await handle.describe()).historyLength).toBeLessThan(10_000);
  });

  it('waits an outage out', async () => {
    const { activities, endings } = evaluationOf(1, 1, {
      askCases: failingFirst(
        12,
        () => new Error('connection refused'),
        () => Promise.resolve({ units: 1 }),
      ),
    });
    await expect(resultOf(activities)).resolves.toBe('completed');
    expect(endings()).toEqual(['done']);
  });

  it.each([
    ['a collection that is gone', 'collection_not_found', 'collection_not_found'],
    ['a collection that was moved', 'collection_moved', 'collection_moved'],
    ['a fault of our own', 'internal_error', 'execution_failed'],
    ['a code that only looks like one of an evaluation', 'cancelled', 'execution_failed'],
  ])('%s ends it, and the run fails with that as its type', async (_what, type, ending) => {
    const { activities, endings } = evaluationOf(500, 1, {
      askCases: ({ from }) => (from === 40 ? Promise.reject(failure(type)) : untilCancelled()),
    });
    expect((await failureOf(await start(activities))).type).toBe(ending);
    expect(endings()).toEqual([ending]);
  });

  it('ends as cancelled once its batches have stopped, and the run completes', async () => {
    let begun = 0;
    const stopped: number[] = [];
    const { activities, endings } = evaluationOf(500, 1, {
      askCases({ from }) {
        begun += 1;
        return untilCancelled().finally(() => {
          stopped.push(from);
        });
      },
      finishEvaluation({ ending }) {
        expect(stopped.toSorted((one, other) => one - other)).toEqual([0, 20, 40, 60]);
        return Promise.resolve({
          ...evaluationVerdict(ending, { casesError: 0, scored: 0, failed: 0 }),
          message: null,
        });
      },
    });
    const handle = await start(activities);
    while (begun < evaluationBatchesAtOnceMax) await new Promise(setImmediate);
    await handle.cancel();
    await expect(handle.result()).resolves.toBe('failed');
    expect(endings()).toEqual(['cancelled']);
  });

  it.each(['completed', 'failed'] as const)('does nothing to one that is %s already', async (state) => {
    const { activities, names } = evaluationOf(5, 1, {
      claimEvaluation: () => Promise.resolve({ state, cases: 5, configs: 1 }),
    });
    await expect(resultOf(activities)).resolves.toBe(state);
    expect(names()).toEqual(['claimEvaluation']);
  });

  it('answers the state of one that has been ended meanwhile', async () => {
    const over = ApplicationFailure.create({
      type: evaluationNotRunning,
      details: ['failed'],
      nonRetryable: true,
    });
    const { activities, names } = evaluationOf(5, 1, { askCases: () => Promise.reject(over) });
    await expect(resultOf(activities)).resolves.toBe('failed');
    expect(names()).not.toContain('finishEvaluation');
  });

  it.each(['claimEvaluation', 'finishEvaluation'] as const)(
    'fails as one that does not exist when %s finds none',
    async (name) => {
      const { activities } = evaluationOf(1, 1, { [name]: () => Promise.resolve(null) });
      expect((await failureOf(await start(activities))).type).toBe(evaluationNotRunning);
    },
  );
});
