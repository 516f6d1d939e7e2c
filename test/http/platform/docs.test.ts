import { type IncomingHttpHeaders, request } from 'node:http';
import { brotliDecompressSync, gunzipSync } from 'node:zlib';
import { startApi, type TestApi } from '../../setup/api';

let api: TestApi;
beforeAll(async () => {
  api = await startApi();
});
afterAll(() => api.close());

it('the page loads everything it names from the service itself', async () => {
  const { status, text, headers } = await api.request('/docs');
  expect([status, headers.get('content-type')]).toEqual([200, 'text/html; charset=utf-8']);
  const links = [...text.matchAll(/(?:href|src)="([^"]+)"/g)].map(
    ([, link]) => new URL(link!, `${api.baseUrl}/docs`),
  );
  expect(links).toHaveLength(3);
  for (const link of links) {
    expect(link.origin).toBe(api.baseUrl);
    expect((await api.request(link.pathname)).status).toBe(200);
  }
});

it('the policy of the page allows no script but the files of the service', async () => {
  const { headers, text } = await api.request('/docs');
  expect(headers.get('content-security-policy')).toContain("default-src 'none'; script-src 'self';");
  expect(text).not.toMatch(/<script>|\son\w+=/);
});

it.each([
  '..%2fpackage.json',
  'package.json',
  '__proto__',
  'standalone.js',
  '%2e%2e%2f%2e%2e%2fpackage.json',
  '',
])('no other file of the package is served: %p', async (file) => {
  const { status, body } = await api.request(`/docs/${file}`);
  expect([status, body]).toMatchObject([404, { error: 'route_not_found' }]);
});

it('/ leads browsers and curl to the page, and programs that want JSON get JSON', async () => {
  const at = (accept: string) => fetch(`${api.baseUrl}/`, { headers: { accept }, redirect: 'manual' });
  for (const accept of ['text/html,application/xhtml+xml,*/*;q=0.8', '*/*']) {
    const page = await at(accept);
    expect([page.status, page.headers.get('location')]).toEqual([302, 'docs']);
  }
  const program = await at('application/json');
  expect([program.status, await program.json()]).toMatchObject([404, { error: 'route_not_found' }]);
});

it.each([
  ['gzip, deflate, br, zstd', 'br'],
  ['gzip', 'gzip'],
  ['br;q=0, gzip', 'gzip'],
  ['*', 'br'],
  ['identity', null],
  ['', null],
])('the script of the page is sent compressed as accepted: %p is %p', async (accepted, coding) => {
  const [plain, head, whole] = await Promise.all([
    rawScript('GET', { 'accept-encoding': 'identity' }),
    rawScript('HEAD', { 'accept-encoding': accepted }),
    rawScript('GET', { 'accept-encoding': accepted }),
  ]);
  expect(whole.headers).toMatchObject({ vary: expect.stringContaining('Accept-Encoding') as string });
  expect(whole.headers['content-encoding'] ?? null).toBe(coding);
  expect(decoded(whole.bytes, coding).equals(plain.bytes)).toBe(true);
  expect(Number(whole.headers['content-length'])).toBe(whole.bytes.length);
  expect(whole.bytes.length * (coding === null ? 1 : 3)).toBeLessThanOrEqual(plain.bytes.length);
  expect([head.status, head.bytes.length]).toEqual([200, 0]);
  for (const name of ['etag', 'content-length', 'content-encoding', 'content-type', 'cache-control', 'vary'])
    expect([name, head.headers[name]]).toEqual([name, whole.headers[name]]);
});

it('a browser that has the script is told so, for its own coding alone', async () => {
  const { headers } = await rawScript('HEAD', { 'accept-encoding': 'br' });
  const etag = headers.etag!;
  const again = (tags: string, accepted: string) =>
    rawScript('GET', { 'accept-encoding': accepted, 'if-none-match': tags });
  const same = await again(`"other", W/${etag}`, 'br');
  expect([same.status, same.bytes.length, same.headers.etag]).toEqual([304, 0, etag]);
  expect((await again(etag, 'gzip')).status).toBe(200);
  expect((await again('"other"', 'br')).status).toBe(200);
});

/** The script as its bytes arrive, which `fetch` would decode. */
function rawScript(
  method: string,
  headers: Record<string, string>,
): Promise<{ status: number; headers: IncomingHttpHeaders; bytes: Buffer }> {
  return new Promise((resolve, reject) => {
    const call = request(`${api.baseUrl}/docs/reference.js`, { method, headers }, (answer) => {
      const parts: Buffer[] = [];
      answer.on('data', (part: Buffer) => parts.push(part));
      answer.on('error', reject);
      answer.on('end', () => {
        resolve({ status: answer.statusCode!, headers: answer.headers, bytes: Buffer.concat(parts) });
      });
    });
    call.on('error', reject);
    call.end();
  });
}

function decoded(bytes: Buffer, coding: string | null): Buffer {
  if (coding === 'br') return brotliDecompressSync(bytes);
  return coding === 'gzip' ? gunzipSync(bytes) : bytes;
}
