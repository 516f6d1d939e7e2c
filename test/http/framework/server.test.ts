import { once } from 'node:events';
import { IncomingMessage } from 'node:http';
import { Socket } from 'node:net';
import { Readable } from 'node:stream';
import { documentsError } from '../../../api/documents/family';
import { type RouteReply, type RouteRequest } from '../../../api/http/route';
import { readJsonBody } from '../../../api/http/json-body';
import { startServer } from '../../../api/http/server';
import { createApp } from '../../../api/app';
import { startApi, type TestApi, type TestKey } from '../../setup/api';
import { open, rawRequest, readAll } from './raw-request';
import { echoRoutes, sampleRoute } from './sample-routes';

type Handle = (request: RouteRequest<unknown, unknown, unknown>) => Promise<RouteReply>;
const empty: Handle = () => Promise.resolve({ status: 200, body: {} });
let handle: Handle = empty;

const routes = () => [
  ...echoRoutes(),
  sampleRoute({
    path: '/v3/custom',
    operationId: 'custom',
    access: 'public',
    handle: (request) => handle(request),
  }),
  sampleRoute({
    method: 'post',
    path: '/v3/stream',
    operationId: 'stream',
    access: 'public',
    body: 'stream',
    handle: (request) => handle(request),
  }),
];

let api: TestApi;
let key: TestKey;
beforeAll(async () => {
  api = await startApi({ routes });
  key = await api.createKey();
});
afterAll(() => api.close());
beforeEach(() => {
  handle = empty;
});

/** A promise and its resolver, for steps that a test takes by hand. */
function gate(): { opened: Promise<void>; open: () => void } {
  let resolveOpened: () => void;
  const opened = new Promise<void>((resolve) => (resolveOpened = resolve));
  return {
    opened,
    open() {
      resolveOpened();
    },
  };
}

describe('what is no HTTP that can be served', () => {
  it.each([
    ['nonsense', ['nonsense', '', ''], 400, 'malformed_request'],
    [
      'headers without end',
      ['GET /v3/open HTTP/1.1', `X-Long: ${'a'.repeat(20_000)}`, '', ''],
      431,
      'headers_too_large',
    ],
    [
      'two lengths',
      ['POST /v3/echo HTTP/1.1', 'Content-Length: 1', 'Content-Length: 2', '', 'ab'],
      400,
      'malformed_request',
    ],
    [
      'a length and chunks',
      ['POST /v3/echo HTTP/1.1', 'Content-Length: 1', 'Transfer-Encoding: chunked', '', 'ab'],
      400,
      'malformed_request',
    ],
  ])('%s', async (_, lines, status, code) => {
    const answer = await rawRequest(api.baseUrl, lines);
    expect(answer).toMatch(
      new RegExp(`^HTTP/1.1 ${status} [^]*X-Request-Id: req_\\d+_[0-9a-f]{8}\\r\\n[^]*"error":"${code}"`),
    );
  });

  it('a request without its host, unless it is of HTTP/1.0', async () => {
    const ask = async (version: string) => {
      const socket = open(api.baseUrl);
      socket.write(`GET /v3/open HTTP/${version}\r\nConnection: close\r\n\r\n`);
      return readAll(socket);
    };
    expect(await ask('1.1')).toMatch(/^HTTP\/1.1 400 [^]*X-Request-Id: req_[^]*"error":"malformed_request"/);
    expect(await ask('1.0')).toMatch(/^HTTP\/1.1 200 /);
  });

  it('after a request that was served, on the same connection', async () => {
    const socket = open(api.baseUrl);
    const answers = readAll(socket);
    socket.write('GET /v3/open HTTP/1.1\r\nHost: x\r\n\r\n');
    await once(socket, 'data');
    socket.write(`GET /v3/open HTTP/1.1\r\nHost: x\r\nX-Long: ${'a'.repeat(20_000)}\r\n\r\n`);
    expect(await answers).toMatch(/^HTTP\/1.1 200 [^]*HTTP\/1.1 431 /);
  });

  it('an absolute target is served like its path, a broken one answered', async () => {
    expect(
      await rawRequest(api.baseUrl, ['GET http://elsewhere/v3/open HTTP/1.1', 'Connection: close', '', '']),
    ).toMatch(/^HTTP\/1.1 200 /);
    expect(
      await rawRequest(api.baseUrl, ['GET http://[::1/v3/open HTTP/1.1', 'Connection: close', '', '']),
    ).toMatch(/^HTTP\/1.1 4/);
  });
});

describe('bodies', () => {
  it('a client that ends its body early harms no other', async () => {
    const socket = open(api.baseUrl);
    const head = `POST /v3/echo HTTP/1.1\r\nHost: x\r\nAuthorization: Bearer ${key.text}\r\nContent-Type: application/json\r\n`;
    socket.write(`${head}Content-Length: 100\r\n\r\n{"na`);
    socket.end();
    await readAll(socket);
    expect((await api.request('/v3/open')).status).toBe(200);
  });

  it('a client that is gone before its body is read is not waited for', async () => {
    const request = new IncomingMessage(new Socket());
    request.destroy();
    await expect(readJsonBody(request, { byteMax: 10, keepsLongNumbers: false })).rejects.toMatchObject({
      code: 'malformed_request',
    });
  });

  it('a refused body of 20 MB is read to its end, so that the client sees why', async () => {
    const { status, body } = await api.request('/v3/echo', {
      key: key.text,
      body: Buffer.alloc(20_000_000, ' '),
      headers: { 'content-type': 'application/json' },
    });
    expect([status, body]).toMatchObject([413, { error: 'payload_too_large' }]);
  });

  it('a client that never stops sending a refused body is cut off', async () => {
    const socket = open(api.baseUrl);
    const head = `POST /v3/echo HTTP/1.1\r\nHost: x\r\nAuthorization: Bearer ${key.text}\r\nContent-Type: application/json\r\n`;
    socket.write(`${head}Transfer-Encoding: chunked\r\n\r\n`);
    const chunk = Buffer.from(`1000\r\n${' '.repeat(4_096)}\r\n`);
    const pump = () => {
      while (!socket.destroyed && socket.write(chunk));
    };
    socket.on('drain', pump);
    pump();
    expect(await readAll(socket)).toMatch(/^HTTP\/1.1 413 /);
  });
});

describe('a client that waits with its body until it is asked', () => {
  const ask = (path: string, headers: string[]) =>
    [`POST ${path} HTTP/1.1`, ...headers, 'Expect: 100-continue', 'Content-Type: application/json'] as const;

  it('is asked when nothing but the body can be wrong', async () => {
    const socket = open(api.baseUrl);
    const answers = readAll(socket);
    const lines = ask('/v3/echo', ['Host: test', `Authorization: Bearer ${key.text}`, 'Connection: close']);
    socket.write(`${lines.join('\r\n')}\r\nContent-Length: 14\r\n\r\n`);
    await once(socket, 'data');
    socket.write('{"name":"abc"}');
    expect(await answers).toMatch(/^HTTP\/1.1 100 Continue\r\n\r\nHTTP\/1.1 200 /);
  });

  it.each([
    ['key', '/v3/echo', [], 'Content-Length: 14', 401],
    ['route', '/v3/none', [], 'Content-Length: 14', 404],
    ['size', '/v3/echo', ['key'], 'Content-Length: 3000', 413],
  ])('is refused at once for its %s', async (_, path, headers, length, status) => {
    const authorization = headers.map(() => `Authorization: Bearer ${key.text}`);
    const answer = await rawRequest(api.baseUrl, [...ask(path, authorization), length, '', '']);
    expect(answer).toMatch(new RegExp(`^HTTP/1.1 ${status} [^]*Connection: close`));
  });
});

describe('the abort signal', () => {
  it('fires when the client goes away', async () => {
    const [running, aborted] = [gate(), gate()];
    handle = async ({ signal }) => {
      signal.addEventListener('abort', aborted.open);
      running.open();
      await aborted.opened;
      throw signal.reason;
    };
    const socket = open(api.baseUrl);
    socket.write('GET /v3/custom HTTP/1.1\r\nHost: x\r\n\r\n');
    await running.opened;
    socket.destroy();
    await aborted.opened;
  });

  it('fires when the time for the request is over, and 408 goes out though the handler does not heed it', async () => {
    const hurried = await startApi({ routes, env: { REQUEST_TIMEOUT_MS: '1000' } });
    const finish = gate();
    let reason: unknown;
    handle = async ({ signal }) => {
      signal.addEventListener('abort', () => {
        reason = signal.reason;
      });
      await finish.opened;
      return { status: 200, body: {} };
    };
    const { status, body } = await hurried.request('/v3/custom');
    finish.open();
    expect([status, body]).toMatchObject([408, { error: 'request_timeout' }]);
    expect(reason).toMatchObject({ code: 'answer_timeout' });
    await hurried.close();
  });

  it('headers that trickle in are cut off with 408', async () => {
    const hurried = await startApi({ routes, env: { REQUEST_TIMEOUT_MS: '1000' } });
    const socket = open(hurried.baseUrl);
    socket.write('GET /v3/open HTTP/1.1\r\nX-Slow: ');
    expect(await readAll(socket)).toMatch(/^HTTP\/1.1 408 [^]*"error":"request_timeout"/);
    await hurried.close();
  });
});

describe('streamed answers', () => {
  it('go out as they are', async () => {
    handle = () =>
      Promise.resolve({
        status: 200,
        body: Readable.from(['a', 'b']),
        headers: { 'Content-Type': 'text/plain' },
      });
    const { text, headers } = await api.request('/v3/custom');
    expect([text, headers.get('content-type')]).toEqual(['ab', 'text/plain']);
  });

  it('that break are cut off, so that the client cannot take them for whole', async () => {
    handle = () => {
      const body = Readable.from(
        (function* () {
          yield 'a'.repeat(100_000);
          throw new Error('broke');
        })(),
      );
      return Promise.resolve({ status: 200, body });
    };
    await expect(api.request('/v3/custom')).rejects.toThrow();
    expect((await api.request('/v3/open')).status).toBe(200);
  });

  it('that the client leaves are closed', async () => {
    const body = new Readable({
      read() {
        this.push(Buffer.alloc(65_536));
      },
    });
    handle = () => Promise.resolve({ status: 200, body });
    const socket = open(api.baseUrl);
    socket.write('GET /v3/custom HTTP/1.1\r\nHost: x\r\n\r\n');
    await once(socket, 'data');
    socket.destroy();
    await once(body, 'close');
    expect(body.destroyed).toBe(true);
  });
});

describe('draining', () => {
  it('finishes what runs, tells clients to leave, and accepts nothing new', async () => {
    const { deps } = api;
    const lifecycle = { draining: false };
    const server = await startServer(
      createApp({ ...deps, lifecycle }, routes()),
      { ...deps.config, PORT: 0 },
      lifecycle,
      documentsError,
    );
    const url = `http://127.0.0.1:${server.port}`;
    const [running, finish] = [gate(), gate()];
    handle = async () => {
      running.open();
      await finish.opened;
      return { status: 200, body: { done: true } };
    };
    const idle = open(url);
    const left = readAll(idle);
    await once(idle, 'connect');
    const request = fetch(`${url}/v3/custom`);
    await running.opened;
    const drained = server.drain();
    await expect(fetch(`${url}/v3/open`)).rejects.toThrow();
    finish.open();
    const response = await request;
    expect([response.status, response.headers.get('connection'), await response.json()]).toEqual([
      200,
      'close',
      { done: true },
    ]);
    await Promise.all([drained, left]);
  });

  it('cuts what has not finished in time', async () => {
    const { deps } = api;
    const lifecycle = { draining: false };
    const server = await startServer(
      createApp({ ...deps, lifecycle }, routes()),
      { ...deps.config, PORT: 0, DRAIN_TIMEOUT_MS: 0 },
      lifecycle,
      documentsError,
    );
    const running = gate();
    handle = ({ signal }) => {
      running.open();
      return new Promise((_, reject) => {
        signal.addEventListener('abort', () => {
          reject(signal.reason as Error);
        });
      });
    };
    const request = fetch(`http://127.0.0.1:${server.port}/v3/custom`);
    await running.opened;
    await Promise.all([server.drain(), expect(request).rejects.toThrow()]);
  });
});
