import { type ApplicationFailure } from '@temporalio/activity';
import { WorkflowFailedError, type WorkflowHandle } from '@temporalio/client';
import { type Activities } from '../../../src/domain/activities';
import { rollbackNotRunning } from '../../../src/domain/documents/rollback';
import { type rollback } from '../../../workflows';
import { failingFirst, recordedActivities } from '../recorded-activities';
import { startTimeSkipping, type TimeSkipping } from '../time-skipping';

const jobId = 'job_01JD3V00000000000000000000';

describe('rollback', () => {
  let skipping: TimeSkipping;
  let runs = 0;

  beforeAll(async () => {
    skipping = await startTimeSkipping();
  });
  afterAll(() => skipping.close());

  function start(activities: Activities): Promise<WorkflowHandle<typeof rollback>> {
    skipping.use(activities);
    return skipping.client.workflow.start<typeof rollback>('rollback', {
      taskQueue: 'sheaf',
      workflowId: `rollback/${jobId}/${++runs}`,
      args: [{ jobId }],
    });
  }

  const resultOf = async (activities: Activities) => (await start(activities)).result();

  async function failureOf(activities: Activities): Promise<ApplicationFailure> {
    const error: unknown = await resultOf(activities).catch((thrown: unknown) => thrown);
    expect(error).toBeInstanceOf(WorkflowFailedError);
    return (error as WorkflowFailedError).cause as ApplicationFailure;
  }

  /** A job of so many files, of which each step takes up 200. */
  function rollbackOf(filesTotal: number): Activities['rollBackFiles'] {
    let filesDone = 0;
    return () => {
      filesDone = Math.min(filesTotal, filesDone + 200);
      return Promise.resolve({ state: 'rolling_back', filesDone, filesTotal, more: filesDone < filesTotal });
    };
  }

  it('takes step after step until no file is left, then ends once', async () => {
    const { activities, names } = recordedActivities({ rollBackFiles: rollbackOf(450) });
    await expect(resultOf(activities)).resolves.toBe('rolled_back');
    const steps = ['rollBackFiles', 'rollBackFiles', 'rollBackFiles'];
    expect(names()).toEqual(['claimRollback', ...steps, 'finishRollback']);
  });

  it('of more steps than one history takes keeps it bounded', async () => {
    let left = 1_500;
    const { activities, names } = recordedActivities({
      rollBackFiles: () =>
        Promise.resolve({ state: 'rolling_back', filesDone: 1, filesTotal: 1, more: --left > 0 }),
    });
    const handle = await start(activities);
    await expect(handle.result()).resolves.toBe('rolled_back');
    expect(names().filter((name) => name === 'claimRollback').length).toBeGreaterThan(1);
    expect(names().filter((name) => name === 'finishRollback')).toHaveLength(1);
    expect((await handle.describe()).historyLength).toBeLessThan(6_000);
  });

  it('waits a short outage out', async () => {
    const { activities } = recordedActivities({
      rollBackFiles: failingFirst(
        5,
        () => new Error('connection refused'),
        () => Promise.resolve(null),
      ),
    });
    await expect(resultOf(activities)).resolves.toBe('rolled_back');
  });

  it('that cannot continue is a failed run, and the rollback stays under way for the next one', async () => {
    const { activities, names } = recordedActivities({
      rollBackFiles: () => Promise.reject(new Error('connection refused')),
    });
    await failureOf(activities);
    expect(names()).not.toContain('finishRollback');
  });

  it('that is over already is left alone', async () => {
    const { activities, names } = recordedActivities({
      claimRollback: () => Promise.resolve({ state: 'rolled_back', filesDone: 2, filesTotal: 2 }),
    });
    await expect(resultOf(activities)).resolves.toBe('rolled_back');
    expect(names()).toEqual(['claimRollback']);
  });

  it.each(['claimRollback', 'finishRollback'] as const)(
    'fails as one that does not exist when %s finds none',
    async (name) => {
      const { activities } = recordedActivities({ [name]: () => Promise.resolve(null) });
      expect((await failureOf(activities)).type).toBe(rollbackNotRunning);
    },
  );
});
