import { pino } from 'pino';
import { z } from 'zod';
import { startApi, type TestApi, type TestKey } from '../../setup/api';
import { sampleRoute } from './sample-routes';

interface Line {
  msg?: string;
  request_id?: string;
  [member: string]: unknown;
}

const lines: Line[] = [];
const log = pino({ level: 'info' }, { write: (text: string) => void lines.push(JSON.parse(text) as Line) });

let api: TestApi;
let key: TestKey;
beforeAll(async () => {
  api = await startApi({
    deps: () => ({ log }),
    routes: () => [
      sampleRoute({
        method: 'post',
        path: '/v3/things/:id',
        operationId: 'things',
        body: z.strictObject({ card: z.string() }),
        params: z.strictObject({ id: z.string() }),
        query: z.strictObject({ sig: z.string() }),
      }),
      sampleRoute({
        path: '/v3/broken',
        operationId: 'broken',
        handle: () => Promise.reject(new TypeError('the cause')),
      }),
    ],
  });
  key = await api.createKey();
});
afterAll(() => api.close());
beforeEach(() => {
  lines.length = 0;
});

test('a request leaves one line that says what was asked by whom, and nothing that it carried', async () => {
  const response = await api.request('/v3/things/secret-path?sig=secret-signature', {
    key: key.text,
    json: { card: 'secret-body' },
    headers: { 'x-custom': 'secret-header' },
  });
  expect(response.status).toBe(200);
  expect(lines).toEqual([
    expect.objectContaining({
      request_id: response.headers.get('x-request-id'),
      method: 'POST',
      route: '/v3/things/:id',
      status: 200,
      ms: expect.any(Number) as number,
      organization_id: key.organizationId,
      key_id: key.keyId,
    }),
  ]);
  const text = JSON.stringify(lines);
  for (const carried of ['secret', key.text]) expect(text).not.toContain(carried);
});

test('a request to an unknown path is logged without its path or its key', async () => {
  await api.request('/v3/secret-path?secret=1', { key: key.text });
  expect(lines).toMatchObject([{ route: null, status: 404 }]);
  expect(JSON.stringify(lines)).not.toContain('secret');
});

test('an unexpected fault is logged with its stack, under the id that the client was told', async () => {
  const { headers } = await api.request('/v3/broken', { key: key.text });
  const fault = lines.find(({ msg }) => msg === 'request failed');
  expect(fault).toMatchObject({
    level: 50,
    request_id: headers.get('x-request-id'),
    err: { type: 'TypeError', message: 'the cause' },
  });
  expect((fault!.err as { stack: string }).stack).toContain('log.test');
});
