import { recordedActivities } from '../recorded-activities';
import { startTimeSkipping, type TimeSkipping } from '../time-skipping';

describe('the collector', () => {
  let skipping: TimeSkipping;

  beforeAll(async () => {
    skipping = await startTimeSkipping();
  });
  afterAll(() => skipping.close());

  it('continues each kind of work until no batch is full, namespaces from where the last batch ended', async () => {
    const repairs = [true, false];
    const removals = [true, true, false];
    const cursors = ['ns_1', 'ns_2', null];
    const stints = [true, false];
    const { activities, calls } = recordedActivities({
      repairSearchIndex: () => Promise.resolve({ repaired: 1, more: repairs.shift()! }),
      removeUnseenVersions: () => Promise.resolve({ removed: 1, more: removals.shift()! }),
      collectNamespaces: () => Promise.resolve({ removed: 0, after: cursors.shift()! }),
      flattenCollection: () => Promise.resolve({ flattened: 0, more: stints.shift()! }),
    });
    skipping.use(activities);
    await skipping.client.workflow.execute('collector', { taskQueue: 'sheaf', workflowId: 'collector' });
    expect(calls).toEqual([
      { name: 'repairSearchIndex', input: undefined },
      { name: 'repairSearchIndex', input: undefined },
      { name: 'removeUnseenVersions', input: undefined },
      { name: 'removeUnseenVersions', input: undefined },
      { name: 'removeUnseenVersions', input: undefined },
      { name: 'collectNamespaces', input: { after: null } },
      { name: 'collectNamespaces', input: { after: 'ns_1' } },
      { name: 'collectNamespaces', input: { after: 'ns_2' } },
      { name: 'flattenCollection', input: undefined },
      { name: 'flattenCollection', input: undefined },
    ]);
  });
});
