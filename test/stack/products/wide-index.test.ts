import { wideRecord } from '../../../bench/generate/product-records';
import { fieldsPerIndexMax } from '../../../src/domain/products/limits';
import { startStack } from '../../setup/stack';
import { type Stack } from '../../setup/stack-parts';

interface Answer {
  total: number;
  hits: Record<string, unknown>[];
  facets: Record<string, { value: unknown; count: number }[]>;
}

const seed = 7;
const records = Array.from({ length: 60 }, (_, place) => wideRecord(seed, place, fieldsPerIndexMax));
/** The last fields of a record, one of each type. */
const [number, word, text] = [996, 997, 995].map((n) => `field_${n}`) as [string, string, string];

let stack: Stack;
beforeAll(async () => {
  stack = await startStack();
  await stack.createIndex('wide');
  await stack.stage('wide', records);
});
afterAll(() => stack.close());

const search = async (json: object) => {
  const { status, body } = await stack.v1<Answer>('/indexes/wide/search', { method: 'POST', json });
  expect(status).toBe(200);
  return body;
};

test('an index with as many fields as there may be builds, and answers by each kind of them', async () => {
  expect(new Set(records.flatMap((record) => Object.keys(record))).size).toBe(fieldsPerIndexMax);
  expect(await stack.built('wide')).toMatchObject({ status: 'succeeded', result: { records: 60 } });
  const seventh = records[7]!;
  expect((await search({ query: String(seventh[text]) })).hits[0]).toMatchObject({ id: seventh.id });
  const value = Number(seventh[number]);
  const equal = records.filter((record) => record[number] === value).map(({ id }) => id);
  expect((await search({ filter: `${number} = ${value}` })).hits.map(({ id }) => id)).toEqual(equal);
  const sorted = await search({ sort: [{ field: number, order: 'desc' }], per_page: 60 });
  const values = sorted.hits.map((hit) => Number(hit[number]));
  expect(values).toEqual([...values].sort((a, b) => b - a));
  const { facets } = await search({ facet_keys: [word] });
  expect(facets[word]!.reduce((sum, { count }) => sum + count, 0)).toBe(60);
});

test('a record with one field more is refused by its build, which names the bound', async () => {
  await stack.stage('wide', [wideRecord(seed, 99, fieldsPerIndexMax + 1)]);
  expect(await stack.built('wide')).toMatchObject({
    status: 'failed',
    error_code: 'BUILD_QUALITY',
    error: expect.stringContaining('1000') as string,
  });
  expect((await search({})).total).toBe(60);
});

describe('a record is refused where it is sent, and the index builds afterwards', () => {
  const tooWide = wideRecord(seed, 98, fieldsPerIndexMax + 1);
  const fault = { code: 'TOO_MANY_FIELDS' };
  const path = '/indexes/narrow/records';
  const sendAll = (json: object, query = '') => stack.v1<object>(`${path}${query}`, { json });

  beforeAll(async () => {
    await stack.createIndex('narrow');
    await stack.stage('narrow', [{ id: 'a', title: 'Lamp' }]);
    await stack.built('narrow');
  });

  test('with more fields than an index has', async () => {
    expect(await sendAll([{ id: 'b' }, tooWide])).toMatchObject({
      status: 422,
      body: { details: [{ ...fault, index: 1, id: tooWide.id }] },
    });
    expect(await sendAll([{ id: 'b' }, tooWide], '?on_error=skip')).toMatchObject({
      status: 200,
      body: { staged: 1, rejected: 1, errors: [{ ...fault, index: 1 }] },
    });
    const one = await stack.v1(`${path}/${String(tooWide.id)}`, { method: 'PUT', json: tooWide });
    expect(one).toMatchObject({ status: 400, body: { error: 'VALIDATION_ERROR', details: [fault] } });
    const operations = [{ op: 'upsert', record: tooWide }];
    expect(await stack.v1(`${path}/batch`, { json: { operations } })).toMatchObject({
      status: 422,
      body: { details: [fault] },
    });
  });

  test('that would bring the fields of uploads and writes between two builds over the limit', async () => {
    const others = (name: string, count: number) =>
      Object.fromEntries(Array.from({ length: count }, (_, n) => [`${name}${n}`, n]));
    await stack.createIndex('between');
    const to = '/indexes/between/records';
    const send = (json: object, query = '') => stack.v1<object>(`${to}${query}`, { json });
    expect(await send([{ id: 'a', ...others('a', 600) }])).toMatchObject({ status: 200 });
    const tooMany = { id: 'b', ...others('b', 400) };
    expect(await send([{ id: 'c' }, tooMany])).toMatchObject({
      status: 422,
      body: { details: [{ ...fault, index: 1, id: 'b' }] },
    });
    expect(await send([{ id: 'c' }, tooMany], '?on_error=skip')).toMatchObject({
      status: 200,
      body: { staged: 1, rejected: 1 },
    });
    expect(await stack.v1(`${to}/b`, { method: 'PUT', json: tooMany })).toMatchObject({
      status: 400,
      body: { error: 'VALIDATION_ERROR', details: [fault] },
    });
    const operations = [{ op: 'upsert', record: tooMany }];
    expect(await stack.v1(`${to}/batch`, { json: { operations } })).toMatchObject({
      status: 422,
      body: { details: [{ ...fault, id: 'b' }] },
    });
    expect(
      await stack.v1(`${to}/b`, { method: 'PUT', json: { id: 'b', ...others('b', 399) } }),
    ).toMatchObject({
      status: 202,
    });
    expect(await stack.built('between')).toMatchObject({ status: 'succeeded', result: { records: 3 } });
    expect(await send([{ id: 'b', ...others('a', 600) }], '?mode=replace_all')).toMatchObject({
      status: 200,
    });
    expect(await send([tooMany])).toMatchObject({ status: 422 });
    expect(await send([{ id: 'b', ...others('b', 399) }])).toMatchObject({ status: 200 });
    expect(await stack.built('between')).toMatchObject({ status: 'succeeded', result: { records: 1 } });
  });

  test('that would bring the served fields over the limit', async () => {
    const full = wideRecord(seed, 97, fieldsPerIndexMax);
    const others = Object.fromEntries(
      Object.entries(full).filter(([member]) => member !== 'id' && member !== 'title'),
    );
    const record = { ...others, id: 'full', one_more: 1 };
    expect(await sendAll([record])).toMatchObject({ status: 422, body: { details: [fault] } });
    const patch = await stack.v1(`${path}/a`, { method: 'PATCH', json: { ...others, one_more: 1 } });
    expect(patch).toMatchObject({ status: 400, body: { details: [fault] } });
    expect(await stack.built('narrow')).toMatchObject({ status: 'succeeded', result: { records: 2 } });
  });
});
