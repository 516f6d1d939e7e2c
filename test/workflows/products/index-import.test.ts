import { ApplicationFailure } from '@temporalio/activity';
import { WorkflowFailedError, type WorkflowHandle } from '@temporalio/client';
import { type Activities } from '../../../src/domain/activities';
import { type ImportEnding } from '../../../src/domain/products/activities';
import { IMPORT_ERRORS } from '../../../src/domain/products/import';
import { productJobNotRunning } from '../../../src/domain/products/product-job';
import { type indexImport } from '../../../workflows';
import { failingFirst, recordedActivities, type RecordedActivities } from '../recorded-activities';
import { startTimeSkipping, type TimeSkipping } from '../time-skipping';

const jobId = 'job_01JD3V00000000000000000000';

describe('indexImport', () => {
  let skipping: TimeSkipping;
  let runs = 0;

  beforeAll(async () => {
    skipping = await startTimeSkipping();
  });
  afterAll(() => skipping.close());

  function start(activities: Activities): Promise<WorkflowHandle<typeof indexImport>> {
    skipping.use(activities);
    return skipping.client.workflow.start<typeof indexImport>('indexImport', {
      taskQueue: 'sheaf',
      workflowId: `index-import/${jobId}/${++runs}`,
      args: [{ jobId }],
    });
  }

  const endingOf = ({ calls }: RecordedActivities) =>
    calls.flatMap(({ name, input }) =>
      name === 'finishImport' ? [(input as { ending: ImportEnding }).ending] : [],
    );

  const failed: Activities['finishImport'] = ({ ending }) =>
    Promise.resolve({ state: 'failed', error: ending.code === 'done' ? null : ending.message });

  it('brings pages until there are no more, then reads, maps, adds and validates', async () => {
    let left = 2;
    const recorded = recordedActivities({ pullPages: () => Promise.resolve({ pages: 1, more: left-- > 0 }) });
    await expect((await start(recorded.activities)).result()).resolves.toBe('succeeded');
    expect(recorded.names()).toEqual([
      'claimImport',
      ...['pullPages', 'pullPages', 'pullPages'],
      ...['readPages', 'mapSettings', 'addImported', 'validateImport', 'finishImport'],
    ]);
  });

  it('reads again when the staged records were given up meanwhile', async () => {
    let adds = 0;
    const recorded = recordedActivities({ addImported: () => Promise.resolve({ isStaged: ++adds === 2 }) });
    await expect((await start(recorded.activities)).result()).resolves.toBe('succeeded');
    expect(recorded.names().filter((name) => name === 'readPages')).toHaveLength(2);
    expect(recorded.names().filter((name) => name === 'pullPages')).toHaveLength(1);
  });

  it.each(IMPORT_ERRORS.filter((code) => code !== 'IMPORT_FAILED'))(
    'ends with %s and its sentence, as a failed run of this type',
    async (type) => {
      const message = 'The provider does not want to.';
      const recorded = recordedActivities({
        pullPages: () => Promise.reject(ApplicationFailure.create({ type, message, nonRetryable: true })),
        finishImport: failed,
      });
      const error: unknown = await (await start(recorded.activities)).result().catch((it: unknown) => it);
      expect((error as WorkflowFailedError).cause).toMatchObject({ type, message, category: 'BENIGN' });
      expect(endingOf(recorded)).toEqual([{ code: type, message }]);
    },
  );

  it('asks a provider again that was busy, and gives up with its code in the end', async () => {
    const busy = () => ApplicationFailure.create({ type: 'EXTERNAL_ERROR', message: 'busy' });
    const once = recordedActivities({
      pullPages: failingFirst(3, busy, () => Promise.resolve({ pages: 1, more: false })),
    });
    await expect((await start(once.activities)).result()).resolves.toBe('succeeded');
    const always = recordedActivities({ pullPages: () => Promise.reject(busy()), finishImport: failed });
    await expect((await start(always.activities)).result()).rejects.toThrow(WorkflowFailedError);
    expect(endingOf(always)).toEqual([{ code: 'EXTERNAL_ERROR', message: 'busy' }]);
  });

  it('ends as IMPORT_FAILED, without details of the service, after any other failure', async () => {
    const recorded = recordedActivities({
      readPages: () =>
        Promise.reject(ApplicationFailure.create({ message: 'secret detail', nonRetryable: true })),
      finishImport: failed,
    });
    const error: unknown = await (await start(recorded.activities)).result().catch((it: unknown) => it);
    expect((error as WorkflowFailedError).cause).toMatchObject({ type: 'IMPORT_FAILED' });
    expect(String((error as WorkflowFailedError).cause?.message)).not.toContain('secret');
  });

  it('cleans up behind an import that was cancelled in the row, and answers its state', async () => {
    const recorded = recordedActivities({
      pullPages: () =>
        Promise.reject(
          ApplicationFailure.create({ type: productJobNotRunning, details: ['failed'], nonRetryable: true }),
        ),
    });
    await expect((await start(recorded.activities)).result()).resolves.toBe('failed');
    expect(recorded.names()).toContain('leaveImport');
    expect(recorded.names()).not.toContain('finishImport');
  });
});
