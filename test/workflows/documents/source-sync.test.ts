import { ApplicationFailure } from '@temporalio/activity';
import { WorkflowFailedError } from '@temporalio/client';
import { type Activities } from '../../../src/domain/activities';
import { noSyncCounts } from '../../../src/domain/documents/sync';
import { type sourceSync } from '../../../workflows';
import { failingFirst, recordedActivities } from '../recorded-activities';
import { startTimeSkipping, type TimeSkipping } from '../time-skipping';

const syncId = 'sync_01JD3V00000000000000000000';

describe('source sync', () => {
  let skipping: TimeSkipping;
  let runs = 0;

  beforeAll(async () => {
    skipping = await startTimeSkipping();
  });
  afterAll(() => skipping.close());

  function start(activities: Activities) {
    skipping.use(activities);
    return skipping.client.workflow.start<typeof sourceSync>('sourceSync', {
      taskQueue: 'sheaf',
      workflowId: `sync/${syncId}/${++runs}`,
      args: [{ syncId }],
    });
  }

  const resultOf = async (activities: Activities) => (await start(activities)).result();

  async function failureOf(activities: Activities): Promise<ApplicationFailure> {
    const error: unknown = await resultOf(activities).catch((thrown: unknown) => thrown);
    expect(error).toBeInstanceOf(WorkflowFailedError);
    return (error as WorkflowFailedError).cause as ApplicationFailure;
  }

  const fault = (type: string) =>
    ApplicationFailure.create({ type, message: 'a sentence', nonRetryable: true, category: 'BENIGN' });
  const whole = [
    'beginSyncRun',
    'listSource',
    'startSyncJob',
    'viewSyncJob',
    'recordSyncOutcomes',
    'removeObjects',
    'endSyncRun',
  ];

  it('lists, compares, waits for the job, then removes', async () => {
    const { activities, names } = recordedActivities();
    await expect(resultOf(activities)).resolves.toBe('done');
    expect(names()).toEqual(whole);
  });

  it('has nothing to wait for where nothing has changed', async () => {
    const { activities, names } = recordedActivities({
      startSyncJob: () => Promise.resolve({ counts: noSyncCounts, job: false }),
    });
    await expect(resultOf(activities)).resolves.toBe('done');
    expect(names()).not.toContain('viewSyncJob');
  });

  it('continues where a run that was left stands', async () => {
    const { activities, names } = recordedActivities({
      beginSyncRun: () => Promise.resolve({ runId: 'run', stage: 'indexing' }),
    });
    await expect(resultOf(activities)).resolves.toBe('done');
    expect(names()).toEqual(whole.filter((name) => name !== 'listSource' && name !== 'startSyncJob'));
  });

  it('that waits for a job longer than one history takes keeps it bounded', async () => {
    let looks = 0;
    const { activities, names } = recordedActivities({
      viewSyncJob: () => Promise.resolve({ state: ++looks < 600 ? 'running' : 'completed', counts: null }),
    });
    const handle = await start(activities);
    await expect(handle.result()).resolves.toBe('done');
    expect(names().filter((name) => name === 'beginSyncRun').length).toBeGreaterThan(1);
    expect(names().filter((name) => name === 'endSyncRun')).toHaveLength(1);
    expect((await handle.describe()).historyLength).toBeLessThan(6_000);
  });

  it('does another round for changes that are too many for one job', async () => {
    let rounds = 0;
    const { activities, names } = recordedActivities({
      endSyncRun: () => Promise.resolve({ counts: noSyncCounts, error: null, more: ++rounds < 3 }),
    });
    await expect(resultOf(activities)).resolves.toBe('done');
    expect(names().filter((name) => name === 'startSyncJob')).toHaveLength(3);
  });

  it.each([
    ['access_denied', 'source_listing_suspicious'],
    ['not_found', 'source_listing_suspicious'],
    ['download_failed', 'source_listing_suspicious'],
    ['private_address', 'source_listing_suspicious'],
    ['collection_moved', 'collection_moved'],
    ['anything else', 'execution_failed'],
  ])('ends a run whose listing fails with %s as %s, and removes nothing', async (type, error) => {
    const { activities, calls, names } = recordedActivities({
      listSource: () => Promise.reject(fault(type)),
    });
    expect(await failureOf(activities)).toMatchObject({ type: error });
    expect(calls.at(-1)).toEqual({
      name: 'failSyncRun',
      input: { syncId, runId: 'run', error, message: 'a sentence' },
    });
    expect(names()).not.toContain('removeObjects');
  });

  it('stops without a word where another run has taken over', async () => {
    const { activities, names } = recordedActivities({
      listSource: () => Promise.reject(fault('sync_run_over')),
    });
    await expect(resultOf(activities)).resolves.toBe('left');
    expect(names()).not.toContain('failSyncRun');
    const nothing = recordedActivities({ beginSyncRun: () => Promise.resolve(null) });
    await expect(resultOf(nothing.activities)).resolves.toBe('left');
    expect(nothing.names()).toEqual(['beginSyncRun']);
  });

  it('waits a short outage out', async () => {
    const { activities } = recordedActivities({
      endSyncRun: failingFirst(
        5,
        () => new Error('connection refused'),
        () => Promise.resolve({ counts: noSyncCounts, error: null, more: false }),
      ),
    });
    await expect(resultOf(activities)).resolves.toBe('done');
  });
});
