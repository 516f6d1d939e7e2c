import { type JobResource } from '../../../api/products/jobs/schema';
import { type SearchAnswer } from '../../setup/product-calls';
import { startStack } from '../../setup/stack';
import { type Stack } from '../../setup/stack-parts';

interface Served extends SearchAnswer {
  index: string;
  served_by: { index: string; layer: string | null; group: string | null };
}
interface Refusal {
  error: string;
  details?: { path: string; message: string }[];
}

const settings = { acl: { field: 'acl', missing: 'public' } };
let stack: Stack;
beforeAll(async () => {
  stack = await startStack();
  await stack.createIndex('shop', { settings: { ...settings, facets: ['brand'] } });
  await stack.stage('shop', [
    { id: 'a', title: 'lamp', brand: 'x' },
    { id: 'b', title: 'lamp', brand: 'y' },
  ]);
  expect(await stack.built('shop')).toMatchObject({ status: 'succeeded' });
  expect(await copied('shop', { name: 'shop-b' })).toMatchObject({ status: 'succeeded' });
});
afterAll(() => stack.close());

const copy = (name: string, json: object) =>
  stack.v1<{ job: JobResource | null; index: { name: string } }>(`/indexes/${name}/copy`, { json });
const copied = async (name: string, json: object) => stack.endedJob((await copy(name, json)).body.job!.id);
const path = '/indexes/shop/assignment';
const put = (json: object) => stack.v1<Refusal>(path, { method: 'PUT', json });
const half = (index: string | null, id = 'ranking') => ({
  id,
  salt: `${id}-1`,
  groups: [
    { name: 'control', share: 0.5, index: null },
    { name: 'b', share: 0.5, index },
  ],
});
async function search(json: object, index = 'shop') {
  const { status, body, text } = await stack.v1<Served>(`/indexes/${index}/search`, { json });
  if (status !== 200) throw new Error(`${status} ${text}`);
  return body;
}
const refusal = async (answer: ReturnType<Stack['v1']>) => {
  const { status, body } = await answer;
  return [status, (body as Refusal).error];
};

describe('a copy', () => {
  it('serves what the original served, with its settings', async () => {
    const [original, made] = await Promise.all(['shop', 'shop-b'].map((name) => stack.search(name, 'lamp')));
    expect(made!.hits).toEqual(original!.hits);
    const kept = await stack.v1<{ settings: object }>('/indexes/shop-b/settings');
    expect(kept.body.settings).toEqual({ ...settings, facets: ['brand'] });
  });

  it('has live writes of the original, and what is staged only where nothing is served', async () => {
    await stack.createIndex('live');
    await stack.stage('live', [{ id: 'old', title: 'lamp' }]);
    expect(await copied('live', { name: 'live-staged' })).toMatchObject({ status: 'succeeded' });
    await stack.built('live');
    await stack.v1('/indexes/live/records/new?wait=10s', {
      method: 'PUT',
      json: { id: 'new', title: 'lamp' },
    });
    await stack.v1('/indexes/live/records/old?wait=10s', { method: 'DELETE' });
    await stack.stage('live', [{ id: 'later', title: 'lamp' }]);
    expect(await copied('live', { name: 'live-b' })).toMatchObject({ status: 'succeeded' });
    const ids = async (name: string) => (await stack.search(name)).hits.map(({ id }) => id);
    expect([await ids('live-staged'), await ids('live-b')]).toEqual([['old'], ['new']]);
  });

  it('without records is empty, and without settings keeps the access rules', async () => {
    const { status, body } = await copy('shop', { name: 'shop-empty', records: false, settings: false });
    expect([status, body.job]).toEqual([202, null]);
    const kept = await stack.v1<{ settings: object }>('/indexes/shop-empty/settings');
    expect(kept.body.settings).toEqual(settings);
    expect(await refusal(copy('shop', { name: 'shop-b' }))).toEqual([409, 'INDEX_EXISTS']);
    expect(await refusal(copy('shop-empty', { name: 'shop-c' }))).toEqual([422, 'NO_DOCUMENTS']);
  });
});

describe('an assignment', () => {
  afterEach(() => put({}));

  it('is read as it was put, and empty at first and at the end', async () => {
    const read = async () => (await stack.v1(path)).body;
    const empty = { index: 'shop', assignment: {} };
    expect(await read()).toEqual(empty);
    const layers = [half('shop-b'), half('shop-b', 'prices')];
    expect((await put({ layers })).status).toBe(200);
    expect(await read()).toEqual({ index: 'shop', assignment: { layers } });
    expect(await stack.getIndex('shop')).toMatchObject({ copies: ['shop-b'], assignment_layers: 2 });
    expect((await stack.v1(path, { method: 'DELETE' })).status).toBe(204);
    expect(await read()).toEqual(empty);
    await put({ layers });
    expect((await put({})).status).toBe(200);
    expect(await read()).toEqual(empty);
  });

  it('gives each shopper one index, by the alias too, and none without a token', async () => {
    await put({ layers: [half('shop-b')] });
    await stack.v1('/aliases/by-alias', { method: 'PUT', json: { index: 'shop' } });
    const tokens = Array.from({ length: 20 }, (_, n) => `u-${n}`);
    const served = await Promise.all(tokens.map((user_token) => search({ user_token })));
    const again = await Promise.all(tokens.map((user_token) => search({ user_token }, 'by-alias')));
    expect(again.map(({ served_by }) => served_by)).toEqual(served.map(({ served_by }) => served_by));
    expect(new Set(served.map(({ served_by }) => JSON.stringify(served_by)))).toEqual(
      new Set([
        JSON.stringify({ index: 'shop', layer: 'ranking', group: 'control' }),
        JSON.stringify({ index: 'shop-b', layer: 'ranking', group: 'b' }),
      ]),
    );
    expect(new Set(served.map(({ index }) => index))).toEqual(new Set(['shop']));
    expect((await search({})).served_by).toEqual({ index: 'shop', layer: null, group: null });
  });

  it('serves a variant that is asked for by name', async () => {
    await put({ layers: [half('shop-b')] });
    expect((await search({ variant: 'b', user_token: 'u-1' })).served_by).toMatchObject({ index: 'shop-b' });
    expect((await search({ variant: 'control' })).served_by).toMatchObject({
      index: 'shop',
      group: 'control',
    });
    const unknown = stack.v1('/indexes/shop/search', { json: { variant: 'c' } });
    expect(await refusal(unknown)).toEqual([404, 'VARIANT_NOT_FOUND']);
    const none = stack.v1('/indexes/shop-b/search', { json: { variant: 'b' } });
    expect(await refusal(none)).toEqual([404, 'VARIANT_NOT_FOUND']);
  });

  it.each([
    ['shares that do not sum to one', { ...half(null), groups: [{ name: 'a', share: 0.9, index: null }] }],
    ['a group name twice', { ...half(null), groups: [0.5, 0.5].map((share) => ({ name: 'a', share, index: null })) }],
    ['a share of nothing', { ...half(null), groups: [{ name: 'a', share: 0, index: null }, { name: 'b', share: 1, index: null }] }],
    ['a copy that is not there', half('unknown')],
    ['the index itself', half('shop')],
    ['a layer without groups', { ...half(null), groups: [] }],
  ])('refuses %s', async (_, layer) => {
    expect(await refusal(put({ layers: [layer] }))).toEqual([400, 'VALIDATION_ERROR']);
  }); // prettier-ignore

  it('refuses a copy that is not built, has an assignment, or other access rules', async () => {
    await stack.createIndex('unbuilt', { settings });
    expect(await refusal(put({ layers: [half('unbuilt')] }))).toEqual([409, 'INDEX_NOT_READY']);
    await stack.createIndex('open');
    await stack.stage('open', [{ id: 'a', title: 'lamp' }]);
    await stack.built('open');
    expect(await refusal(put({ layers: [half('open')] }))).toEqual([403, 'FORBIDDEN']);
    await stack.v1('/indexes/shop-b/assignment', { method: 'PUT', json: { layers: [half(null)] } });
    expect(await refusal(put({ layers: [half('shop-b')] }))).toEqual([400, 'VALIDATION_ERROR']);
    await stack.v1('/indexes/shop-b/assignment', { method: 'DELETE' });
    expect((await put({ layers: [half('shop-b'), half('shop-b')] })).body.details).toMatchObject([
      { path: 'body.layers.1.id' },
    ]);
  });

  it('falls back to the index itself where a copy is deleted, and does not trust another of its name', async () => {
    await copied('shop', { name: 'brief' });
    await put({ layers: [{ ...half('brief'), groups: [{ name: 'all', share: 1, index: 'brief' }] }] });
    expect((await search({ user_token: 'u' })).served_by).toMatchObject({ index: 'brief', group: 'all' });
    const gone = await stack.v1<{ job: JobResource }>('/indexes/brief', { method: 'DELETE' });
    const itself = { index: 'shop', layer: null, group: null };
    expect((await search({ user_token: 'u' })).served_by).toEqual(itself);
    await stack.endedJob(gone.body.job.id);
    expect((await search({ user_token: 'u' })).served_by).toEqual(itself);
    expect(await refusal(stack.v1('/indexes/shop/search', { json: { variant: 'all' } }))).toEqual([
      409,
      'INDEX_NOT_READY',
    ]);
    await stack.createIndex('brief');
    await stack.stage('brief', [{ id: 'secret', title: 'lamp', acl: ['nobody'] }]);
    await stack.built('brief');
    expect((await search({ user_token: 'u' })).served_by).toEqual(itself);
  });
});
