import { randomUUID } from 'node:crypto';
import { type ServerResponse } from 'node:http';
import { type EndpointResource } from '../../api/platform/webhooks/schema';
import { isFinalIndexState } from '../../src/domain/documents/index-job';
import { newId } from '../../src/stores/mongo/new-id';
import { type WebhookAttemptRow } from '../../src/stores/platform/webhooks/webhook-attempts';
import { type WebhookEventRow } from '../../src/stores/platform/webhooks/webhook-events';
import { type WebhookDeliveryRow } from '../../src/stores/platform/webhooks/webhook-delivery-row';
import { signingSecrets } from '../../src/stores/platform/webhooks/webhook-endpoint-secrets';
import { type TestKey } from '../setup/api';
import { type OwnStack, startOwnStack } from '../setup/own-stack';
import { type ProgramProcess, startProgram } from '../setup/program-process';
import { startedDelivery } from '../webhooks/new-delivery';
import { killWorker } from './killed-worker';

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

async function until<T>(read: () => Promise<T>, holds: (value: T) => boolean): Promise<T> {
  for (;;) {
    const value = await read();
    if (holds(value)) return value;
    await new Promise((resolve) => setTimeout(resolve, pollMs));
  }
}

/** An endpoint of an organization of its own or of the stack's, whose receiver does this. */
async function endpoint(
  answer: (response: ServerResponse, eventId: string) => void,
  key = stack.key,
): Promise<string> {
  const path = `/hooks/${++paths}`;
  stack.links.files.set(path, (request, response) => {
    answer(response, String(request.headers['webhook-id']));
  });
  const url = stack.links.origin + path;
  const { body } = await stack.api.request<EndpointResource>(base, { key: key.text, json: { url } });
  return body.endpoint_id;
}
const newKey = () => stack.api.createKey({ organization: newId('org_').toLowerCase().replaceAll('_', '-') });
const collection = <T extends { _id: string }>(name: string) => stack.api.mongo.db.collection<T>(name);

/** The delivery of a new event. */
const delivery = async (endpointId: string, organizationId: string) =>
  (await startedDelivery(stack, endpointId, organizationId)).messageId;
const attemptsOf = (messageId: string) =>
  collection<WebhookAttemptRow>('webhook_attempts').find({ messageId }).sort({ number: 1 }).toArray();

/** Beside the schedule, which starts no second one while one runs. */
const sweep = () =>
  stack.temporal.client.workflow.execute('webhookSweep', { taskQueue: 'sheaf', workflowId: randomUUID() });

async function killAndReplaceWorker(): Promise<void> {
  await killWorker(stack.temporal, worker);
  worker = await stack.startWorker();
}

it('an attempt that the killed worker did not live to note is one row of unknown outcome, followed by another', async () => {
  const key = await newKey();
  let requests = 0;
  const id = await endpoint((response) => {
    if (++requests > 1) response.end();
  }, key);
  const messageId = await delivery(id, key.organizationId);
  await until(
    () => Promise.resolve(requests),
    (count) => count === 1,
  );
  await killAndReplaceWorker();
  await until(
    () => stack.api.stores.webhookDeliveries.get(messageId),
    (row) => row!.state === 'succeeded',
  );
  expect(await attemptsOf(messageId)).toMatchObject([
    { number: 1, class: 'unknown', status: null, trigger: 'scheduled' },
    { number: 2, class: 'success', status: 200, trigger: 'scheduled' },
  ]);
  expect(requests).toBe(2);
});

it('a worker that is killed while jobs end tells of each of them once', async () => {
  const arrived: string[] = [];
  const key = await newKey();
  const id = await endpoint((response, eventId) => {
    arrived.push(eventId);
    response.end();
  }, key);
  const name = 'told-once';
  await stack.api.request(`/v2/collections/${name}`, { method: 'PUT', key: key.text });
  const indexText = (n: number) =>
    stack.accepted(
      stack.index(
        'text',
        { content: `Pump ${n} needs oil.`, filename: `pump-${n}.txt` },
        { key: key.text, collection: name },
      ),
    );
  const jobIds = await Promise.all(Array.from({ length: 6 }, (_, n) => indexText(n)));
  const isOver = async (jobId: string) =>
    isFinalIndexState((await stack.api.stores.indexJobs.get(jobId))!.state);
  // The first ones have ended, and may not have been told of.
  await until(
    async () => (await Promise.all(jobIds.map(isOver))).some(Boolean),
    (some) => some,
  );
  await killAndReplaceWorker();
  const eventIds = jobIds.map((jobId) => `evt_${jobId}`);
  await until(
    () => stack.api.stores.webhookDeliveries.list(id, null, 100),
    (rows) => rows.length === jobIds.length && rows.every(({ state }) => state === 'succeeded'),
  );
  const events = await collection<WebhookEventRow>('webhook_events')
    .find({ organizationId: key.organizationId })
    .toArray();
  expect(events.map(({ _id }) => _id).sort()).toEqual([...eventIds].sort());
  // At least once: an attempt that was at work when the worker died is made again.
  for (const eventId of eventIds) expect(arrived).toContain(eventId);
});

describe('an API that is killed', () => {
  /** Starts an API program, has it asked, and kills it once so many requests were answered. */
  async function killAfter<T>(answers: number, ask: (url: string) => Promise<T | null>[]): Promise<T[]> {
    const api = await startProgram('api', { ...stack.env, HOST: '127.0.0.1', PORT: '0' });
    const { port } = JSON.parse(
      api
        .log()
        .split('\n')
        .find((line) => line.includes('"api ready"'))!,
    ) as { port: number };
    const answered: T[] = [];
    const asked = ask(`http://127.0.0.1:${port}`).map(async (request) => {
      const answer = await request.catch(() => null);
      if (answer !== null && answered.push(answer) === answers) await api.sigkill();
    });
    await Promise.all(asked);
    await api.sigkill();
    return answered;
  }
  const post = async <T>(url: string, key: string, json?: unknown): Promise<T | null> => {
    const response = await fetch(url, {
      method: 'POST',
      headers: {
        authorization: `Bearer ${key}`,
        ...(json === undefined ? {} : { 'content-type': 'application/json' }),
      },
      ...(json === undefined ? {} : { body: JSON.stringify(json) }),
    });
    return response.ok ? ((await response.json()) as T) : null;
  };

  it('while endpoints are made: those that it answered are there, none is half made, and there is room for twenty', async () => {
    const key = await newKey();
    const url = `${stack.links.origin}/hooks/none`;
    const made = await killAfter(4, (api) =>
      Array.from({ length: 15 }, () => post<EndpointResource>(api + base, key.text, { url })),
    );
    const rest = await Promise.all(
      Array.from({ length: 20 }, () =>
        stack.api.request<EndpointResource>(base, { key: key.text, json: { url } }),
      ),
    );
    const rows = await stack.api.stores.webhookEndpoints.list(key.organizationId);
    const ids = rows.map(({ _id }) => _id);
    expect(ids).toHaveLength(20);
    for (const { endpoint_id } of made) expect(ids).toContain(endpoint_id);
    for (const { status, body } of rest) if (status === 201) expect(ids).toContain(body.endpoint_id);
    for (const { secrets } of rows) expect(secrets).toHaveLength(1);
  });

  it('while a secret is rotated: a secret that a caller was told still signs', async () => {
    const key = await newKey();
    const id = await endpoint((response) => response.end(), key);
    const store = stack.api.stores.webhookEndpoints;
    const first = (await store.get(id))!.secrets[0]!.sealed;
    const rotated = await killAfter(2, (api) =>
      Array.from({ length: 4 }, () => post(`${api}${base}/${id}/rotate-secret`, key.text)),
    );
    const signing = signingSecrets((await store.get(id))!, new Date()).map(({ sealed }) => sealed);
    expect(signing).toContain(first);
    expect(signing.length).toBeGreaterThanOrEqual(1 + rotated.length);
    expect(new Set(signing).size).toBe(signing.length);
  });

  it('while deliveries are sent again: each answered request makes one attempt', async () => {
    const key = await newKey();
    const id = await endpoint((response) => response.end(), key);
    const messageId = await delivery(id, key.organizationId);
    const store = stack.api.stores.webhookDeliveries;
    await until(
      () => store.get(messageId),
      (row) => row!.state === 'succeeded',
    );
    const answered = await killAfter(3, (api) =>
      Array.from({ length: 10 }, () => post(`${api}${base}/${id}/deliveries/${messageId}/resend`, key.text)),
    );
    // The sweep starts the runs that it could not start, two minutes later: now, for the test.
    await collection('webhook_messages').updateOne(
      { _id: messageId, checkAt: { $exists: true } },
      { $set: { checkAt: new Date(0) } },
    );
    await sweep();
    const row = await until(
      () => store.get(messageId),
      (now) => now!.state === 'succeeded' && now!.requested === now!.served,
    );
    expect(row!.served).toBeGreaterThanOrEqual(answered.length);
    expect(await attemptsOf(messageId)).toHaveLength(1 + row!.served);
  });
});

describe('a delivery that waits for its next attempt', () => {
  /** A delivery whose receiver has asked for a pause of an hour. */
  async function waiting() {
    const key = await newKey();
    const id = await endpoint((response) => {
      response.writeHead(429, { 'retry-after': '3600' }).end();
    }, key);
    const start = await startedDelivery(stack, id, key.organizationId);
    await until(
      () => stack.api.stores.webhookDeliveries.get(start.messageId),
      (row) => row!.attempts === 1 && row!.state === 'failed',
    );
    const run = stack.temporal.client.workflow.getHandle(`webhook-delivery/${id}/${start.eventId}`);
    return { key, id, run };
  }

  it.each([
    [
      'the request that deletes its endpoint',
      async (key: TestKey, id: string) => {
        const { status } = await stack.api.request(`${base}/${id}`, { method: 'DELETE', key: key.text });
        expect(status).toBe(200);
      },
    ],
    [
      'the sweep, when the API was killed while it deleted its endpoint',
      async (key: TestKey, id: string) => {
        await stack.api.stores.webhookEndpoints.markDeleted(key.organizationId, id);
        await sweep();
      },
    ],
  ])('is ended by %s, not by the pause', async (_, remove) => {
    const { key, id, run } = await waiting();
    await remove(key, id);
    expect(await run.result()).toBe('deleted');
    const { events } = await run.fetchHistory();
    expect(events!.filter((event) => event.timerFiredEventAttributes)).toEqual([]);
    await until(
      () => collection('webhook_endpoints').countDocuments({ _id: id }),
      (left) => left === 0,
    );
    expect(await collection<WebhookDeliveryRow>('webhook_messages').countDocuments({ endpointId: id })).toBe(
      0,
    );
  });
});
