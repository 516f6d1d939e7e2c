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
