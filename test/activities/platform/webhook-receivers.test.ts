import { createServer, type Server, type AddressInfo } from 'node:net';
import { once } from 'node:events';
import { gzipSync } from 'node:zlib';
import { createSendWebhook } from '../../../activities/platform/webhooks/send-webhook';
import { type AttemptClass } from '../../../src/domain/platform/webhook-delivery';
import { createGuardedClient } from '../../../src/net';
import { type WebhookAttemptRow } from '../../../src/stores/platform/webhooks/webhook-attempts';
import { startFileServer } from '../../net/file-server';
import { selfSigned } from '../../net/certificates';
import { makeAttempt } from '../../webhooks/make-attempt';
import { startWebhookStack, type WebhookStack } from '../../webhooks/webhook-stack';

let stack: WebhookStack;
let clicks = 0;
const silent: Server[] = [];
beforeAll(async () => {
  stack = await startWebhookStack();
});
afterAll(async () => {
  for (const server of silent) server.close();
  await stack.close();
});

/** An attempt at a receiver, as it was recorded. */
async function attemptTo(url: string, outbound = stack.outbound): Promise<WebhookAttemptRow> {
  const { endpointId } = await stack.endpoint(url);
  const messageId = await stack.delivery(endpointId);
  const { sendWebhook } = createSendWebhook({ ...stack.deps, outbound });
  await makeAttempt(sendWebhook, messageId);
  const attempts = await stack.attempts(messageId);
  expect(attempts).toHaveLength(1);
  const { state, nextAttemptAt } = await stack.deliveryRow(messageId);
  expect(state).toBe(attempts[0]!.class === 'success' ? 'succeeded' : 'failed');
  expect(nextAttemptAt !== null).toBe(state === 'failed' && attempts[0]!.status !== 410);
  return attempts[0]!;
}

/** When Temporal would take the worker for dead, long after the deadline of an attempt. */
const givenUpAfterMs = 40_000;
const megabyte = Buffer.alloc(1024 * 1024, 'x');
/** Faults of hostile and broken receivers, and how the attempt is recorded. */
const receivers: Record<
  string,
  { does: Parameters<WebhookStack['receiver']>[0]; recorded: [AttemptClass, number | null] }
> = {
  'never answers': { does: () => undefined, recorded: ['timeout', null] },
  'drips bytes': {
    does: (_, response) => {
      response.writeHead(200);
      const timer = setInterval(() => response.write('x'), 200);
      response.on('close', () => {
        clearInterval(timer);
      });
    },
    recorded: ['success', 200],
  },
  'fails and drips bytes': {
    does: (_, response) => {
      response.writeHead(503);
      const timer = setInterval(() => response.write('x'), 200);
      response.on('close', () => {
        clearInterval(timer);
      });
    },
    recorded: ['response_too_slow', 503],
  },
  'drips headers': {
    does: ({ socket }) => {
      socket.write('HTTP/1.1 200 OK\r\nx-a: ');
      const timer = setInterval(() => socket.write('x'), 200);
      socket.on('close', () => {
        clearInterval(timer);
      });
    },
    recorded: ['timeout', null],
  },
  'sends 10 GB': {
    does: (_, response) => {
      response.writeHead(200, { 'content-length': String(10 * 1024 ** 3) });
      const more = () => {
        while (!response.destroyed && response.write(megabyte));
      };
      response.on('drain', more);
      more();
    },
    recorded: ['success', 200],
  },
  'sends a gzip bomb': {
    does: (_, response) => {
      response.writeHead(200, { 'content-encoding': 'gzip' }).end(gzipSync(Buffer.alloc(50 * 1024 * 1024)));
    },
    recorded: ['success', 200],
  },
  'redirects to a private address': {
    does: (_, response) => {
      response.writeHead(307, { location: 'https://169.254.169.254/latest/meta-data/' }).end();
    },
    recorded: ['redirect', 307],
  },
  'redirects to itself': {
    does: (_, response) => {
      clicks++;
      response.writeHead(301, { location: '/in' }).end();
    },
    recorded: ['redirect', 301],
  },
  'answers 204': { does: (_, response) => void response.writeHead(204).end(), recorded: ['success', 204] },
  'answers 299': { does: (_, response) => void response.writeHead(299).end(), recorded: ['success', 299] },
  'answers 300': { does: (_, response) => void response.writeHead(300).end(), recorded: ['redirect', 300] },
  'answers 304': { does: (_, response) => void response.writeHead(304).end(), recorded: ['redirect', 304] },
  'answers 410': { does: (_, response) => void response.writeHead(410).end(), recorded: ['http_error', 410] },
  'answers 429': { does: (_, response) => void response.writeHead(429).end(), recorded: ['http_error', 429] },
  'answers 599': { does: (_, response) => void response.writeHead(599).end(), recorded: ['http_error', 599] },
  'says 103 first': {
    does: (_, response) => {
      response.writeEarlyHints({ link: '</a>; rel=preload' });
      response.writeHead(200).end();
    },
    recorded: ['success', 200],
  },
  'says 103 for ever': {
    does: ({ socket }) => {
      const timer = setInterval(() => socket.write('HTTP/1.1 103 Early Hints\r\n\r\n'), 200);
      socket.on('close', () => {
        clearInterval(timer);
      });
    },
    recorded: ['timeout', null],
  },
  'sends a 100 that was not asked for': {
    does: (_, response) => {
      response.writeContinue();
      response.writeContinue();
      response.writeHead(200).end();
    },
    recorded: ['success', 200],
  },
  'says 100 and then fails': {
    does: (_, response) => {
      response.writeContinue();
      response.writeHead(503).end();
    },
    recorded: ['http_error', 503],
  },
  'switches protocols': {
    does: ({ socket }) =>
      void socket.write(
        'HTTP/1.1 101 Switching Protocols\r\nconnection: upgrade\r\nupgrade: websocket\r\n\r\n',
      ),
    recorded: ['broken_answer', null],
  },
  'closes at once': { does: ({ socket }) => void socket.destroy(), recorded: ['broken_answer', null] },
  'says 100 and closes': {
    does: (request, response) => {
      response.writeContinue();
      setImmediate(() => request.socket.destroy());
    },
    recorded: ['broken_answer', null],
  },
  'resets in the middle of the body': {
    does: (request, response) => {
      response.writeHead(200, { 'content-length': '5000' });
      response.write('half', () => request.socket.destroy());
    },
    recorded: ['success', 200],
  },
  'fails and resets in the middle of the body': {
    does: (request, response) => {
      response.writeHead(500, { 'content-length': '5000' });
      response.write('half', () => request.socket.destroy());
    },
    recorded: ['broken_answer', 500],
  },
  'says 200 and sends broken chunks': {
    does: ({ socket }) =>
      void socket.end('HTTP/1.1 200 OK\r\ntransfer-encoding: chunked\r\n\r\nnot a length\r\n'),
    recorded: ['success', 200],
  },
  'speaks no HTTP': {
    does: ({ socket }) => void socket.end('220 mail.example ESMTP\r\n'),
    recorded: ['broken_answer', null],
  },
  'sends huge headers': {
    does: ({ socket }) => void socket.end(`HTTP/1.1 200 OK\r\nx-a: ${'a'.repeat(200_000)}\r\n\r\n`),
    recorded: ['broken_answer', null],
  },
};

it('every receiver from hell leads to one recorded attempt with a class, within its deadline', async () => {
  const before = process.memoryUsage().rss;
  const entries = Object.entries(receivers);
  const recorded = await Promise.all(
    entries.map(async ([, { does }]) => attemptTo(await stack.receiver(does))),
  );
  const found = recorded.map((attempt, n) => [entries[n]![0], attempt.class, attempt.status]);
  expect(found).toEqual(
    entries.map(
      ([
        name,
        {
          recorded: [how, status],
        },
      ]) => [name, how, status],
    ),
  );
  for (const { durationMs, answer } of recorded) {
    expect(durationMs).toBeLessThan(givenUpAfterMs);
    expect((answer ?? '').length).toBeLessThanOrEqual(1_024);
  }
  expect(clicks).toBe(1);
  expect(process.memoryUsage().rss - before).toBeLessThan(300 * 1024 * 1024);
});

it('a certificate without a known authority, or for another name, is a TLS failure; plain HTTP behind https too', async () => {
  const unknown = await startFileServer(await selfSigned(), (_, response) => response.end());
  const plain = createServer((socket) => socket.end('HTTP/1.1 200 OK\r\n\r\n')).listen(0, '127.0.0.1');
  await once(plain, 'listening');
  silent.push(plain);
  try {
    expect(await attemptTo(`${unknown.origin}/`)).toMatchObject({ class: 'tls', status: null });
    const good = await stack.receiver((_, response) => response.end());
    const other = createGuardedClient({
      allowCidrs: ['127.0.0.0/8'],
      ca: [stack.authority.ca],
      resolve: () => Promise.resolve(['127.0.0.1']),
    });
    const elsewhere = good.replace('127.0.0.1', 'other.example');
    expect(await attemptTo(elsewhere, other)).toMatchObject({ class: 'tls', status: null });
    await other.close();
    const { port } = plain.address() as AddressInfo;
    expect(await attemptTo(`https://127.0.0.1:${port}/`)).toMatchObject({ class: 'tls', status: null });
  } finally {
    await unknown.close();
  }
});

it('a name whose answer turns to loopback between check and attempt is blocked, and nothing arrives', async () => {
  let requests = 0;
  const url = await stack.receiver((_, response) => {
    requests++;
    response.end();
  });
  const answers = [['93.184.215.14'], ['127.0.0.1']];
  const rebinding = createGuardedClient({
    allowCidrs: [],
    ca: [stack.authority.ca],
    resolve: () => Promise.resolve(answers.length > 1 ? answers.shift()! : answers[0]!),
  });
  const named = url.replace('127.0.0.1', 'rebind.example');
  await rebinding.verify(named, { schemes: ['https'] });
  expect(await attemptTo(named, rebinding)).toMatchObject({ class: 'blocked_address', status: null });
  expect(requests).toBe(0);
  await rebinding.close();
});

it('a port where nothing listens and a name that does not resolve are failures like any other', async () => {
  const gone = await startFileServer(await stack.authority.issue(), () => undefined);
  await gone.close();
  expect(await attemptTo(`${gone.origin}/`)).toMatchObject({ class: 'connect' });
  expect(await attemptTo('https://nobody.invalid/')).toMatchObject({ class: 'dns' });
});

it.each([
  ['seconds', '90', 90_000],
  ['more than twice the pause', '86400', 120_000],
  ['junk', 'soon', 60_000],
  ['a negative number', '-5', 60_000],
  ['a fraction', '1.5', 60_000],
  ['a date', () => new Date(Date.now() + 100_000).toUTCString(), 100_000],
  ['a date that has passed', 'Wed, 21 Oct 2015 07:28:00 GMT', 60_000],
])('429 with Retry-After of %s', async (_, header, pauseMs) => {
  const url = await stack.receiver((_request, response) => {
    response.writeHead(429, { 'retry-after': typeof header === 'string' ? header : header() }).end();
  });
  const { endpointId } = await stack.endpoint(url);
  const messageId = await stack.delivery(endpointId);
  const { sendWebhook } = createSendWebhook(stack.deps);
  const before = Date.now();
  const progress = await makeAttempt(sendWebhook, messageId);
  const next = (await stack.deliveryRow(messageId)).nextAttemptAt!.getTime();
  // Time passed between asking and noting; dates have seconds only.
  expect(next).toBeGreaterThanOrEqual(before + pauseMs - 1_500);
  expect(next).toBeLessThanOrEqual(Date.now() + pauseMs);
  expect(progress).toMatchObject({
    state: 'failed',
    reason: null,
    last: { class: 'http_error', status: 429 },
  });
});

it('what arrived of an answer stays, and a pause that it asked for is heeded, when its body breaks off', async () => {
  const url = await stack.receiver((request, response) => {
    response.writeHead(503, { 'retry-after': '9', 'content-length': '5000' });
    response.write('we are busy', () => request.socket.destroy());
  });
  const before = Date.now();
  const { endpointId } = await stack.endpoint(url);
  const messageId = await stack.delivery(endpointId);
  await makeAttempt(createSendWebhook(stack.deps).sendWebhook, messageId);
  expect(await stack.attempts(messageId)).toMatchObject([
    { class: 'broken_answer', status: 503, answer: 'we are busy' },
  ]);
  const next = (await stack.deliveryRow(messageId)).nextAttemptAt!.getTime();
  // Without it the next attempt follows after six seconds at most, and with it after twice that at most.
  expect(next - before).toBeGreaterThan(7_000);
});
