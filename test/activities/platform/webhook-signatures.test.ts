import { type IncomingHttpHeaders } from 'node:http';
import { Webhook } from 'standardwebhooks';
import { createSendWebhook } from '../../../activities/platform/webhooks/send-webhook';
import { newWebhookSecret, sealSecret } from '../../../src/webhooks';
import { obtainTimeoutMs } from '../../setup/embedding-model';
import { hasPython, openPythonLibrary, type ReceivedRequest } from '../../webhooks/python-library';
import { startWebhookStack, type WebhookStack } from '../../webhooks/webhook-stack';
import { newAttempt } from '../activity-stack';

const HOUR = 3_600_000;

let stack: WebhookStack;
beforeAll(async () => {
  stack = await startWebhookStack();
});
afterAll(() => stack.close());

type Library = (secret: string, request: ReceivedRequest) => boolean;

const npmLibrary: Library = (secret, { body, headers }) => {
  try {
    new Webhook(secret).verify(body, headers);
    return true;
  } catch {
    return false;
  }
};
const libraries = [
  { name: 'npm', open: () => Promise.resolve(npmLibrary), run: describe },
  { name: 'PyPI', open: openPythonLibrary, run: hasPython ? describe : describe.skip },
];

/**
 * The request of an attempt at a receiver over TLS. The secret of the endpoint was rotated so long ago, or
 * never.
 */
async function received(rotatedMsAgo: number | null) {
  const requests: ReceivedRequest[] = [];
  const url = await stack.receiver((request, response) => {
    let body = '';
    request.setEncoding('utf8').on('data', (text: string) => (body += text));
    request.on('end', () => {
      requests.push({ body, headers: plain(request.headers) });
      response.end();
    });
  });
  const { endpointId, organizationId, secret: former } = await stack.endpoint(url);
  const fresh = newWebhookSecret();
  if (rotatedMsAgo !== null) {
    const sealed = sealSecret(stack.sealer, endpointId, fresh);
    const at = new Date(Date.now() - rotatedMsAgo);
    await stack.stores.webhookEndpoints.rotate(organizationId, endpointId, { sealed, opens: () => true }, at);
  }
  const body = '{"event":"job.completed","data":{"collection_name":"Café ☕","n":1e3}}';
  const messageId = await stack.delivery(endpointId, { body });
  await newAttempt().run(createSendWebhook(stack.deps).sendWebhook, { messageId });
  expect(requests.map((request) => request.body)).toEqual([body]);
  return { request: requests[0]!, former, fresh };
}

function plain(headers: IncomingHttpHeaders): Record<string, string> {
  return Object.fromEntries(Object.entries(headers).map(([name, value]) => [name, String(value)]));
}

for (const { name, open, run } of libraries)
  run(`with the reference library of ${name}`, () => {
    let verifies: Library;
    beforeAll(async () => {
      verifies = await open();
    }, obtainTimeoutMs);

    it('a receiver accepts the request', async () => {
      const { request, former } = await received(null);
      expect(verifies(former, request)).toBe(true);
      expect(verifies(newWebhookSecret(), request)).toBe(false);
      expect(verifies(former, { ...request, body: request.body.replace('1e3', '1000') })).toBe(false);
    });

    it('either secret is accepted during the day after a rotation', async () => {
      const { request, former, fresh } = await received(23 * HOUR);
      expect(request.headers['webhook-signature']!.split(' ')).toHaveLength(2);
      expect([verifies(fresh, request), verifies(former, request)]).toEqual([true, true]);
    });

    it('only the new one is accepted after it', async () => {
      const { request, former, fresh } = await received(24 * HOUR);
      expect(request.headers['webhook-signature']!.split(' ')).toHaveLength(1);
      expect([verifies(fresh, request), verifies(former, request)]).toEqual([true, false]);
    });
  });

it('a request says what it is: JSON, our name and version, nothing compressed', async () => {
  const { request } = await received(null);
  expect(request.headers).toMatchObject({
    'content-type': 'application/json',
    'accept-encoding': 'identity',
    'content-length': String(Buffer.byteLength(request.body)),
  });
  expect(request.headers['user-agent']).toMatch(/^sheaf\/\d+\.\d+\.\d+/);
  expect(request.headers['webhook-id']).toMatch(/^evt_job_/);
});
