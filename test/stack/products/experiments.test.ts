import { type AssignmentGroup } from '../../../src/domain/products/assignment';
import { type JobResource } from '../../../api/products/jobs/schema';
import { encodeId, ID_PREFIX } from '../../../src/domain/platform/ids';
import { rateOf } from '../../../src/product-search/experiments/intervals';
import { type SearchAnswer } from '../../setup/product-calls';
import { startStack } from '../../setup/stack';
import { type Stack } from '../../setup/stack-parts';
import { randomNumbers, suiteSeed } from '../../setup/suite-seed';

interface Served extends SearchAnswer {
  query_id: string;
  served_by: { layer: string | null; group: string | null };
}
interface Estimate {
  value: number;
  low: number | null;
  high: number | null;
  difference: { value: number; low: number | null; high: number | null } | null;
}
interface Report {
  layer: string;
  from: number;
  to: number;
  groups: ({
    name: string;
    control: boolean;
    searches: number;
    users: number;
    conversion_value: number;
  } & Record<
    'zero_result_rate' | 'view_rate' | 'click_through_rate' | 'conversion_rate' | 'mean_click_position',
    Estimate | null
  >)[];
  sample_ratio: {
    expected: number[];
    observed: number[];
    users: number;
    p_value: number | null;
    flagged: boolean;
  };
  complete: boolean;
}
interface Taken {
  accepted: number;
  rejected: { position: number; code: string }[];
}
type SentEvent = Record<string, unknown>;

const seed = suiteSeed(11);
const dayMs = 86_400_000;
let stack: Stack;
beforeAll(async () => {
  stack = await startStack();
  for (const name of ['shop', 'shop-b', 'elsewhere']) {
    await stack.createIndex(name);
    await stack.stage(name, [
      { id: 'a', title: 'lamp' },
      { id: 'b', title: 'lamp' },
    ]);
    expect(await stack.built(name)).toMatchObject({ status: 'succeeded' });
  }
});
afterAll(() => stack.close());

const groupsOf = (index: string | null, share = 0.5): AssignmentGroup[] => [
  { name: 'control', share: 1 - share, index: null },
  { name: 'b', share, index },
];
async function assign(layers: Record<string, AssignmentGroup[]>, index = 'shop'): Promise<void> {
  const json = { layers: Object.entries(layers).map(([id, groups]) => ({ id, salt: `${id}-1`, groups })) };
  const { status, text } = await stack.v1(`/indexes/${index}/assignment`, { method: 'PUT', json });
  if (status !== 200) throw new Error(text);
}
async function search(json: object, index = 'shop'): Promise<Served> {
  const { status, body, text } = await stack.v1<Served>(`/indexes/${index}/search`, { json });
  if (status !== 200) throw new Error(text);
  return body;
}
async function send(events: SentEvent[], key?: string): Promise<Taken> {
  const answer = await stack.v1<Taken>('/events', {
    json: { events },
    ...(key === undefined ? {} : { key }),
  });
  if (answer.status !== 202) throw new Error(`${answer.status} ${answer.text}`);
  return answer.body;
}
async function report(layer: string, query = '', index = 'shop'): Promise<Report> {
  const { status, body, text } = await stack.v1<Report>(`/indexes/${index}/experiments/${layer}${query}`);
  if (status !== 200) throw new Error(text);
  return body;
}
const click = (query_id: string, members: SentEvent = {}): SentEvent => ({
  type: 'click',
  query_id,
  record_id: 'a',
  ...members,
});

it(`simulated traffic is reported as it was, whatever is sent twice (seed ${seed})`, async () => {
  await assign({ ranking: groupsOf('shop-b', 0.3) });
  const random = randomNumbers(seed);
  const empty = { searches: 0, empty: 0, clicked: 0, converted: 0, value: 0, positions: [] as number[] };
  const tally = new Map(
    ['control', 'b'].map((name) => [name, { ...empty, positions: [] as number[], users: new Set() }]),
  );
  const events: SentEvent[] = [];
  for (let n = 0; n < 150; n++) {
    const user_token = `u-${Math.floor(random() * 60)}`;
    const isEmpty = random() < 0.2;
    const { query_id, served_by } = await search({ user_token, query: isEmpty ? 'zzzzz' : 'lamp' });
    const group = tally.get(served_by.group!)!;
    group.searches++;
    group.users.add(user_token);
    if (isEmpty) {
      group.empty++;
      continue;
    }
    const clicked = ['a', 'b'].filter(() => random() < 0.4);
    if (clicked.length > 0) group.clicked++;
    for (const record_id of clicked) {
      const position = 1 + Math.floor(random() * 10);
      group.positions.push(position);
      events.push(click(query_id, { record_id, position, user_token, at: Date.now() }));
    }
    if (clicked.length === 0 || random() < 0.7) continue;
    group.converted++;
    group.value += 10;
    events.push({ type: 'conversion', query_id, record_id: clicked[0], value: 10 });
  }
  await send(events);
  await Promise.all([send(events), send(events.slice(20)), send(events.toReversed())]);

  const found = await report('ranking');
  expect(found.groups.map(({ name, control }) => [name, control])).toEqual([
    ['control', true],
    ['b', false],
  ]);
  for (const figures of found.groups) {
    const group = tally.get(figures.name)!;
    const { searches, positions } = group;
    expect(figures).toMatchObject({ searches, users: group.users.size, conversion_value: group.value });
    expect(figures.zero_result_rate).toMatchObject(rateOf(group.empty, searches)!);
    expect(figures.click_through_rate).toMatchObject(rateOf(group.clicked, searches)!);
    expect(figures.conversion_rate).toMatchObject(rateOf(group.converted, searches)!);
    expect(figures.view_rate).toMatchObject(rateOf(0, searches)!);
    const mean = positions.reduce((sum, position) => sum + position, 0) / positions.length;
    expect(figures.mean_click_position!.value).toBeCloseTo(mean, 10);
    expect(figures.click_through_rate!.difference === null).toBe(figures.control);
  }
  const [control, b] = found.groups.map((group) => group.click_through_rate!);
  expect(b!.difference!.value).toBeCloseTo(b!.value - control!.value, 12);
  const users = [...tally.values()].map((group) => group.users.size);
  const compared = users[0]! + users[1]!;
  expect(found.sample_ratio).toMatchObject({ expected: [0.7, 0.3], users: compared, flagged: false });
  expect(found.sample_ratio.observed).toEqual(users.map((count) => count / compared));
  expect(found.complete).toBe(false);
});

it('a search counts in every layer that was tried for its shopper, and a click with it', async () => {
  const everybody = (index: string | null) => [{ name: 'all', share: 1, index }];
  await assign({ first: everybody(null), second: everybody('shop-b'), third: everybody(null) });
  const { query_id } = await search({ user_token: 'u' });
  expect(await send([click(query_id)])).toEqual({ accepted: 1, rejected: [] });
  const counted = { name: 'all', searches: 1, users: 1, click_through_rate: { value: 1 } };
  for (const layer of ['first', 'second']) expect((await report(layer)).groups).toMatchObject([counted]);
  expect((await report('third')).groups).toMatchObject([{ searches: 0, click_through_rate: null }]);
});

it('the position of a single click is told, without an interval', async () => {
  await assign({ clicks: [{ name: 'all', share: 1, index: null }] });
  const { query_id } = await search({ user_token: 'u' });
  await send([click(query_id, { position: 4 })]);
  const { groups } = await report('clicks');
  expect(groups).toMatchObject([{ mean_click_position: { value: 4, low: null, high: null } }]);
});

it('searches without a shopper or with a variant count nowhere, and their events are taken all the same', async () => {
  await assign({ plain: groupsOf(null) });
  const ids = [
    await search({}),
    await search({ variant: 'b', user_token: 'u' }),
    await search({}, 'elsewhere'),
  ].map(({ query_id }) => query_id);
  expect(await send(ids.map((id) => click(id)))).toEqual({ accepted: 3, rejected: [] });
  const { groups, sample_ratio } = await report('plain');
  expect(groups.map(({ searches }) => searches)).toEqual([0, 0]);
  expect(sample_ratio).toMatchObject({ observed: [0, 0], users: 0, p_value: null, flagged: false });
});

describe('an event', () => {
  let queryId: string;
  beforeAll(async () => {
    await assign({ strict: groupsOf(null) });
    queryId = (await search({ user_token: 'u' })).query_id;
  });
  const clicks = async () =>
    (await report('strict')).groups.reduce((sum, group) => sum + (group.click_through_rate?.value ?? 0), 0);

  it('with the id of another tenant, of no search, or changed, is refused by itself', async () => {
    const stranger = await stack.api.createKey({ organization: 'other' });
    const staging = await stack.api.createKey({ environment: 'staging' });
    const refused = { accepted: 0, rejected: [{ position: 0, code: 'QUERY_UNKNOWN' }] };
    expect(await send([click(queryId)], stranger.text)).toEqual(refused);
    expect(await send([click(queryId)], staging.text)).toEqual(refused);
    const [id, ...sealed] = queryId.split('.');
    const other = encodeId(ID_PREFIX.productQuery, Date.now(), Buffer.alloc(10));
    const wrong = [
      '',
      'q_',
      'q_1',
      `${id}.`,
      queryId.slice(0, -6),
      [other, ...sealed].join('.'),
      `${id}.v1.a.b`,
    ];
    const answer = await send([...wrong.map((one) => click(one)), click(id!)]);
    expect(answer.accepted).toBe(1);
    expect(answer.rejected).toEqual(wrong.map((_, position) => ({ position, code: 'QUERY_UNKNOWN' })));
    expect(await clicks()).toBe(0);
  });

  it('by a key that does not reach the index is refused, one that reaches an alias of it counts', async () => {
    const keyFor = async (indexes: string[]) => {
      const json = { name: 'k', type: 'search', indexes };
      return (await stack.v1<{ key: string }>('/keys', { json })).body.key;
    };
    const refused = { accepted: 0, rejected: [{ position: 0, code: 'QUERY_UNKNOWN' }] };
    expect(await send([click(queryId)], await keyFor(['elsewhere']))).toEqual(refused);
    expect(await clicks()).toBe(0);
    await stack.v1('/aliases/by-alias', { method: 'PUT', json: { index: 'shop' } });
    expect(await send([click(queryId)], await keyFor(['by-*']))).toEqual({ accepted: 1, rejected: [] });
    expect(await clicks()).toBe(1);
  });

  it('more than a day before its search or in the future is refused', async () => {
    const farMs = 1.1 * dayMs;
    const answer = await send(
      [-farMs, 0, farMs].map((ms) => click(queryId, { at: Math.round(Date.now() + ms) })),
    );
    expect(answer.rejected).toEqual([0, 2].map((position) => ({ position, code: 'AT_OUTSIDE' })));
  });

  it('is refused above a hundred of one search', async () => {
    const { query_id } = await search({ user_token: 'u' });
    const events = Array.from({ length: 102 }, (_, n) => click(query_id, { record_id: `r${n}` }));
    const rejected = [100, 101].map((position) => ({ position, code: 'TOO_MANY_EVENTS' }));
    expect(await send(events)).toEqual({ accepted: 100, rejected });
  });

  it.each([
    ['no events', { events: [] }],
    ['too many', { events: Array.from({ length: 1_001 }, () => click('q_1')) }],
    ['an unknown type', { events: [click('q_1', { type: 'buy' })] }],
    ['a position of 0', { events: [click('q_1', { position: 0 })] }],
    ['a negative value', { events: [click('q_1', { value: -1 })] }],
    ['another member', { events: [click('q_1', { text: 'lamp' })] }],
  ])('of a body with %s is a 400', async (_, json) => {
    expect(await stack.v1('/events', { json })).toMatchObject({
      status: 400,
      body: { error: 'VALIDATION_ERROR' },
    });
  });
});

describe('a report', () => {
  it('covers whole days of UTC, and what lies before is not in it', async () => {
    await assign({ days: groupsOf(null) });
    await search({ user_token: 'u' });
    const today = Math.floor(Date.now() / dayMs) * dayMs;
    const found = await report('days', `?from=${today - dayMs + 5}&to=${Date.now()}`);
    expect(found.from).toBe(today - dayMs);
    expect(found.to).toBeGreaterThanOrEqual(today + dayMs);
    const searches = ({ groups }: Report) => groups.reduce((sum, group) => sum + group.searches, 0);
    expect(searches(found)).toBe(1);
    const before = await report('days', `?from=${today - 20 * dayMs}&to=${today - 10 * dayMs}`);
    expect([searches(before), before.complete]).toEqual([0, true]);
  });

  it('has the counts of groups that the layer no longer has', async () => {
    await assign({ former: [{ name: 'gone', share: 1, index: null }] });
    await search({ user_token: 'u' });
    await assign({ former: groupsOf(null) });
    const { groups, sample_ratio } = await report('former');
    expect(groups).toMatchObject([
      { name: 'control' },
      { name: 'b' },
      { name: 'gone', share: null, searches: 1 },
    ]);
    expect(sample_ratio.expected).toEqual([0.5, 0.5]);
    await assign({ another: groupsOf(null) });
    expect((await report('former')).groups).toMatchObject([{ name: 'gone', control: false }]);
  });

  it('flags a split that is not the one of the shares', async () => {
    await assign({ skewed: groupsOf(null, 0.5) });
    const row = await stack.indexRow('shop');
    const day = new Date(Math.floor(Date.now() / dayMs) * dayMs);
    const counts = [600, 400].map((shoppers, n) => ({
      organizationId: row.organizationId,
      environment: row.environment,
      indexId: row._id,
      day,
      layer: 'skewed',
      group: ['control', 'b'][n]!,
      searches: shoppers,
      empty: 0,
      shoppers: Array.from({ length: shoppers }, (_, shopper) => (2 * shopper + n) / 2_000),
    }));
    await stack.api.stores.experimentDays.addSearches(1_000_000, counts);
    const { sample_ratio } = await report('skewed');
    expect(sample_ratio).toMatchObject({ observed: [0.6, 0.4], users: 1_000, flagged: true });
    // A chi-square of 40 with one degree of freedom.
    expect(sample_ratio.p_value! / 2.5396e-10).toBeCloseTo(1, 3);
  });

  it.each([
    ['an unknown layer', '/indexes/shop/experiments/unknown', 404, 'LAYER_NOT_FOUND'],
    ['an unknown index', '/indexes/unknown/experiments/days', 404, 'INDEX_NOT_FOUND'],
    ['an alias', '/indexes/by-alias/experiments/days', 409, 'ALIAS_NOT_INDEX'],
    [
      'an empty window',
      '/indexes/shop/experiments/days?from=1763666138226&to=1763500000000',
      400,
      'VALIDATION_ERROR',
    ],
    ['too long a window', '/indexes/shop/experiments/days?from=0', 400, 'VALIDATION_ERROR'],
    ['no number', '/indexes/shop/experiments/days?from=yesterday', 400, 'VALIDATION_ERROR'],
  ])('of %s is refused', async (_, path, status, error) => {
    expect(await stack.v1(path)).toMatchObject({ status, body: { error } });
  });

  it('is not for keys that search', async () => {
    const key = (await stack.v1<{ key: string }>('/keys', { json: { name: 'k', type: 'search' } })).body.key;
    expect((await stack.v1('/indexes/shop/experiments/days', { key })).status).toBe(403);
  });
});

it('counts and events go with their index', async () => {
  await stack.createIndex('brief');
  await stack.stage('brief', [{ id: 'a', title: 'lamp' }]);
  await stack.built('brief');
  await assign({ ranking: groupsOf(null) }, 'brief');
  const { query_id } = await search({ user_token: 'u' }, 'brief');
  await send([click(query_id)]);
  expect((await report('ranking', '', 'brief')).groups.some(({ searches }) => searches === 1)).toBe(true);
  const { _id: indexId } = await stack.indexRow('brief');
  const rowsOf = (collection: string) =>
    stack.api.mongo.db.collection(collection).countDocuments({ indexId });
  expect([await rowsOf('experiment_days'), await rowsOf('search_events')]).toEqual([1, 1]);
  const deletion = await stack.v1<{ job: JobResource }>('/indexes/brief', { method: 'DELETE' });
  expect(await stack.endedJob(deletion.body.job.id)).toMatchObject({ status: 'succeeded' });
  expect([await rowsOf('experiment_days'), await rowsOf('search_events')]).toEqual([0, 0]);
  const refused = { accepted: 0, rejected: [{ position: 0, code: 'QUERY_UNKNOWN' }] };
  expect(await send([click(query_id, { record_id: 'b' })])).toEqual(refused);
});
