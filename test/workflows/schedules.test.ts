import { type Activities } from '../../src/domain/activities';
import { recordedActivities } from './recorded-activities';
import { startTimeSkipping, type TimeSkipping } from './time-skipping';

describe('workflows that run by the clock', () => {
  let skipping: TimeSkipping;

  beforeAll(async () => {
    skipping = await startTimeSkipping();
  });
  afterAll(() => skipping.close());

  function execute(
    workflow: 'documentSweep' | 'documentRetention' | 'platformRetention',
    activities: Activities,
  ): Promise<unknown> {
    skipping.use(activities);
    return skipping.client.workflow.execute(workflow, { taskQueue: 'sheaf', workflowId: workflow });
  }

  it('the sweep of documents goes through all batches, each beginning where the last one ended, kind by kind, then releases orphan holds', async () => {
    const cursors = ['a', 'b', null];
    const { activities, calls } = recordedActivities({
      sweepParseJobs: () => Promise.resolve({ after: cursors.shift()!, started: 0, failed: 0, settled: 0 }),
    });
    await execute('documentSweep', activities);
    expect(calls).toEqual([
      { name: 'sweepParseJobs', input: { after: null } },
      { name: 'sweepParseJobs', input: { after: 'a' } },
      { name: 'sweepParseJobs', input: { after: 'b' } },
      { name: 'sweepIndexJobs', input: { after: null } },
      { name: 'sweepEvaluations', input: { after: null } },
      { name: 'sweepSyncs', input: { after: null } },
      { name: 'releaseOrphanHolds', input: undefined },
    ]);
  });

  it('the sweep of documents goes through all batches of indexing jobs, of evaluations and of syncs', async () => {
    const jobs = ['a', null];
    const evaluations = ['b', null];
    const syncs = ['c', null];
    const { activities, calls } = recordedActivities({
      sweepIndexJobs: () => Promise.resolve({ after: jobs.shift()!, started: 0, ended: 0, cleaned: 0 }),
      sweepEvaluations: () =>
        Promise.resolve({ after: evaluations.shift()!, started: 0, ended: 0, settled: 0, removed: 0 }),
      sweepSyncs: () => Promise.resolve({ after: syncs.shift()!, repaired: 0 }),
    });
    await execute('documentSweep', activities);
    expect(calls.slice(-7, -1)).toEqual([
      { name: 'sweepIndexJobs', input: { after: null } },
      { name: 'sweepIndexJobs', input: { after: 'a' } },
      { name: 'sweepEvaluations', input: { after: null } },
      { name: 'sweepEvaluations', input: { after: 'b' } },
      { name: 'sweepSyncs', input: { after: null } },
      { name: 'sweepSyncs', input: { after: 'c' } },
    ]);
  });

  it('a sweep whose history is handed over continues with the kind of rows and the row that it had reached', async () => {
    const { activities, calls } = recordedActivities();
    skipping.use(activities);
    await skipping.client.workflow.execute('documentSweep', {
      taskQueue: 'sheaf',
      workflowId: 'documentSweep',
      args: [{ after: 'b', pass: 1 }],
    });
    expect(calls).toEqual([
      { name: 'sweepIndexJobs', input: { after: 'b' } },
      { name: 'sweepEvaluations', input: { after: null } },
      { name: 'sweepSyncs', input: { after: null } },
      { name: 'releaseOrphanHolds', input: undefined },
    ]);
  });

  it('the retention of documents removes batches of every kind until none is full', async () => {
    let full = 3;
    const { activities, names } = recordedActivities({
      removeExpiredJobs: () => Promise.resolve({ removed: 200, more: --full > 0 }),
    });
    await execute('documentRetention', activities);
    const round = ['removeExpiredJobs', 'removeOldIndexJobs', 'removeOldQueryBodies', 'removeMaskingReports'];
    expect(names()).toEqual([...round, ...round, ...round]);
  });

  it('the retention of the platform removes uploads until no batch is full, then what killed writers have left', async () => {
    let full = 3;
    const { activities, names } = recordedActivities({
      removeExpiredUploads: () => Promise.resolve({ removed: 200, more: --full > 0 }),
    });
    await execute('platformRetention', activities);
    expect(names()).toEqual([...Array<string>(3).fill('removeExpiredUploads'), 'removeAbandonedBlobs']);
  });
});
