import { createUnknownKeyCount } from '../../../api/http/unknown-keys';
import { startApi, type TestApi } from '../../setup/api';
import { echoRoutes } from './sample-routes';

const perMinute = 5;
const env = { RATE_LIMIT_UNKNOWN_KEYS_PER_MINUTE: String(perMinute), TRUSTED_PROXY_CIDRS: '127.0.0.0/8' };
let api: TestApi;
let nowMs = 0;
beforeAll(async () => {
  api = await startApi({ routes: echoRoutes, env, deps: () => ({ monotonicMs: () => nowMs }) });
});
afterAll(() => api.close());

const ask = (key: string, address: string) =>
  api.request('/v3/needs-query', { key, headers: { 'X-Forwarded-For': address } });
const statuses = async (addresses: readonly string[]) => {
  const answers: number[] = [];
  for (const [n, address] of addresses.entries())
    answers.push((await ask(`unknown-key-of-number-${n}`, address)).status);
  return answers;
};

it('an address that sends many unknown keys gets 429 with Retry-After, whatever it says of itself', async () => {
  const claims = [
    '1.1.1.1, 198.51.100.1',
    '2.2.2.2, 198.51.100.1',
    '198.51.100.1',
    '',
    '::ffff:198.51.100.1',
  ];
  expect(await statuses(claims.slice(0, 3).concat(claims[4]!, claims[0]!))).toEqual(
    Array(perMinute).fill(401),
  );
  const { status, headers, body } = await ask('one-more-unknown-key', '3.3.3.3, 198.51.100.1');
  expect([status, headers.get('retry-after')]).toEqual([429, '12']);
  expect(body).toMatchObject({ error: 'rate_limited', details: { scope: 'address' } });
  expect(await statuses(['198.51.100.2'])).toEqual([401]);
  nowMs += 12_000;
  expect(await statuses(['198.51.100.1', '198.51.100.1'])).toEqual([401, 429]);
});

it('valid keys from that address still work, those that were never seen too', async () => {
  const seen = await api.createKey();
  expect((await ask(seen.text, '198.51.100.9')).status).toBe(200);
  await statuses(Array<string>(3 * perMinute).fill('198.51.100.9'));
  expect((await ask('one-more-unknown-key', '198.51.100.9')).status).toBe(429);
  const fresh = await api.createKey();
  for (const { text } of [seen, fresh]) expect((await ask(text, '198.51.100.9')).status).toBe(200);
});

it('the addresses of one IPv6 network count together', async () => {
  const addresses = Array.from({ length: perMinute }, (_, n) => `2001:db8:1:2::${n + 1}`);
  expect(await statuses(addresses)).toEqual(Array(perMinute).fill(401));
  expect(await statuses(['2001:db8:1:2:ffff::1', '2001:db8:1:3::1'])).toEqual([429, 401]);
});

it('a flood of addresses forgets the oldest and keeps those that send', () => {
  const unknown = createUnknownKeyCount(1, () => 0);
  expect([unknown.add('busy'), unknown.add('idle')]).toEqual([0, 0]);
  for (let n = 0; n < 9_999; n++) unknown.add(`${n}`);
  expect(unknown.add('busy')).toBe(0);
  for (let n = 0; n < 9_000; n++) unknown.add(`more ${n}`);
  expect(unknown.add('busy')).toBeGreaterThan(0);
});
