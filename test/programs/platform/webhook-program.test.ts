import { type RequestListener, type ServerResponse } from 'node:http';
import {
  type AttemptPage,
  type DeliveryPage,
  type EndpointResource,
} from '../../../api/platform/webhooks/schema';
import { newId } from '../../../src/stores/mongo/new-id';
import { killWorker } from '../../faults/killed-worker';
import { type OwnStack, startOwnStack } from '../../setup/own-stack';
import { type ProgramProcess } from '../../setup/program-process';
import { startedDelivery } from '../../webhooks/new-delivery';

const base = '/v2/webhooks/endpoints';
const pollMs = 50;

let stack: OwnStack;
let worker: ProgramProcess;
let paths = 0;
beforeAll(async () => {
  stack = await startOwnStack({ env: { RATE_LIMIT_WEBHOOKS_PER_MINUTE: '10000' } });
  worker = await stack.startWorker();
});
afterAll(() => stack.close());

const call = <T>(method: string, path: string, json?: unknown) =>
  stack.api.request<T>(path, { key: stack.key.text, method, ...(json === undefined ? {} : { json }) });

/** An endpoint whose receiver does this. */
async function endpoint(listener: RequestListener): Promise<string> {
  const path = `/hooks/${++paths}`;
  stack.links.files.set(path, listener);
  const { body } = await call<EndpointResource>('POST', base, { url: stack.links.origin + path });
  return body.endpoint_id;
}

async function until<T>(read: () => Promise<T>, holds: (value: T) => boolean): Promise<T> {
  for (;;) {
    const value = await read();
    if (holds(value)) return value;
    await new Promise((resolve) => setTimeout(resolve, pollMs));
  }
}
const deliveries = async (id: string) =>
  (await call<DeliveryPage>('GET', `${base}/${id}/deliveries?limit=100`)).body.deliveries;
const attempts = async (id: string, messageId: string) =>
  (await call<AttemptPage>('GET', `${base}/${id}/deliveries/${messageId}/attempts`)).body.attempts;
const test = async (id: string) =>
  (await call<{ message_id: string; event_id: string }>('POST', `${base}/${id}/test`)).body;

it('a test delivery and its resends arrive over TLS, and are there to be read', async () => {
  const received: string[] = [];
  const id = await endpoint((request, response) => {
    received.push(String(request.headers['webhook-id']));
    response.end();
  });
  const { message_id, event_id } = await test(id);
  await until(
    () => deliveries(id),
    ([first]) => first?.status === 'succeeded',
  );
  for (let n = 2; n <= 3; n++) {
    const { status, body } = await call('POST', `${base}/${id}/deliveries/${event_id}/resend`);
    expect({ status, body }).toEqual({ status: 202, body: { message_id, status: 'pending' } });
    await until(
      () => attempts(id, message_id),
      ({ length }) => length === n,
    );
  }
  expect(received).toEqual([event_id, event_id, event_id]);
  for (const attempt of await attempts(id, event_id))
    expect(attempt).toMatchObject({
      status: 'succeeded',
      response_status_code: 200,
      trigger: 'manual',
      error: null,
    });
  const { body } = await call<EndpointResource>('GET', `${base}/${id}`);
  expect(body.last_delivery).toMatchObject({ message_id, status: 'succeeded' });
});

/** Workflow ids of runs to an endpoint that fit a query, once there are some. */
function found(endpointId: string, query: string): Promise<string[]> {
  const list = async () => {
    const ids: string[] = [];
    const runs = stack.temporal.client.workflow.list({
      query: `WebhookEndpointId = '${endpointId}' AND ${query}`,
    });
    for await (const { workflowId } of runs) ids.push(workflowId);
    return ids;
  };
  return until(list, ({ length }) => length > 0);
}

it('a failing delivery is found by its search attributes, its attempts are readable, and a reset sends nothing', async () => {
  let requests = 0;
  const id = await endpoint((_, response) => {
    // After 429 a receiver is left alone for a minute: the state lasts as long as anybody looks for it.
    response.writeHead(++requests === 1 ? 429 : 204).end();
  });
  const { event_id, message_id } = await test(id);
  const { client, namespace } = stack.temporal;
  const workflowId = `webhook-delivery/${id}/${event_id}`;
  const query = `DeliveryState='failed' AND LastErrorClass='http_error' AND LastStatusCode=429 AND AttemptCount=1`;
  expect(await found(id, `${query} AND NextAttemptAt IS NOT NULL`)).toEqual([workflowId]);
  expect((await call('POST', `${base}/${id}/deliveries/${message_id}/resend`)).status).toBe(202);
  await until(
    () => deliveries(id),
    ([first]) => first?.status === 'succeeded',
  );
  const handle = client.workflow.getHandle(workflowId);
  await handle.result();
  const { events } = await handle.fetchHistory();
  const summaries = events!
    .map(({ userMetadata }) => userMetadata?.summary?.data)
    .filter((data) => data != null)
    .map((data) => JSON.parse(Buffer.from(data).toString()) as string);
  expect(summaries).toEqual(expect.arrayContaining(['attempt 1', 'before attempt 2', 'attempt 2']));

  const firstTask = events!.find((event) => event.workflowTaskCompletedEventAttributes)!;
  const { runId } = await client.workflowService.resetWorkflowExecution({
    namespace,
    workflowExecution: { workflowId },
    reason: 'test',
    requestId: newId('req_'),
    workflowTaskFinishEventId: firstTask.eventId!,
  });
  expect(await client.workflow.getHandle(workflowId, runId).result()).toBe('succeeded');
  expect(requests).toBe(2);
  expect(await attempts(id, message_id)).toHaveLength(2);
});

it('the search attributes of a run are those of its last attempt alone, and say when its delivery was deleted', async () => {
  let requests = 0;
  const id = await endpoint((request, response) => {
    if (++requests === 1) response.writeHead(429).end();
    else request.socket.destroy();
  });
  const { event_id, message_id } = await test(id);
  const workflowId = `webhook-delivery/${id}/${event_id}`;
  expect(await found(id, 'LastStatusCode = 429')).toEqual([workflowId]);
  expect((await call('POST', `${base}/${id}/deliveries/${message_id}/resend`)).status).toBe(202);
  expect(await found(id, 'AttemptCount = 2 AND LastStatusCode IS NULL')).toEqual([workflowId]);
  expect(await found(id, `LastErrorClass != 'http_error' AND DeliveryState = 'failed'`)).toEqual([
    workflowId,
  ]);
  expect((await call('DELETE', `${base}/${id}`)).status).toBe(200);
  expect(await found(id, `DeliveryState = 'deleted' AND NextAttemptAt IS NULL`)).toEqual([workflowId]);
});

describe('of twenty resends at once each makes one attempt', () => {
  const count = 20;
  const resendAll = (id: string, messageId: string) =>
    Promise.all(
      Array.from({ length: count }, async () => {
        const { status } = await call('POST', `${base}/${id}/deliveries/${messageId}/resend`);
        expect(status).toBe(202);
      }),
    );
  /** All attempts once there are so many and the delivery is in this state. */
  async function attemptsOnce(id: string, messageId: string, state: string, least: number) {
    await until(
      () => stack.api.stores.webhookDeliveries.get(messageId),
      (row) => row!.state === state && row!.attempts >= least && row!.requested === row!.served,
    );
    const { body } = await call<AttemptPage>(
      'GET',
      `${base}/${id}/deliveries/${messageId}/attempts?limit=100`,
    );
    return body.attempts;
  }
  /** Sends an event of a job, whose first attempts are the schedule's. */
  const event = async (id: string) => (await startedDelivery(stack, id, stack.key.organizationId)).messageId;

  it('of one that succeeded, whose run is over', async () => {
    const id = await endpoint((_, response) => response.end());
    const messageId = await event(id);
    await attemptsOnce(id, messageId, 'succeeded', 1);
    await resendAll(id, messageId);
    expect(await attemptsOnce(id, messageId, 'succeeded', 1 + count)).toHaveLength(1 + count);
  });

  it('of one that failed, whose run has failed', async () => {
    let ok = false;
    const id = await endpoint((_, response) => response.writeHead(ok ? 200 : 410).end());
    const messageId = await event(id);
    await attemptsOnce(id, messageId, 'failed', 1);
    // The endpoint is disabled a moment after the attempt.
    await until(
      () => stack.api.stores.webhookEndpoints.get(id),
      (row) => row!.disabledAt !== null,
    );
    ok = true;
    expect((await call('PATCH', `${base}/${id}`, { disabled: false })).status).toBe(200);
    await resendAll(id, messageId);
    expect(await attemptsOnce(id, messageId, 'succeeded', 1 + count)).toHaveLength(1 + count);
  });

  it('of one that waits for its next attempt, which stays when it was', async () => {
    const id = await endpoint((_, response) => response.writeHead(503).end());
    const messageId = await event(id);
    await attemptsOnce(id, messageId, 'failed', 2);
    const before = await stack.api.stores.webhookDeliveries.get(messageId);
    await resendAll(id, messageId);
    const made = await attemptsOnce(id, messageId, 'failed', 2 + count);
    expect(made.map(({ trigger }) => trigger)).toEqual([
      ...Array.from({ length: count }, () => 'manual'),
      'scheduled',
      'scheduled',
    ]);
    const { nextAttemptAt, step } = (await stack.api.stores.webhookDeliveries.get(messageId))!;
    expect({ nextAttemptAt, step }).toEqual({ nextAttemptAt: before!.nextAttemptAt, step: 2 });
  });

  it('of one that is being sent', async () => {
    const open: ServerResponse[] = [];
    let isHeld = true;
    const id = await endpoint((_, response) => {
      if (isHeld) open.push(response);
      else response.end();
    });
    const messageId = await event(id);
    await until(
      () => Promise.resolve(open.length),
      (length) => length === 1,
    );
    await resendAll(id, messageId);
    isHeld = false;
    open[0]!.end();
    const made = await attemptsOnce(id, messageId, 'succeeded', 1 + count);
    expect(made.map(({ status }) => status)).toEqual(Array.from({ length: 1 + count }, () => 'succeeded'));
  });
});

it('a receiver that takes long is served through the queue for such, and comes back once it is quick again', async () => {
  const slowMs = 5_200;
  let requests = 0;
  const id = await endpoint((_, response) => {
    if (++requests === 1) setTimeout(() => response.writeHead(503).end(), slowMs);
    else response.end();
  });
  const queues = async (eventId: string) => {
    const handle = stack.temporal.client.workflow.getHandle(`webhook-delivery/${id}/${eventId}`);
    await handle.result();
    const { events } = await handle.fetchHistory();
    return events!.flatMap((event) => event.activityTaskScheduledEventAttributes?.taskQueue?.name ?? []);
  };
  expect(await queues((await test(id)).event_id)).toEqual(['webhook', 'webhook-slow']);
  expect(await queues((await test(id)).event_id)).toEqual(['webhook-slow']);
  const many = await Promise.all(Array.from({ length: 20 }, () => test(id)));
  await Promise.all(many.map(({ event_id }) => queues(event_id)));
  expect(await queues((await test(id)).event_id)).toEqual(['webhook']);
});

it('every event arrives when the worker is killed with SIGKILL in the middle, none more than once too often', async () => {
  const eventCount = 60;
  const counts = new Map<string, number>();
  const answeredBefore = 4;
  const held: ServerResponse[] = [];
  let isKilled = false;
  const id = await endpoint((request, response) => {
    const event = String(request.headers['webhook-id']);
    counts.set(event, (counts.get(event) ?? 0) + 1);
    if (isKilled || counts.size <= answeredBefore) response.end();
    else held.push(response);
  });
  for (let n = 0; n < eventCount; n++) await startedDelivery(stack, id, stack.key.organizationId);
  await until(
    () => Promise.resolve(held.length),
    (length) => length > 0,
  );
  await killWorker(stack.temporal, worker);
  expect(counts.size).toBeLessThan(eventCount);
  isKilled = true;
  worker = await stack.startWorker();
  const last = await until(
    () => deliveries(id),
    (rows) => rows.every(({ status }) => status === 'succeeded'),
  );
  expect(last).toHaveLength(eventCount);
  expect(counts.size).toBe(eventCount);
  expect(Math.max(...counts.values())).toBeLessThanOrEqual(2);
});
