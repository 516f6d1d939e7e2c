import { NativeConnection, Worker, type WorkflowBundleOption } from '@temporalio/worker';
import { TASK_QUEUES } from '../../src/domain/platform/task-queues';
import { newId } from '../../src/stores/mongo/new-id';
import { createNamespace, type TestNamespace } from '../setup/temporal';
import { testWorkflowBundle } from '../setup/workflow-bundle';
import { recordedActivities } from './recorded-activities';
import { quietTemporal } from '../setup/quiet-temporal';

const options = {
  type: 'spreadsheet' as const,
  includeTagsSummary: false,
  includeImages: true,
  includeVerifiedFacts: false,
  includeHiddenSheets: true,
};

let temporal: TestNamespace;
let workflowBundle: WorkflowBundleOption;
beforeAll(async () => {
  quietTemporal();
  [temporal, workflowBundle] = await Promise.all([createNamespace(), testWorkflowBundle()]);
});
afterAll(() => temporal.close());

const start = (jobId: string, organizationId = 'org_1') =>
  temporal.jobs.parse.start({ jobId, organizationId, environment: 'production', options });

/** Runs jobs with activities that succeed, while `fn` runs. */
async function withWorker(fn: () => Promise<void>): Promise<void> {
  const connection = await NativeConnection.connect({ address: temporal.address });
  const { namespace } = temporal;
  const workers = await Promise.all(
    TASK_QUEUES.map((taskQueue) =>
      Worker.create({
        connection,
        namespace,
        taskQueue,
        workflowBundle,
        activities: recordedActivities().activities,
      }),
    ),
  );
  const running = workers.map((worker) => worker.run());
  await fn();
  for (const worker of workers) worker.shutdown();
  await Promise.all(running);
  await connection.close();
}

describe('a parse job', () => {
  it('of 30 concurrent starts all find one run', async () => {
    const jobId = newId('prs_');
    await expect(temporal.jobs.parse.describe(jobId)).resolves.toBe('missing');
    const answers = await Promise.all(Array.from({ length: 30 }, () => start(jobId)));
    expect(new Set(answers)).toEqual(new Set(['running']));
    const { events } = await temporal.client.workflow.getHandle(`parse-job/${jobId}`).fetchHistory();
    expect(events).toHaveLength(2);
    await expect(temporal.jobs.parse.describe(jobId)).resolves.toBe('running');
  });

  it('can be cancelled at any time, also when it has no run', async () => {
    await expect(temporal.jobs.parse.cancel(newId('prs_'))).resolves.toBeUndefined();
    const jobId = newId('prs_');
    await start(jobId);
    await temporal.jobs.parse.cancel(jobId);
    await temporal.jobs.parse.cancel(jobId);
  });

  it('that was terminated says so, and may be started again: its row decides what is left to do', async () => {
    const jobId = newId('prs_');
    await start(jobId);
    await temporal.client.workflow.getHandle(`parse-job/${jobId}`).terminate();
    await expect(temporal.jobs.parse.describe(jobId)).resolves.toBe('terminated');
    await expect(start(jobId)).resolves.toBe('running');
  });

  it('that was terminated is listed among those that were stopped, and no other', async () => {
    const since = new Date(Date.now() - 60_000);
    const [stopped, running] = [newId('prs_'), newId('prs_')];
    await start(running);
    await start(stopped);
    await temporal.client.workflow.getHandle(`parse-job/${stopped}`).terminate();
    let listed: string[] = [];
    while (!listed.includes(stopped)) listed = await temporal.jobs.parse.stoppedSince(since);
    expect(listed).not.toContain(running);
    await expect(temporal.jobs.indexing.stoppedSince(since)).resolves.toEqual([]);
    await expect(temporal.jobs.parse.stoppedSince(new Date(Date.now() + 60_000))).resolves.toEqual([]);
  });

  it('names a delivery by endpoint and event, and a recovery by endpoint, whose run was terminated', async () => {
    const delivery = { endpointId: 'whe_1', eventId: 'evt_1' };
    const tenant = { organizationId: 'org_1', environment: 'production' } as const;
    const since = new Date(Date.now() - 60_000);
    const { deliveries, recoveries } = temporal.jobs;
    await deliveries.start({
      ...delivery,
      ...tenant,
      messageId: 'msg_1',
      eventType: 'job.completed',
      slow: false,
      weight: 1,
    });
    await recoveries.start({ endpointId: 'whe_1', organizationId: 'org_1' });
    for (const id of ['webhook-delivery/whe_1/evt_1', 'webhook-recovery/whe_1'])
      await temporal.client.workflow.getHandle(id).terminate();
    let listed: object[] = [];
    while (listed.length === 0) listed = await deliveries.stoppedSince(since);
    expect(listed).toEqual([delivery]);
    let endpoints: string[] = [];
    while (endpoints.length === 0) endpoints = await recoveries.stoppedSince(since);
    expect(endpoints).toEqual(['whe_1']);
  });

  it('names an index and a sync whose run was terminated', async () => {
    const tenant = { organizationId: 'org_1', environment: 'production' } as const;
    const since = new Date(Date.now() - 60_000);
    const { syncs, writes } = temporal.jobs;
    await writes.wake({ ...tenant, indexId: 'idx_1', indexName: 'goods' });
    await temporal.client.workflow.getHandle('index-write/idx_1').terminate();
    await syncs.put({
      ...tenant,
      _id: 'syn_1',
      collectionName: 'manuals',
      status: 'active',
      intervalMinutes: null,
      scheduledFrom: new Date(),
    });
    await syncs.trigger('syn_1');
    const query = `WorkflowType = 'sourceSync' AND ExecutionStatus = 'Running'`;
    const runs: string[] = [];
    while (runs.length === 0)
      for await (const { workflowId } of temporal.client.workflow.list({ query })) runs.push(workflowId);
    for (const id of runs) await temporal.client.workflow.getHandle(id).terminate();

    let indexes: string[] = [];
    while (indexes.length === 0) indexes = await writes.stoppedSince(since);
    expect(indexes).toEqual(['idx_1']);
    let listed: string[] = [];
    while (listed.length === 0) listed = await syncs.stoppedSince(since);
    expect(listed).toEqual(['syn_1']);
    await syncs.put({
      ...tenant,
      _id: 'syn_1',
      collectionName: 'manuals',
      status: 'inactive',
      intervalMinutes: null,
      scheduledFrom: new Date(),
    });
  });

  it('that has completed is not started again, and operators find it by owner, environment and state', async () => {
    const organizationId = newId('org_');
    const jobId = newId('prs_');
    const handle = temporal.client.workflow.getHandle(`parse-job/${jobId}`);
    await withWorker(async () => {
      await start(jobId, organizationId);
      await expect(handle.result()).resolves.toBe('completed');
      await expect(start(jobId, organizationId)).resolves.toBe('closed');
      const query = `OrganizationId = '${organizationId}' AND Environment = 'production' AND JobStatus = 'completed'`;
      let found: string[] = [];
      while (found.length === 0) {
        found = [];
        for await (const run of temporal.client.workflow.list({ query })) found.push(run.workflowId);
      }
      expect(found).toEqual([`parse-job/${jobId}`]);
    });
    await expect(temporal.jobs.parse.describe(jobId)).resolves.toBe('closed');
  });

  it('names its owner, what was asked for, and each step in the Temporal UI', async () => {
    const organizationId = newId('org_');
    const jobId = newId('prs_');
    const handle = temporal.client.workflow.getHandle(`parse-job/${jobId}`);
    await withWorker(async () => {
      await start(jobId, organizationId);
      await handle.result();
    });
    const { raw } = await handle.describe();
    const details = JSON.stringify(
      [raw.executionConfig?.userMetadata?.summary, raw.executionConfig?.userMetadata?.details].map(
        (payload) => Buffer.from(payload?.data ?? []).toString(),
      ),
    );
    expect(details).toContain(organizationId);
    expect(details).toContain(jobId);
    expect(details).toContain('images and charts');
    const { events } = await handle.fetchHistory();
    const summaries = events!.flatMap(({ activityTaskScheduledEventAttributes, userMetadata }) =>
      activityTaskScheduledEventAttributes == null
        ? []
        : [Buffer.from(userMetadata?.summary?.data ?? []).toString()],
    );
    expect(summaries.map((summary) => summary.replace(/^"(\w+).*$/, '$1'))).toEqual([
      'claim',
      'fetching',
      'parsing',
      'storing',
      'settling',
    ]);
  });
});

const presentSchedules = [
  'collector',
  'documentRetention',
  'documentSweep',
  'platformRetention',
  'productSweep',
  'webhookSweep',
];

/** Waits until these schedules are listed and no others; the list follows changes late. */
async function expectSchedules(names: readonly string[]): Promise<void> {
  let ids: string[] = [];
  while (ids.sort().join() !== names.join()) {
    ids = [];
    for await (const { scheduleId } of temporal.client.schedule.list()) ids.push(scheduleId);
  }
}

describe('schedules', () => {
  it('are created once however many programs start at the same time, and stay as operators left them', async () => {
    await Promise.all(Array.from({ length: 5 }, () => temporal.jobs.ensureSchedules()));
    const sweep = temporal.client.schedule.getHandle('documentSweep');
    await sweep.pause('moving house');
    await temporal.jobs.ensureSchedules();
    while (!(await sweep.describe()).state.paused) continue;
    await sweep.update((described) => ({ ...described, spec: { intervals: [{ every: '7 hours' }] } }));
    while ((await sweep.describe()).spec.intervals?.[0]?.every !== 7 * 3_600_000) continue;
    await temporal.jobs.ensureSchedules();
    while ((await sweep.describe()).spec.intervals?.[0]?.every !== 45_000) continue;
    expect((await sweep.describe()).state).toMatchObject({ paused: true, note: 'moving house' });
    await expectSchedules(presentSchedules);
    for (const id of presentSchedules) await temporal.client.schedule.getHandle(id).delete();
  });
});

it('search attributes can be registered again', async () => {
  await expect(temporal.jobs.ensureSearchAttributes()).resolves.toBeUndefined();
});
