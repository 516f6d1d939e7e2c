import { type CreatedKey } from '../../../api/products/keys/schema';
import { type SearchAnswer } from '../../setup/product-calls';
import { startStack } from '../../setup/stack';
import { type Stack } from '../../setup/stack-parts';

interface Alias {
  alias: string;
  index: string | null;
  previous: string | null;
}

let stack: Stack;
let count = 0;
beforeAll(async () => {
  stack = await startStack();
  for (const name of ['one', 'two']) {
    await stack.createIndex(name);
    await stack.stage(name, [{ id: name, title: 'lamp' }]);
    expect(await stack.built(name)).toMatchObject({ status: 'succeeded' });
  }
});
afterAll(() => stack.close());

const fresh = () => `shop-${count++}`;
const point = (alias: string, index: string, key?: string) =>
  stack.v1<Alias>(`/aliases/${alias}`, {
    method: 'PUT',
    json: { index },
    ...(key === undefined ? {} : { key }),
  });
const act = (actions: { alias: string; index: string | null }[]) =>
  stack.v1<{ aliases: Alias[] }>('/aliases', { json: { actions } });
const target = async (alias: string) => (await stack.v1<Alias>(`/aliases/${alias}`)).body.index;
const refusal = async (answer: ReturnType<Stack['v1']>) => {
  const { status, body } = await answer;
  return [status, (body as { error: string }).error];
};

it('an alias is found by searches and reads of records, and moves at once', async () => {
  const alias = fresh();
  expect((await point(alias, 'one')).body).toMatchObject({ alias, index: 'one', previous: null });
  const first = await stack.v1<SearchAnswer & { index: string }>(`/indexes/${alias}/search`, {
    json: { query: 'lamp' },
  });
  expect([first.body.index, first.body.hits.map(({ id }) => id)]).toEqual(['one', ['one']]);
  expect((await stack.v1(`/indexes/${alias}/records/one`)).status).toBe(200);
  expect((await point(alias, 'two')).body).toMatchObject({ index: 'two', previous: 'one' });
  expect((await stack.search(alias, 'lamp')).hits.map(({ id }) => id)).toEqual(['two']);
  expect((await stack.getIndex('two')).aliases).toContain(alias);
  expect((await stack.v1(`/aliases/${alias}`, { method: 'DELETE' })).status).toBe(204);
  expect(await refusal(stack.v1(`/indexes/${alias}/search`, { json: {} }))).toEqual([404, 'INDEX_NOT_FOUND']);
});

it('a query parameter that the route does not have is refused in the form of /v1', async () => {
  const { status, body } = await stack.v1<{ details: object[] }>('/aliases?indexes=one');
  expect([status, body.details]).toEqual([
    400,
    [{ path: 'query.indexes', code: 'extra_forbidden', message: 'is not a parameter' }],
  ]);
});

it('routes that change or describe an index refuse its alias', async () => {
  const alias = fresh();
  await point(alias, 'one');
  const path = `/indexes/${alias}`;
  for (const answer of [
    stack.v1(path),
    stack.v1(path, { method: 'DELETE' }),
    stack.v1(`${path}/settings`),
    stack.v1(`${path}/settings`, { method: 'PUT', json: {} }),
    stack.v1(`${path}/build`, { method: 'POST' }),
    stack.v1(`${path}/records`, { json: [{ id: 'x' }] }),
    stack.v1(`${path}/records/x`, { method: 'PUT', json: { id: 'x' } }),
    stack.v1(`${path}/assignment`),
    stack.v1(`${path}/copy`, { json: { name: fresh() } }),
  ])
    expect(await refusal(answer)).toEqual([409, 'ALIAS_NOT_INDEX']);
});

it('actions are done all or none', async () => {
  const [a, b] = [fresh(), fresh()];
  await act([
    { alias: a, index: 'one' },
    { alias: b, index: 'one' },
  ]);
  for (const [wrong, refused] of [
    [{ alias: fresh(), index: 'none' }, [404, 'INDEX_NOT_FOUND']],
    [{ alias: fresh(), index: b }, [409, 'ALIAS_NOT_INDEX']],
    [{ alias: 'two', index: 'one' }, [409, 'INDEX_EXISTS']],
    [{ alias: fresh(), index: null }, [404, 'ALIAS_NOT_FOUND']],
    [{ alias: a, index: 'one' }, [400, 'VALIDATION_ERROR']],
  ] as const) {
    expect(await refusal(act([{ alias: a, index: 'two' }, wrong]))).toEqual(refused);
    expect(await target(a)).toBe('one');
  }
  const { body } = await act([
    { alias: a, index: 'two' },
    { alias: b, index: null },
  ]);
  expect(body.aliases).toMatchObject([
    { alias: a, index: 'two', previous: 'one' },
    { alias: b, index: null, previous: 'one' },
  ]);
});

it('indexes and aliases share one space of names, also when both are made at once', async () => {
  for (let n = 0; n < 5; n++) {
    const name = fresh();
    const made = await Promise.all([
      stack.v1('/indexes', { json: { name } }),
      point(name, 'one'),
      stack.v1('/indexes', { json: { name } }),
    ]);
    expect(made.filter(({ status }) => status < 300)).toHaveLength(1);
    for (const { status, body } of made)
      if (status >= 300) expect((body as { error?: string }).error).toBe('INDEX_EXISTS');
  }
});

it('an index to which aliases point is deleted with them, or not at all', async () => {
  const [name, alias] = [fresh(), fresh()];
  await stack.createIndex(name);
  await point(alias, name);
  const kept = await stack.v1<{ error: string; details: { path: string }[] }>(`/indexes/${name}`, {
    method: 'DELETE',
  });
  expect([kept.status, kept.body.error, kept.body.details.map(({ path }) => path)]).toEqual([
    409,
    'INDEX_HAS_ALIAS',
    [alias],
  ]);
  const gone = await stack.v1<{ job: { id: string } }>(`/indexes/${name}?aliases=detach`, {
    method: 'DELETE',
  });
  expect(gone.status).toBe(202);
  expect(await refusal(stack.v1(`/aliases/${alias}`))).toEqual([404, 'ALIAS_NOT_FOUND']);
  expect(await stack.endedJob(gone.body.job.id)).toMatchObject({ status: 'succeeded' });
});

it('a key reaches the aliases of its patterns, and points them at indexes of its patterns only', async () => {
  const create = async (members: object) =>
    (await stack.v1<CreatedKey>('/keys', { json: { name: 'k', ...members } })).body.key;
  const writer = await create({ type: 'write', indexes: ['mine*', 'one'] });
  expect((await point('mine-1', 'one', writer)).status).toBe(200);
  expect(await refusal(point('mine-2', 'two', writer))).toEqual([403, 'FORBIDDEN']);
  expect(await refusal(point('other', 'one', writer))).toEqual([403, 'FORBIDDEN']);
  const reader = await create({ type: 'search', indexes: ['mine*'] });
  const searched = await stack.v1(`/indexes/mine-1/search`, { key: reader, json: {} });
  expect(searched.status).toBe(200);
  expect(await refusal(stack.v1('/indexes/one/search', { key: reader, json: {} }))).toEqual([
    403,
    'FORBIDDEN',
  ]);
  const listed = await stack.v1<{ aliases: Alias[] }>('/aliases', { key: writer });
  expect(listed.body.aliases.map(({ alias }) => alias)).toEqual(['mine-1']);
});

it('aliases of another organization are unknown', async () => {
  const alias = fresh();
  await point(alias, 'one');
  const { text: key } = await stack.api.createKey({ organization: 'else', permissions: ['products-admin'] });
  expect(await refusal(stack.v1(`/aliases/${alias}`, { key }))).toEqual([404, 'ALIAS_NOT_FOUND']);
  expect(await refusal(stack.v1(`/indexes/${alias}/search`, { key, json: {} }))).toEqual([
    404,
    'INDEX_NOT_FOUND',
  ]);
});
