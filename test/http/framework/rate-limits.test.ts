import { type BucketStanding, createTokenBuckets } from '../../../api/http/token-buckets';
import { startApi, type TestApi } from '../../setup/api';
import { echoRoutes } from './sample-routes';

const env = { RATE_LIMIT_KEY_PER_MINUTE: '5', RATE_LIMIT_ORGANIZATION_PER_MINUTE: '8' };
let api: TestApi;
beforeAll(async () => {
  api = await startApi({ routes: echoRoutes, env });
});
afterAll(() => api.close());

/** Puts a bucket's clock back, as if that time had passed since it was drawn from. */
async function letPass(bucketId: string, ms: number): Promise<void> {
  const { modifiedCount } = await api.mongo.db
    .collection<{ _id: string }>('rate_limits')
    .updateOne({ _id: bucketId }, [{ $set: { at: { $subtract: ['$at', ms] } } }]);
  expect(modifiedCount).toBe(1);
}

const statuses = async (key: string, count: number) => {
  const responses = await Promise.all(
    Array.from({ length: count }, () => api.request('/v3/needs-query', { key })),
  );
  return responses.map(({ status }) => status).sort();
};

describe('over HTTP', () => {
  it('a key gets its minute of requests at once, then 429 with Retry-After', async () => {
    const { text } = await api.createKey({ organization: 'one-key' });
    expect(await statuses(text, 9)).toEqual([200, 200, 200, 200, 200, 429, 429, 429, 429]);
    const { headers, body } = await api.request('/v3/needs-query', { key: text });
    expect(body).toMatchObject({ error: 'rate_limited', details: { scope: 'key' } });
    expect(Number(headers.get('retry-after'))).toBeGreaterThanOrEqual(1);
    expect(Number(headers.get('retry-after'))).toBeLessThanOrEqual(12);
  });

  it('an organization is limited over all its keys, and others are not', async () => {
    const first = await api.createKey({ organization: 'two-keys' });
    const second = await api.createKey({ organization: 'two-keys', environment: 'staging' });
    expect(await statuses(first.text, 5)).toEqual([200, 200, 200, 200, 200]);
    expect(await statuses(second.text, 5)).toEqual([200, 200, 200, 429, 429]);
    const { body } = await api.request('/v3/needs-query', { key: second.text });
    expect(body).toMatchObject({ error: 'rate_limited', details: { scope: 'organization' } });
    const other = await api.createKey({ organization: 'neighbour' });
    expect(await statuses(other.text, 1)).toEqual([200]);
  });

  it('answers show the limit with the fewest requests left, refusals of the input too', async () => {
    const first = await api.createKey({ organization: 'shown' });
    const second = await api.createKey({ organization: 'shown' });
    const shown = async (key: string, path = '/v3/needs-query') => {
      const { status, headers } = await api.request(path, { key });
      const item = /^"(?<name>[a-z]+)";r=(?<left>\d+);t=\d+$/.exec(headers.get('ratelimit')!)!.groups!;
      return [status, item.name, Number(item.left), headers.get('ratelimit-policy')];
    };
    expect(await shown(first.text)).toEqual([200, 'key', 4, '"key";q=5;w=60']);
    expect(await shown(first.text, '/v3/needs-query?unknown=1')).toEqual([400, 'key', 3, '"key";q=5;w=60']);
    expect(await statuses(first.text, 3)).toEqual([200, 200, 200]);
    expect(await shown(second.text)).toEqual([200, 'organization', 2, '"organization";q=8;w=60']);
  });

  it('a refusal shows the limit that it comes from, with none left and not before Retry-After', async () => {
    const { text } = await api.createKey({ organization: 'refused' });
    await statuses(text, 9);
    const { status, headers } = await api.request('/v3/needs-query', { key: text });
    const [, left, seconds] = /^"key";r=(\d+);t=(\d+)$/.exec(headers.get('ratelimit')!)!;
    expect([status, left]).toEqual([429, '0']);
    expect(Number(seconds)).toBeGreaterThanOrEqual(Number(headers.get('retry-after')));
  });

  it('answers that count against no limit show none', async () => {
    for (const path of ['/v3/open', '/v3/needs-query', '/v3/nowhere']) {
      const { headers } = await api.request(path);
      expect([headers.get('ratelimit'), headers.get('ratelimit-policy')]).toEqual([null, null]);
    }
  });

  it('public routes and wrong keys are not counted', async () => {
    const { text } = await api.createKey({ organization: 'public' });
    await Promise.all(Array.from({ length: 10 }, () => api.request('/v3/open', { key: text })));
    await Promise.all(Array.from({ length: 10 }, () => api.request('/v3/needs-query')));
    expect(await statuses(text, 1)).toEqual([200]);
  });
});

describe('the shared bucket', () => {
  let nowMs = 0;
  const openBuckets = () => createTokenBuckets(api.stores.rateLimits, () => nowMs);
  const passed = (takes: readonly BucketStanding[]) => takes.filter(({ waitMs }) => waitMs === 0).length;

  it.each([5, 50, 250, 4_000])(
    'of a limit of %i lets this many of all processes through, and what fills up meanwhile',
    async (perMinute) => {
      const id = `shared/${perMinute}`;
      const processes = [openBuckets(), openBuckets(), openBuckets()];
      const takes = Array.from({ length: perMinute + 500 }, (_, n) => processes[n % 3]!.take(id, perMinute));
      const started = performance.now();
      const through = passed(await Promise.all(takes));
      const refilled = ((performance.now() - started) / 60_000) * perMinute;
      expect(through).toBeLessThanOrEqual(perMinute + refilled);
      expect(through).toBeGreaterThanOrEqual(perMinute - 3 * Math.floor(perMinute / 100));
    },
  );

  it('fills up again at its rate, and not above its size', async () => {
    // A token every ten seconds: what the test itself takes is none of them.
    const [id, perMinute] = ['refill', 6];
    const process = openBuckets();
    const takeAll = () => Promise.all(Array.from({ length: 20 }, () => process.take(id, perMinute)));
    expect(passed(await takeAll())).toBe(6);
    nowMs += 30_000;
    await letPass(id, 31_000);
    expect(passed(await takeAll())).toBe(3);
    nowMs += 3_600_000;
    await letPass(id, 3_600_000);
    expect(passed(await takeAll())).toBe(6);
  });

  it('is not asked again before it has a token', async () => {
    let draws = 0;
    const counted = createTokenBuckets(
      {
        draw: (...args) => {
          draws++;
          return api.stores.rateLimits.draw(...args);
        },
      },
      () => nowMs,
    );
    await Promise.all(Array.from({ length: 4 }, () => counted.take('empty', 3)));
    const before = draws;
    const waits = await Promise.all(Array.from({ length: 1_000 }, () => counted.take('empty', 3)));
    expect(passed(waits)).toBe(0);
    expect(draws).toBe(before);
  });

  it('is asked once in a hundred requests of a busy key', async () => {
    let draws = 0;
    const counted = createTokenBuckets(
      {
        draw: (...args) => {
          draws++;
          return api.stores.rateLimits.draw(...args);
        },
      },
      () => nowMs,
    );
    for (let n = 0; n < 1_000; n++) await counted.take('busy', 10_000);
    expect(draws).toBe(10);
  });

  it('fails requests when it cannot be reached', async () => {
    const broken = createTokenBuckets({ draw: () => Promise.reject(new Error('gone')) }, () => nowMs);
    const takes = await Promise.allSettled([broken.take('x', 10), broken.take('x', 10)]);
    expect(takes.map(({ status }) => status)).toEqual(['rejected', 'rejected']);
  });
});
