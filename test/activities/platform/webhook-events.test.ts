import { JOB_SOURCES } from '../../../src/domain/platform/webhook-event';
import { type EndedJob } from '../../../src/domain/documents/ended-job';
import { publishJobEvent } from '../../../activities/documents/index-job/publish-job-event';
import { sweepDeliveries } from '../../../activities/platform/webhooks/sweep-webhooks';
import { JobsUnavailable } from '../../../src/domain/platform/jobs-unavailable';
import { newId } from '../../../src/stores/mongo/new-id';
import { type WebhookEventRow } from '../../../src/stores/platform/webhooks/webhook-events';
import { type WebhookDeliveryRow } from '../../../src/stores/platform/webhooks/webhook-delivery-row';
import { someEndedJob, startWebhookStack, type WebhookStack } from '../../webhooks/webhook-stack';
import { newAttempt } from '../activity-stack';

const url = 'https://hooks.example/in';
let stack: WebhookStack;
beforeAll(async () => {
  stack = await startWebhookStack();
});
beforeEach(() => {
  stack.starts.length = 0;
});
afterAll(() => stack.close());

const publish = (job: EndedJob, deps = stack.deps, attempt = 1) =>
  newAttempt(attempt).run(publishJobEvent, deps, job);
const event = (job: EndedJob) =>
  stack.stores.webhookEvents.get(`evt_${job.jobId}`) as Promise<WebhookEventRow>;
const payload = async (job: EndedJob) =>
  JSON.parse((await event(job)).body) as { data: Record<string, unknown> };
const deliveriesOf = (job: EndedJob) =>
  stack.mongo.db
    .collection<WebhookDeliveryRow>('webhook_messages')
    .find({ eventId: `evt_${job.jobId}` })
    .toArray();
const receivers = async (job: EndedJob) =>
  (await deliveriesOf(job)).map(({ endpointId }) => endpointId).sort();

it('a job that ends sends one event to each endpoint, however often and by how many it is told', async () => {
  const organizationId = newId('org_');
  const one = await stack.endpoint(url, {}, organizationId);
  const two = await stack.endpoint(url, {}, organizationId);
  const stranger = await stack.endpoint(url);
  const job = someEndedJob(organizationId);
  await Promise.all(Array.from({ length: 10 }, () => publish(job)));
  expect(await receivers(job)).toEqual([one.endpointId, two.endpointId].sort());
  expect(await stack.stores.webhookDeliveries.list(stranger.endpointId, null, 10)).toEqual([]);
  for (const delivery of await deliveriesOf(job))
    expect(delivery).toMatchObject({
      eventId: `evt_${job.jobId}`,
      eventType: 'job.completed',
      state: 'pending',
    });
  const started = stack.starts.map(({ input }) => (input as { endpointId: string }).endpointId);
  expect(new Set(started)).toEqual(new Set([one.endpointId, two.endpointId]));
});

it('the run of a delivery weighs less at the end of a long line, and endpoints share what their organization weighs', async () => {
  const organizationId = newId('org_');
  const crowded = await stack.endpoint(url, {}, organizationId);
  const idle = await stack.endpoint(url, {}, organizationId);
  for (let n = 0; n < 39; n++) await stack.delivery(crowded.endpointId);
  await publish(someEndedJob(organizationId));
  const weights = stack.starts.map(({ input }) => {
    const { endpointId, weight } = input as { endpointId: string; weight: number };
    return [endpointId, weight];
  });
  expect(Object.fromEntries(weights)).toEqual({ [crowded.endpointId]: 0.125, [idle.endpointId]: 0.5 });
});

it('the payload has every field of the contract, and the bytes stay as they were first written', async () => {
  const { organizationId } = await stack.endpoint(url);
  const counts = { total: 10, indexed: 8, failed: 1, skipped: 1 };
  const job = someEndedJob(organizationId, { state: 'completed_with_errors', counts });
  await publish(job);
  const { body } = await event(job);
  expect(JSON.parse(body)).toEqual({
    event: 'job.completed_with_errors',
    id: `evt_${job.jobId}`,
    created_at: job.completedAt.toISOString(),
    data: {
      job_id: job.jobId,
      job_type: 'index_url',
      status: 'completed_with_errors',
      url: `https://sheaf.example/v2/jobs/${job.jobId}`,
      organization_id: organizationId,
      environment: 'production',
      collection_id: 'col_1',
      collection_name: 'manuals',
      source: 'api',
      sync_id: null,
      files: counts,
      error_code: null,
      created_at: job.createdAt.toISOString(),
      started_at: job.startedAt!.toISOString(),
      finished_at: job.completedAt.toISOString(),
      test: false,
    },
  });
  await publish({ ...job, collectionName: 'renamed' });
  expect((await event(job)).body).toBe(body);
});

it.each([
  ['failed', 'all_files_failed', 'all_files_failed'],
  ['timed_out', null, null],
] as const)('error_code of a job that is %s', async (state, error, shown) => {
  const { organizationId } = await stack.endpoint(url);
  const job = someEndedJob(organizationId, { state, error });
  await publish(job);
  expect((await payload(job)).data).toMatchObject({ status: state, error_code: shown });
});

it('the collection name is null for all when one of the receivers must not see it, and only then', async () => {
  const organizationId = newId('org_');
  await stack.endpoint(url, {}, organizationId);
  await stack.endpoint(url, { includeCollectionName: false, eventTypes: ['job.failed'] }, organizationId);
  const [completed, failed] = [
    someEndedJob(organizationId),
    someEndedJob(organizationId, { state: 'failed' }),
  ];
  await publish(completed);
  await publish(failed);
  expect((await payload(completed)).data.collection_name).toBe('manuals');
  expect((await payload(failed)).data.collection_name).toBeNull();
});

it('events of every environment reach the endpoint, those that its filter leaves out do not', async () => {
  const { endpointId, organizationId } = await stack.endpoint(url, {
    filter: { collectionIds: ['col_1'], syncIds: [], sources: [...JOB_SOURCES] },
  });
  for (const environment of ['development', 'staging', 'production'] as const) {
    const job = someEndedJob(organizationId, { environment });
    await publish(job);
    expect(await receivers(job)).toEqual([endpointId]);
  }
  const other = someEndedJob(organizationId, { collectionId: 'col_2' });
  await publish(other);
  expect(await receivers(other)).toEqual([]);
});

describe('whether the endpoint was enabled when the job ended decides', () => {
  const before = (ms: number) => new Date(Date.now() - ms);
  it.each([
    ['disabled before', { disabled: true }, 1_000, false],
    ['disabled between the end and the telling', { disabled: true }, 30_000, true],
    ['made after the end', null, 120_000, false],
  ] as const)('%s', async (_, change, endedMsAgo, hears) => {
    const { endpointId, organizationId } = await stack.endpoint(url);
    if (change !== null)
      await stack.stores.webhookEndpoints.change(organizationId, endpointId, change, before(10_000));
    const job = someEndedJob(organizationId, { completedAt: before(endedMsAgo) });
    await publish(job);
    expect(await receivers(job)).toEqual(hears ? [endpointId] : []);
  });

  it.each([
    ['before a pause that is over', 30_000, true],
    ['in the first moment of a pause that is over', 25_000, false],
    ['in a pause that is over', 22_000, false],
    ['at the end of a pause, which is enabled', 20_000, true],
    ['between two pauses', 15_000, true],
    ['in the second pause', 8_000, false],
    ['after both', 2_000, true],
  ])('a job that ended %s', async (_, endedMsAgo, hears) => {
    const now = Date.now();
    const ago = (ms: number) => new Date(now - ms);
    const { endpointId, organizationId } = await stack.endpoint(url);
    for (const [from, to] of [
      [25_000, 20_000],
      [10_000, 5_000],
    ] as const) {
      const store = stack.stores.webhookEndpoints;
      await store.change(organizationId, endpointId, { disabled: true }, ago(from));
      await store.change(organizationId, endpointId, { disabled: false }, ago(to));
      await store.change(organizationId, endpointId, { disabled: false }, ago(to - 1_000));
    }
    const job = someEndedJob(organizationId, { completedAt: ago(endedMsAgo) });
    await publish(job);
    expect(await receivers(job)).toEqual(hears ? [endpointId] : []);
  });

  it('the latest twenty pauses are kept', async () => {
    const { endpointId, organizationId } = await stack.endpoint(url);
    for (let n = 0; n < 25; n++)
      for (const disabled of [true, false])
        await stack.stores.webhookEndpoints.change(organizationId, endpointId, { disabled });
    expect((await stack.stores.webhookEndpoints.get(endpointId))!.pauses).toHaveLength(20);
  });

  it('an endpoint that is made after a job was told hears nothing of it', async () => {
    const organizationId = newId('org_');
    const job = someEndedJob(organizationId);
    await publish(job);
    await stack.endpoint(url, {}, organizationId);
    await publish(job);
    expect(await receivers(job)).toEqual([]);
  });
});

/** Sweeps when one delivery is due for a check, and no other, however long ago the others were written. */
async function sweepOnly(messageId: string): Promise<void> {
  const rows = stack.mongo.db.collection<WebhookDeliveryRow>('webhook_messages');
  const others = { _id: { $ne: messageId }, checkAt: { $exists: true } };
  await rows.updateMany(others, { $set: { checkAt: new Date('9999-01-01') } });
  await rows.updateOne({ _id: messageId }, { $set: { checkAt: new Date(0) } });
  await newAttempt().run(sweepDeliveries, stack.deps, { after: null });
}

it('while Temporal is away the deliveries are written; further attempts start them, then the sweep', async () => {
  const { endpointId, organizationId } = await stack.endpoint(url);
  const job = someEndedJob(organizationId);
  const away = () => Promise.reject(new JobsUnavailable('Temporal is away'));
  const deps = {
    ...stack.deps,
    jobs: { ...stack.deps.jobs, deliveries: { ...stack.deps.jobs.deliveries, start: away } },
  };
  await expect(publish(job, deps, 1)).rejects.toThrow(JobsUnavailable);
  expect(await publish(job, deps, 6)).toBe(1);
  const [delivery] = await deliveriesOf(job);
  await sweepOnly(delivery!._id);
  expect(stack.starts).toMatchObject([{ kind: 'start', input: { messageId: delivery!._id, endpointId } }]);
  const [swept] = await deliveriesOf(job);
  expect(swept!.checkAt!.getTime()).toBeGreaterThan(Date.now());
});

it('a run that waits and was not told of a resend is told by the sweep', async () => {
  const { endpointId } = await stack.endpoint(url);
  const messageId = await stack.delivery(endpointId);
  const { webhookDeliveries } = stack.stores;
  const attempt = (await webhookDeliveries.beginAttempt(messageId))!;
  const bad = { class: 'http_error', status: 500, retryAfterMs: null, gone: false } as const;
  const inHours = new Date(Date.now() + 10 * 3_600_000);
  await webhookDeliveries.endAttempt(attempt, bad);
  const rows = stack.mongo.db.collection<WebhookDeliveryRow>('webhook_messages');
  await rows.updateOne({ _id: messageId }, { $set: { nextAttemptAt: inHours, checkAt: inHours } });
  const asked = (await webhookDeliveries.resend(messageId))!;
  expect(asked.checkAt!.getTime() - Date.now()).toBeLessThanOrEqual(2 * 60_000);
  await sweepOnly(messageId);
  expect(stack.starts).toMatchObject([{ kind: 'resend', input: { messageId, endpointId } }]);
});

it('an attempt that its process does not survive stays unknown, and another one follows', async () => {
  const { endpointId } = await stack.endpoint(url);
  const messageId = await stack.delivery(endpointId);
  const { webhookDeliveries, webhookAttempts } = stack.stores;
  const lost = (await webhookDeliveries.beginAttempt(messageId))!;
  await webhookAttempts.begin({
    messageId,
    endpointId,
    number: lost.number,
    trigger: lost.trigger,
    at: new Date(0),
  });
  const next = (await webhookDeliveries.beginAttempt(messageId))!;
  expect(next).toMatchObject({ number: 2, trigger: 'scheduled', due: true });
  const good = { class: 'success', status: 200, retryAfterMs: null, gone: false } as const;
  expect(await webhookDeliveries.endAttempt(next, good)).toMatchObject({ state: 'succeeded', attempts: 2 });
  // A report of the lost attempt, should it come back, moves nothing.
  const bad = { class: 'http_error', status: 500, retryAfterMs: null, gone: false } as const;
  expect(await webhookDeliveries.endAttempt(lost, bad)).toMatchObject({ state: 'succeeded' });
  expect(await webhookAttempts.list(messageId, { before: null, limit: 10 })).toMatchObject([
    { number: 1, class: 'unknown', status: null },
  ]);
});
