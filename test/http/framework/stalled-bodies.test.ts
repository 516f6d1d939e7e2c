import { type IncomingMessage, createServer, type Server } from 'node:http';
import { type AddressInfo } from 'node:net';
import { type Readable } from 'node:stream';
import { requestBody } from '../../../api/platform/uploads/request-body';
import { startApi, type TestApi, type TestKey } from '../../setup/api';
import { holdTimeouts } from '../../setup/held-timeouts';
import { open, readAll } from './raw-request';

/** A request whose body has begun, of which no more comes. */
function stalled(baseUrl: string, [method, path, type]: [string, string, string], key: string) {
  const begun = type.startsWith('multipart')
    ? '--b\r\nContent-Disposition: form-data; name="file"; filename="a.csv"\r\n\r\na,b\r\n'
    : '{"id":"a","n":1}\n';
  const socket = open(baseUrl);
  const head = [
    `${method} ${path} HTTP/1.1`,
    'Host: test',
    `Authorization: Bearer ${key}`,
    `Content-Type: ${type}`,
    'Content-Length: 1000',
    'Connection: close',
  ];
  socket.write(`${head.join('\r\n')}\r\n\r\n${begun}`);
  return socket;
}

describe('a body that does not arrive within the time for the request', () => {
  let api: TestApi;
  let key: TestKey;
  beforeAll(async () => {
    api = await startApi({ ownDatabase: true, env: { REQUEST_TIMEOUT_MS: '1000' } });
    key = await api.createKey();
    await api.stores.productIndexes.create({
      _id: 'idx_stalled',
      organizationId: key.organizationId,
      environment: 'production',
      name: 'lamps',
      idField: 'id',
      settings: {},
    });
  });
  afterAll(() => api.close());

  const json = 'application/json';
  const documents = { error: 'request_timeout' };
  const products = { error: 'REQUEST_TIMEOUT', status_code: 408 };
  it.each<[[string, string, string], object]>([
    [['POST', '/v3/parse/spreadsheets', json], documents],
    [['POST', '/v3/parse/uploads', 'multipart/form-data; boundary=b'], documents],
    [['POST', '/v1/indexes', json], products],
    [['PUT', '/v1/indexes/lamps/settings', json], products],
    [['PUT', '/v1/indexes/lamps/records/a', json], products],
    [['POST', '/v1/indexes/lamps/records/batch', json], products],
    [['POST', '/v1/indexes/lamps/records', 'application/x-ndjson'], products],
    [['POST', '/v1/indexes/lamps/search', json], products],
  ])('%p is answered with 408 in the form of its family', async (request, body) => {
    const socket = stalled(api.baseUrl, request, key.text);
    const text = await readAll(socket);
    expect(text).toMatch(/^HTTP\/1.1 408 /);
    expect(JSON.parse(text.slice(text.indexOf('\r\n\r\n')))).toMatchObject(body);
  });

  it('leaves nothing staged', async () => {
    const entries = api.mongo.db.collection('product_entries');
    const uploads = api.mongo.db.collection('product_uploads');
    while ((await entries.countDocuments()) + (await uploads.countDocuments()) > 0);
    expect(await entries.countDocuments()).toBe(0);
  });
});

describe('a body that is read while it comes', () => {
  const mib = Buffer.alloc(1024 * 1024, 'a');
  let server: Server;
  let next: (request: IncomingMessage) => void;
  beforeAll(async () => {
    server = createServer((request) => {
      next(request);
    });
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
    holdTimeouts();
  });
  afterAll(() => {
    jest.useRealTimers();
    server.close();
    server.closeAllConnections();
  });

  /** The body of a request of which so many bytes of 2 MiB come. */
  async function bodyOf(sent: Buffer): Promise<Readable> {
    const request = new Promise<IncomingMessage>((resolve) => (next = resolve));
    const { port } = server.address() as AddressInfo;
    const socket = open(`http://127.0.0.1:${port}`);
    socket.on('error', () => undefined);
    socket.write(`POST / HTTP/1.1\r\nHost: test\r\nContent-Length: ${2 * mib.length}\r\n\r\n`);
    socket.write(sent);
    return requestBody(await request);
  }

  it('fails with request_timeout once no byte has come for 30 seconds', async () => {
    const body = await bodyOf(Buffer.from('abc'));
    const failure = new Promise((resolve) => body.once('error', resolve));
    await new Promise((resolve) => body.once('data', resolve));
    jest.advanceTimersByTime(29_000);
    expect(body.destroyed).toBe(false);
    jest.advanceTimersByTime(2_000);
    expect(await failure).toMatchObject({ code: 'request_timeout' });
  });

  it('waits for a reader that takes its time', async () => {
    const body = await bodyOf(mib);
    while (!body.readableLength || body.readableLength < body.readableHighWaterMark)
      await new Promise((resolve) => setImmediate(resolve));
    jest.advanceTimersByTime(120_000);
    expect(body.destroyed).toBe(false);
    let bytes = 0;
    await new Promise<void>((resolve) => {
      body.on('data', (chunk: Buffer) => {
        bytes += chunk.length;
        if (bytes === mib.length) resolve();
      });
    });
    const failure = new Promise((resolve) => body.once('error', resolve));
    jest.advanceTimersByTime(31_000);
    expect(await failure).toMatchObject({ code: 'request_timeout' });
  });
});
