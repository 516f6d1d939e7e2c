import { type Activities } from '../../src/domain/activities';
import { recordedActivities } from './recorded-activities';
import { startTimeSkipping, type TimeSkipping } from './time-skipping';

describe('workflows that run by the clock', () => {
  let skipping: TimeSkipping;

  beforeAll(async () => {
    skipping = await startTimeSkipping();
  });
  afterAll(() => skipping.close());

  function execute(workflow: 'sweep' | 'retention', activities: Activities): Promise<unknown> {
    skipping.use(activities);
    return skipping.client.workflow.execute(workflow, { taskQueue: 'sheaf', workflowId: workflow });
  }

  it('the sweep goes through all batches, each beginning where the last one ended, then releases orphan holds and looks at indexing jobs and evaluations', async () => {
    const cursors = ['a', 'b', null];
    const { activities, calls } = recordedActivities({
      sweepParseJobs: () => Promise.resolve({ after: cursors.shift()!, started: 0, failed: 0, settled: 0 }),
    });
    await execute('sweep', activities);
    expect(calls).toEqual([
      { name: 'sweepParseJobs', input: { after: null } },
      { name: 'sweepParseJobs', input: { after: 'a' } },
      { name: 'sweepParseJobs', input: { after: 'b' } },
      { name: 'releaseOrphanHolds', input: undefined },
      { name: 'sweepIndexJobs', input: { after: null } },
      { name: 'sweepEvaluations', input: { after: null } },
    ]);
  });

  it('the sweep then goes through all batches of indexing jobs and of evaluations', async () => {
    const jobs = ['a', null];
    const evaluations = ['b', null];
    const { activities, calls } = recordedActivities({
      sweepIndexJobs: () => Promise.resolve({ after: jobs.shift()!, started: 0, ended: 0, cleaned: 0 }),
      sweepEvaluations: () =>
        Promise.resolve({ after: evaluations.shift()!, started: 0, ended: 0, settled: 0, removed: 0 }),
    });
    await execute('sweep', activities);
    expect(calls.slice(-4)).toEqual([
      { name: 'sweepIndexJobs', input: { after: null } },
      { name: 'sweepIndexJobs', input: { after: 'a' } },
      { name: 'sweepEvaluations', input: { after: null } },
      { name: 'sweepEvaluations', input: { after: 'b' } },
    ]);
  });

  it('retention removes batches until none is full, then what killed writers have left', async () => {
    let full = 3;
    const { activities, names } = recordedActivities({
      removeExpiredJobs: () => Promise.resolve({ removed: 200, more: --full > 0 }),
    });
    await execute('retention', activities);
    expect(names().filter((name) => name === 'removeExpiredJobs')).toHaveLength(3);
    expect(names().at(-1)).toBe('removeAbandonedBlobs');
  });
});
