import { Agent, get } from 'node:http';
import { type OwnStack, startOwnStack } from '../setup/own-stack';
import { type ApiProgram, startApiProgram } from './api-program';
import { startTcpProxy } from './tcp-proxy';

let stack: OwnStack;
/** Keeps idle connections for a minute after it was told to stop, since the machine may be slow. */
let api: ApiProgram;

beforeAll(async () => {
  stack = await startOwnStack();
});
afterAll(() => stack.close());
beforeEach(async () => {
  api = await startApiProgram({ ...stack.env, DRAIN_TIMEOUT_MS: '600000' });
});
afterEach(() => api.sigkill());

/** A client with one connection, which it keeps. */
function openClient(host: string) {
  const agent = new Agent({ keepAlive: true, maxSockets: 1 });
  return {
    /** The status of an answer, and whether it asks the client to leave. @throws what the connection failed of */
    ask: (path: string, key = stack.key.text) =>
      new Promise<{ status: number | undefined; leave: boolean }>((resolve, reject) => {
        const headers = { authorization: `Bearer ${key}` };
        get(`http://${host}${path}`, { agent, headers }, (answer) => {
          answer.on('error', reject).on('end', () => {
            resolve({ status: answer.statusCode, leave: answer.headers.connection === 'close' });
          });
          answer.resume();
        }).on('error', reject);
      }),
    close: () => {
      agent.destroy();
    },
  };
}

test('a program that is told to stop under load answers each request that was sent', async () => {
  const { host } = new URL(api.origin);
  const asked = { count: 0 };
  const clients = Array.from({ length: 20 }, async (_, i) => {
    const client = openClient(host);
    // Lists, refusals and unknown paths are answered by different parts.
    const path = ['/v3/parse/jobs', '/v2/collections', '/v2/collections/none', '/nowhere'][i % 4]!;
    for (;;) {
      const { status, leave } = await client.ask(path, i % 5 === 0 ? 'no key' : undefined);
      expect([200, 401, 404]).toContain(status);
      asked.count++;
      if (leave) break;
    }
    client.close();
  });
  while (asked.count < 200) await new Promise(setImmediate);
  await Promise.all([expect(api.sigterm()).resolves.toBe(0), ...clients]);
});

test('a request that was on its way when the program was told to stop is answered', async () => {
  const way = await startTcpProxy(new URL(api.origin).host);
  const client = openClient(way.address);
  await client.ask('/v2/collections');
  way.set('held');
  const answer = client.ask('/v2/collections');
  const ended = api.sigterm();
  while (!api.log().includes('"api stopping"')) await new Promise(setImmediate);
  // It has been stopping for a while when it accepts no connection any more.
  while (await fetch(`${api.origin}/health/live`).then(Boolean, () => false));
  way.set('open');
  await expect(answer).resolves.toEqual({ status: 200, leave: true });
  await expect(ended).resolves.toBe(0);
  client.close();
  await way.close();
});
