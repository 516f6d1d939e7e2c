import { type Activities } from '../../../src/domain/activities';
import { type IndexFileRef, type IndexFilesRef } from '../../../src/domain/documents/activities';
import { filesTogetherMax, groupsAtOnceMax } from '../../../src/domain/documents/index-job';
import { type indexJob } from '../../../workflows';
import { countAtWork } from '../at-work';
import { plannedJob as job } from './planned-job';
import { startTimeSkipping, type TimeSkipping } from '../time-skipping';

const jobId = 'job_01JD3V00000000000000000000';
const fileSteps = ['fetchFile', 'parseFile', 'storeFile'];

describe('files that go together', () => {
  let skipping: TimeSkipping;
  let runs = 0;

  beforeAll(async () => {
    skipping = await startTimeSkipping();
  });
  afterAll(() => skipping.close());

  function start(activities: Activities) {
    skipping.use(activities);
    return skipping.client.workflow.start<typeof indexJob>('indexJob', {
      taskQueue: 'sheaf',
      workflowId: `index-job/${jobId}/together/${++runs}`,
      args: [{ jobId }],
    });
  }

  const resultOf = async (activities: Activities) => (await start(activities)).result();

  /** Small files, all of which end in their group. */
  const small =
    (ended: Map<number, 'indexed' | 'failed'>): Activities['indexFiles'] =>
    ({ files }) => {
      for (const file of files) ended.set(file, 'indexed');
      return Promise.resolve({ left: [] });
    };

  it('need one activity for many, and no step of their own', async () => {
    const plan = job(2 * filesTogetherMax + 10, { indexFiles: (group) => small(plan.ended)(group) });
    await expect(resultOf(plan.activities)).resolves.toBe('completed');
    const groups = plan.calls.flatMap(({ name, input }) =>
      name === 'indexFiles' ? [(input as IndexFilesRef).files] : [],
    );
    groups.sort(([a], [b]) => a! - b!);
    expect(groups.map(({ length }) => length)).toEqual([filesTogetherMax, filesTogetherMax, 10]);
    expect(groups.flat()).toEqual(Array.from({ length: 2 * filesTogetherMax + 10 }, (_, n) => n));
    expect(plan.names()).not.toContain('fetchFile');
    expect(plan.ended.size).toBe(2 * filesTogetherMax + 10);
  });

  it('are a bounded number of groups at once', async () => {
    const atWork = countAtWork(groupsAtOnceMax);
    const plan = job(250, {
      async indexFiles(group) {
        await atWork.enter();
        atWork.leave();
        return small(plan.ended)(group);
      },
    });
    await expect(resultOf(plan.activities)).resolves.toBe('completed');
    expect(atWork.most()).toBe(groupsAtOnceMax);
    expect(plan.ended.size).toBe(250);
  });

  it('leave those that are not small to steps of their own', async () => {
    const plan = job(10, {
      indexFiles: ({ jobId: id, files }) =>
        small(plan.ended)({ jobId: id, files: files.filter((file) => file !== 4) }).then(() => ({
          left: [4],
        })),
    });
    await expect(resultOf(plan.activities)).resolves.toBe('completed');
    const single = plan.calls.filter(({ name }) => fileSteps.includes(name));
    expect(single.map(({ name, input }) => [name, (input as IndexFileRef).file])).toEqual(
      fileSteps.map((name) => [name, 4]),
    );
  });

  it('continue one by one when their group is left, as one that kills its worker is', async () => {
    const plan = job(filesTogetherMax + 5, {
      indexFiles: (group) =>
        group.files.includes(3) ? Promise.resolve({ left: group.files }) : small(plan.ended)(group),
    });
    await expect(resultOf(plan.activities)).resolves.toBe('completed');
    expect(plan.names().filter((name) => name === 'indexFiles')).toHaveLength(2);
    expect(plan.names().filter((name) => name === 'storeFile')).toHaveLength(filesTogetherMax);
    expect(plan.ended.size).toBe(filesTogetherMax + 5);
  });

  it('fit 5,000 to a run', async () => {
    const plan = job(5_000, { indexFiles: (group) => small(plan.ended)(group) });
    const handle = await start(plan.activities);
    await expect(handle.result()).resolves.toBe('completed');
    expect(plan.ended.size).toBe(5_000);
    expect(plan.names().filter((name) => name === 'claimIndexJob')).toHaveLength(1);
    expect((await handle.describe()).historyLength).toBeLessThan(6_000);
  });
});
