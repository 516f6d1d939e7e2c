import { execFile } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { once } from 'node:events';
import { type IncomingHttpHeaders, type IncomingMessage, type ServerResponse } from 'node:http';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { type AddressInfo, createServer as createTcpServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { buffer } from 'node:stream/consumers';
import { createServer as createTlsServer } from 'node:tls';
import { promisify } from 'node:util';
import { gzipSync } from 'node:zlib';
import { createGuardedClient, type GuardedClient } from '../../src/net';
import { holdTimeouts } from '../setup/held-timeouts';
import { probe } from './probe';
import { createTestAuthority, selfSigned, type TestAuthority } from './certificates';
import { type FileServer, startFileServer } from './file-server';

const file = randomBytes(300_000);
const limits = {
  schemes: ['https'] as const,
  byteMax: 1_000_000,
  headersTimeoutMs: 20_000,
  totalTimeoutMs: 20_000,
};
const probing = { schemes: ['https'] as const, headBytes: 1_000, timeoutMs: 20_000 };

const paths: Record<string, (request: IncomingMessage, response: ServerResponse) => void> = {
  '/book.xlsx': (_request, response) => {
    response.writeHead(200, { 'content-type': 'application/vnd.ms-excel', 'content-length': file.length });
    response.end(file);
  },
  '/chunked': (_request, response) => {
    response.write(file.subarray(0, 150_000));
    response.end(file.subarray(150_000));
  },
  '/named': (_request, response) => {
    response.writeHead(200, {
      'content-disposition': `attachment; filename="x.csv"; filename*=UTF-8''..%2F%C3%BCber.csv`,
    });
    response.end('a,b\n');
  },
  '/badly-named.csv': (_request, response) => {
    response.writeHead(200, { 'content-disposition': 'attachment; filename=' });
    response.end('a,b\n');
  },
  '/empty': (_request, response) => response.end(),
  '/missing': (_request, response) => response.writeHead(404).end('no'),
  '/no-content': (_request, response) => response.writeHead(204).end(),
  '/partial': (_request, response) => response.writeHead(206, { 'content-range': 'bytes 0-1/9' }).end('ab'),
  '/gzip': (_request, response) => {
    response.writeHead(200, { 'content-encoding': 'gzip' });
    response.end(gzipSync('a,b\n'.repeat(100)));
  },
  '/cut-gzip': (_request, response) => {
    const packed = gzipSync(file);
    response.writeHead(200, { 'content-encoding': 'gzip', 'content-length': packed.length - 9 });
    response.end(packed.subarray(0, -9));
  },
  '/endless': (request, response) => {
    const more = () => {
      while (response.write(file));
    };
    response.on('drain', more);
    request.socket.on('close', () => response.destroy());
    more();
  },
  '/announced-too-large': (_request, response) => {
    response.writeHead(200, { 'content-length': 5_000_000 });
    response.write('a');
  },
  '/shorter': (_request, response) => {
    response.writeHead(200, { 'content-length': 1_000 });
    response.write('only this', () => response.destroy());
  },
  '/broken-chunks': (_request, response) => {
    response.write('only this', () => response.destroy());
  },
  '/wrong-chunks': (request, response) => {
    response.write('only this', () => request.socket.end('zz\r\n'));
  },
  '/drip': (_request, response) => {
    response.writeHead(200, { 'content-length': 100_000 });
    const timer = setInterval(() => response.write('.'), 10);
    response.on('close', () => {
      clearInterval(timer);
    });
  },
  '/silent': () => undefined,
  '/huge-headers': (_request, response) => {
    response.writeHead(
      200,
      Object.fromEntries(Array.from({ length: 40 }, (_, n) => [`x-${n}`, 'v'.repeat(1_000)])),
    );
    response.end();
  },
  '/cookie': (_request, response) =>
    response.writeHead(302, { location: '/echo', 'set-cookie': 'a=b' }).end(),
  '/echo': (request, response) => response.end(JSON.stringify(request.headers)),
};

let authority: TestAuthority;
let server: FileServer;
let client: GuardedClient;
const closedByClient: Promise<unknown>[] = [];

beforeAll(async () => {
  authority = await createTestAuthority();
  server = await startFileServer(await authority.issue(), (request, response) => {
    closedByClient.push(once(response, 'close'));
    paths[new URL(request.url!, 'https://x').pathname]!(request, response);
  });
  client = createGuardedClient({ allowCidrs: ['127.0.0.0/8'], ca: [authority.ca] });
});
afterAll(async () => {
  await client.close();
  await server.close();
});
afterEach(() => {
  jest.useRealTimers();
});

test.each([['/book.xlsx'], ['/chunked']])('a download of %s gives every byte', async (path) => {
  const { body } = await client.download(server.origin + path, limits);
  expect((await buffer(body)).equals(file)).toBe(true);
});

test.each([
  [
    '/book.xlsx?token=1',
    { byteSize: 300_000, contentType: 'application/vnd.ms-excel', filename: 'book.xlsx' },
  ],
  ['/chunked', { byteSize: null, contentType: null, filename: 'chunked' }],
  ['/named', { filename: 'über.csv' }],
  ['/badly-named.csv', { filename: 'badly-named.csv' }],
])('what %s says about its file is told, by probe and download alike', async (path, facts) => {
  const { head, ...probed } = await probe(client, server.origin + path, probing);
  const { body, ...downloaded } = await client.download(server.origin + path, limits);
  body.destroy();
  expect(head.length).toBeGreaterThan(0);
  expect(probed).toMatchObject(facts);
  expect(downloaded).toEqual(probed);
});

test('a probe reads the asked number of bytes and hangs up', async () => {
  const { head } = await probe(client, `${server.origin}/endless`, probing);
  expect(head.equals(file.subarray(0, 1_000))).toBe(true);
  await Promise.all(closedByClient);
});

test('a probe of a shorter file gives the whole file', async () => {
  const { head } = await probe(client, `${server.origin}/empty`, probing);
  expect(head.length).toBe(0);
});

test('a consumer that stops early makes the client hang up', async () => {
  const { body } = await client.download(`${server.origin}/endless`, limits);
  body.destroy();
  await Promise.all(closedByClient);
});

test('a body that is packed nevertheless is unpacked', async () => {
  const { body } = await client.download(`${server.origin}/gzip`, limits);
  expect((await buffer(body)).toString()).toBe('a,b\n'.repeat(100));
});

test('a body that unpacks to more than the limit is refused', async () => {
  const { body } = await client.download(`${server.origin}/gzip`, { ...limits, byteMax: 399 });
  await expect(buffer(body)).rejects.toMatchObject({ code: 'too_large' });
});

test('a request carries no cookie, no credentials and no referrer, and asks for the bytes as they are', async () => {
  const { body } = await client.download(`${server.origin}/cookie`, limits);
  const headers = JSON.parse((await buffer(body)).toString()) as IncomingHttpHeaders;
  expect(Object.keys(headers).sort()).toEqual([
    'accept',
    'accept-encoding',
    'connection',
    'host',
    'user-agent',
  ]);
  expect(headers['accept-encoding']).toBe('identity');
});

test.each([
  ['/missing', { code: 'http_status', extra: { status: 404 } }],
  ['/no-content', { code: 'http_status', extra: { status: 204 } }],
  ['/partial', { code: 'http_status', extra: { status: 206 } }],
  ['/announced-too-large', { code: 'too_large' }],
  ['/huge-headers', { code: 'connect' }],
])('%s is refused before the body', async (path, error) => {
  await expect(client.download(server.origin + path, limits)).rejects.toMatchObject(error);
});

test.each([
  ['/endless', { code: 'too_large' }],
  ['/shorter', { code: 'connect' }],
  ['/broken-chunks', { code: 'connect' }],
  ['/cut-gzip', { code: 'connect' }],
])('the body of %s ends with an error, never as if it were whole', async (path, error) => {
  const { body } = await client.download(server.origin + path, limits);
  await expect(buffer(body)).rejects.toMatchObject(error);
});

test.each(['/shorter', '/broken-chunks', '/wrong-chunks'])(
  'the error of %s is the same for who reads the body after it has failed',
  async (path) => {
    const { body } = await client.download(server.origin + path, limits);
    if (!body.closed) await once(body, 'close').catch(() => undefined);
    await expect(buffer(body)).rejects.toMatchObject({ name: 'OutboundError', code: 'connect' });
  },
);

test('a probe does not take a body that breaks off for a short file', async () => {
  await expect(probe(client, `${server.origin}/shorter`, probing)).rejects.toMatchObject({ code: 'connect' });
});

test('a server that drips bytes is cut off by the total deadline', async () => {
  holdTimeouts();
  const { body } = await client.download(`${server.origin}/drip`, limits);
  const read = expect(buffer(body)).rejects.toMatchObject({ code: 'timeout' });
  jest.advanceTimersByTime(limits.totalTimeoutMs);
  await read;
});

test('a download that is not read is cut off as well, and fails when it is read then', async () => {
  holdTimeouts();
  const { body } = await client.download(`${server.origin}/endless`, limits);
  const closed = new Promise((resolve) => body.once('close', resolve));
  jest.advanceTimersByTime(limits.totalTimeoutMs);
  await closed;
  expect(body.errored).toMatchObject({ code: 'timeout' });
  await expect(buffer(body)).rejects.toMatchObject({ code: 'timeout' });
});

test.each([
  ['headers deadline', { headersTimeoutMs: 200 }],
  ['total deadline', { totalTimeoutMs: 200 }],
])('a server that never answers is cut off by the %s', async (_name, deadline) => {
  await expect(client.download(`${server.origin}/silent`, { ...limits, ...deadline })).rejects.toMatchObject({
    code: 'timeout',
  });
});

test('a probe of a server that never answers is cut off', async () => {
  await expect(
    probe(client, `${server.origin}/silent`, { ...probing, timeoutMs: 200 }),
  ).rejects.toMatchObject({ code: 'timeout' });
});

test.each([['/silent'], ['/drip']])("the caller's abort ends %s with the caller's reason", async (path) => {
  const controller = new AbortController();
  const reason = new Error('cancelled');
  const read = client
    .download(server.origin + path, { ...limits, signal: controller.signal })
    .then(({ body }) => {
      setImmediate(() => {
        controller.abort(reason);
      });
      return buffer(body);
    });
  if (path === '/silent') controller.abort(reason);
  await expect(read).rejects.toBe(reason);
});

test('an aborted caller sends nothing', async () => {
  await expect(probe(client, server.origin, { ...probing, signal: AbortSignal.abort('gone') })).rejects.toBe(
    'gone',
  );
});

describe('certificates', () => {
  test('one that signs itself is refused, even where the environment switches verification off', async () => {
    const impostor = await startFileServer(await selfSigned(), (_request, response) => response.end('x'));
    process.env.NODE_TLS_REJECT_UNAUTHORIZED = '0';
    try {
      await expect(probe(client, impostor.origin, probing)).rejects.toMatchObject({ code: 'tls' });
    } finally {
      delete process.env.NODE_TLS_REJECT_UNAUTHORIZED;
      await impostor.close();
    }
  });

  test('one of an unknown authority is refused', async () => {
    const strict = createGuardedClient({ allowCidrs: ['127.0.0.0/8'] });
    await expect(probe(strict, `${server.origin}/empty`, probing)).rejects.toMatchObject({ code: 'tls' });
    await strict.close();
  });

  test('one of an authority that NODE_EXTRA_CA_CERTS names is accepted', async () => {
    const folder = await mkdtemp(join(tmpdir(), 'sheaf-net-'));
    await writeFile(join(folder, 'ca.pem'), authority.ca);
    const program = `require('./src/net').createGuardedClient({ allowCidrs: ['127.0.0.0/8'] })
      .download(process.argv[1], { schemes: ['https'], byteMax: 1e6, headersTimeoutMs: 5000, totalTimeoutMs: 5000 })
      .then(({ body }) => { console.log('opened'); body.destroy(); }, (error) => console.log(error.code))`;
    const run = (env: Record<string, string>) =>
      promisify(execFile)(
        process.execPath,
        ['--require', 'tsx/cjs', '-e', program, `${server.origin}/book.xlsx`],
        {
          cwd: join(__dirname, '../..'),
          env: { ...process.env, ...env },
        },
      );
    const [trusting, plain] = await Promise.all([
      run({ NODE_EXTRA_CA_CERTS: join(folder, 'ca.pem') }),
      run({}),
    ]);
    expect([trusting.stdout.trim(), plain.stdout.trim()]).toEqual(['opened', 'tls']);
    await rm(folder, { recursive: true });
  });

  test('one of another name is refused', async () => {
    const named = createGuardedClient({
      allowCidrs: ['127.0.0.0/8'],
      ca: [authority.ca],
      resolve: () => Promise.resolve(['127.0.0.1']),
    });
    const link = `https://elsewhere.example:${server.port}/empty`;
    await expect(probe(named, link, probing)).rejects.toMatchObject({ code: 'tls' });
    await named.close();
  });

  test('a server that speaks no TLS is refused', async () => {
    const plain = createTcpServer((socket) => socket.on('error', () => undefined).end('hello\r\n')).listen(
      0,
      '127.0.0.1',
    );
    await once(plain, 'listening');
    const link = `https://127.0.0.1:${(plain.address() as AddressInfo).port}/`;
    await expect(probe(client, link, probing)).rejects.toMatchObject({ code: 'tls' });
    plain.close();
  });
});

test('bytes after the announced length are no part of the file', async () => {
  const chatty = createTlsServer(await authority.issue(), (socket) => {
    socket.on('error', () => undefined);
    socket.once('data', () => socket.end('HTTP/1.1 200 OK\r\ncontent-length: 4\r\n\r\nfile and then some'));
  }).listen(0, '127.0.0.1');
  await once(chatty, 'listening');
  const { body } = await client.download(
    `https://127.0.0.1:${(chatty.address() as AddressInfo).port}/`,
    limits,
  );
  expect((await buffer(body)).toString()).toBe('file');
  chatty.close();
});

test('a closed port is a connection failure', async () => {
  const gone = await startFileServer(await selfSigned(), () => undefined);
  await gone.close();
  await expect(probe(client, gone.origin, probing)).rejects.toMatchObject({ code: 'connect' });
});

test('proxies of the environment are ignored', async () => {
  const asked: string[] = [];
  const proxy = createTcpServer((socket) => {
    asked.push('connection');
    socket.destroy();
  }).listen(0, '127.0.0.1');
  await once(proxy, 'listening');
  const address = `http://127.0.0.1:${(proxy.address() as AddressInfo).port}`;
  const names = ['HTTP_PROXY', 'HTTPS_PROXY', 'ALL_PROXY', 'http_proxy', 'https_proxy', 'all_proxy'];
  const before = process.env;
  process.env = { ...before, ...Object.fromEntries(names.map((name) => [name, address])) };
  try {
    const own = createGuardedClient({ allowCidrs: ['127.0.0.0/8'], ca: [authority.ca] });
    await probe(own, `${server.origin}/empty`, probing);
    await own.close();
  } finally {
    process.env = before;
    proxy.close();
  }
  expect(asked).toEqual([]);
});

test('an error tells a user neither addresses nor the secrets of a link', async () => {
  const link = `${server.origin}/missing?token=secret`;
  const messages = await Promise.all(
    [link, 'https://user:secret@127.0.0.1/', 'https://10.0.0.1/?secret'].map((url) =>
      probe(client, url, probing).catch((error: unknown) => (error as Error).message),
    ),
  );
  for (const message of messages) expect(message).not.toMatch(/secret|127\.0\.0\.1|10\.0\.0\.1/);
});
