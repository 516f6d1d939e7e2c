import { tableOf } from '../../../src/stores/products/product-builds';
import { type ProgramProcess } from '../../setup/program-process';
import { type OwnStack, startOwnStack } from '../../setup/own-stack';

interface Deleted {
  matched: number;
  seq_from: number | null;
  seq_to: number | null;
  job: { id: string; type: string } | null;
}
interface Refused {
  error: string;
  position?: number;
  expected?: string[];
  param?: string;
  details?: { path: string }[];
}

let stack: OwnStack;
let worker: ProgramProcess;
let count = 0;
beforeAll(async () => {
  stack = await startOwnStack();
  worker = await stack.startWorker();
});
afterAll(() => stack.close());

const shoes = [
  { id: 'a', title: 'Running shoe', brand: 'Acme', price: 50, width: '9 cm', discontinued: true },
  { id: 'b', title: 'Walking shoe', brand: 'Bolt', price: 80, width: '3.5 in', discontinued: false },
  { id: 'c', title: 'Dancing shoe', brand: 'Acme', price: 20, width: '11 cm', discontinued: true },
  { id: 'd', title: 'Shoe without a price', brand: 'Bolt', width: '11 cm' },
];

async function shop(): Promise<string> {
  const index = `shoes-${count++}`;
  await stack.createIndex(index);
  await stack.stage(index, shoes);
  expect(await stack.built(index)).toMatchObject({ status: 'succeeded' });
  return index;
}

const removal = <T = Deleted>(
  index: string,
  json: unknown,
  options: { key?: string; headers?: Record<string, string>; wait?: string } = {},
) =>
  stack.v1<T>(`/indexes/${index}/records/delete${options.wait ?? ''}`, { method: 'POST', json, ...options });

/** Adds documents with a price of 999 that searches find, and that no record is behind. */
async function addFound(index: string, count: number): Promise<void> {
  const { physicalIndexes, stores } = stack.api.deps;
  const { buildId, physical } = (await stack.indexRow(index)).served!;
  const { fields } = tableOf((await stores.productBuilds.get(buildId))!)!;
  const { column } = fields.find(({ path }) => path[0] === 'price')!;
  const documents = Array.from({ length: count }, (_, n) => {
    const id = `found-${n}`;
    return { id, version: 1, body: JSON.stringify({ id, r: '{}', [column!]: 999 }) };
  });
  expect(await physicalIndexes.write(physical, documents)).toEqual([]);
  await physicalIndexes.refresh(physical);
}

const ids = async (index: string) => (await stack.search(index)).hits.map(({ id }) => id).sort();

test('the records that pass go, and a repeated request with its key deletes no others', async () => {
  const index = await shop();
  const headers = { 'Idempotency-Key': 'delete-1' };
  const first = await removal(
    index,
    { filter: 'discontinued = true AND price >= 20' },
    { wait: '?wait=10s', headers },
  );
  expect(first.status).toBe(200);
  expect(first.body).toEqual({
    matched: 2,
    seq_from: expect.any(Number) as number,
    seq_to: first.body.seq_from! + 1,
    job: { id: expect.stringMatching(/^job_/) as string, type: 'index.write' },
  });
  expect(await ids(index)).toEqual(['b', 'd']);
  expect((await stack.v1(`/indexes/${index}/records/a`)).status).toBe(404);
  await stack.v1(`/indexes/${index}/records/e?wait=10s`, { method: 'PUT', json: { ...shoes[0], id: 'e' } });
  const again = await removal(
    index,
    { filter: 'discontinued = true AND price >= 20' },
    { wait: '?wait=10s', headers },
  );
  expect([again.headers.get('idempotent-replayed'), again.body]).toEqual(['true', first.body]);
  expect(await ids(index)).toEqual(['b', 'd', 'e']);
  expect((await removal(index, { filters: { price: { lt: 1 } } })).body).toEqual({
    matched: 0,
    seq_from: null,
    seq_to: null,
    job: null,
  });
  expect(
    (await removal(index, { filter: 'width < 4 in', filters: { brand: 'Bolt' } }, { wait: '?wait=10s' })).body
      .matched,
  ).toBe(1);
  expect(await ids(index)).toEqual(['d', 'e']);
});

test('writes that are kept but not yet applied decide which records pass', async () => {
  const index = await shop();
  await worker.sigterm();
  const write = (method: string, id: string, json?: object) =>
    stack.v1(`/indexes/${index}/records/${id}`, { method, ...(json === undefined ? {} : { json }) });
  await write('PATCH', 'a', { discontinued: false });
  await write('PATCH', 'b', { discontinued: true });
  await write('PUT', 'e', { id: 'e', title: 'New shoe', discontinued: true });
  await write('PUT', 'f', { id: 'f', title: 'Other shoe', discontinued: 'no' });
  const { status, body } = await removal(index, { filter: 'discontinued = true' });
  expect([status, body.matched]).toEqual([202, 3]);
  expect((await write('GET', 'b')).status).toBe(404);
  expect((await write('GET', 'a')).status).toBe(200);
  worker = await stack.startWorker();
  await stack.endedJob(body.job!.id);
  expect(await ids(index)).toEqual(['a', 'd', 'f']);
});

describe('a deletion is refused', () => {
  let index: string;
  beforeAll(async () => {
    index = await shop();
  });
  afterEach(async () => {
    expect(await ids(index)).toEqual(['a', 'b', 'c', 'd']);
  });

  test.each<[string, unknown, number, Partial<Refused>]>([
    ['without a filter', {}, 400, { error: 'VALIDATION_ERROR' }],
    ['with a blank one', { filter: ' ' }, 400, { error: 'VALIDATION_ERROR' }],
    ['with an empty object', { filters: {} }, 400, { error: 'VALIDATION_ERROR' }],
    ['with an unknown member', { filter: 'price > 1', dry_run: true }, 400, { error: 'VALIDATION_ERROR' }],
    [
      'with a wrong expression',
      { filter: 'discontinued = true AND prise < 5' },
      400,
      {
        error: 'FILTER_INVALID',
        param: 'filter',
        position: 24,
        expected: ['price', 'id', 'brand', 'width', 'discontinued'],
      },
    ],
    [
      'with a wrong value by field',
      { filters: { price: { lt: 'cheap' } } },
      400,
      {
        error: 'FILTER_INVALID',
        param: 'filters',
        expected: ['number'],
        details: [expect.objectContaining({ path: 'body.filters.price.lt' }) as { path: string }],
      },
    ],
    [
      'with a filter that is too long',
      { filter: `price > 1${' '.repeat(9_000)}` },
      400,
      { error: 'FILTER_INVALID', position: 8_192 },
    ],
  ])('%s', async (_, json, status, refusal) => {
    const answer = await removal<Refused>(index, json);
    expect(answer.status).toBe(status);
    expect(answer.body).toMatchObject(refusal);
  });

  test.each([
    ['more records than one request deletes', 20_001, 400],
    ['no more than that', 20_000, 202],
  ])('for %s: %d pass', async (_, count, status) => {
    const big = await shop();
    await addFound(big, count);
    const { status: answered, body } = await removal<Refused>(big, { filter: 'price = 999' });
    expect(answered).toBe(status);
    if (status === 400)
      expect(body).toMatchObject({
        error: 'VALIDATION_ERROR',
        details: [{ path: 'body.filter', message: expect.stringContaining('20001 records pass') as string }],
      });
    expect((await stack.search(big, 'shoe')).total).toBe(4);
  });

  test('with 503 while live writes wait that it would have to look at one by one', async () => {
    const behind = await shop();
    await worker.sigterm();
    const { _id: indexId, sequence } = await stack.indexRow(behind);
    const changes = Array.from({ length: 5_001 }, (_, n) => ({
      recordId: `late-${n}`,
      op: 'put' as const,
      text: `{"id": "late-${n}", "price": ${n === 5_000 ? 50 : 1}}`,
    }));
    await stack.api.deps.stores.writeLive(indexId, { changes, allOrNothing: true });
    const { status, headers, body } = await removal<Refused>(behind, { filter: 'price = 50' });
    expect([status, body.error, headers.get('retry-after')]).toEqual([503, 'INDEXING_UNAVAILABLE', '5']);
    expect((await stack.indexRow(behind)).sequence).toBe(sequence + changes.length);
    worker = await stack.startWorker();
    // The writes went past the API, which starts the run; another one starts it at once.
    await stack.v1(`/indexes/${behind}/records/late-0`, { method: 'PUT', json: { id: 'late-0', price: 1 } });
    while ((await stack.indexRow(behind)).appliedThrough < sequence + changes.length) continue;
    expect((await removal(behind, { filter: 'price = 50' })).body.matched).toBe(2);
  });

  test('by a key that only searches', async () => {
    const key = await stack.api.createKey({ permissions: ['query'] });
    const { status, body } = await removal<Refused>(index, { filter: 'price > 1' }, { key: key.text });
    expect([status, body.error]).toEqual([403, 'FORBIDDEN']);
  });

  test('before the first build, for unknown indexes, and where records are restricted', async () => {
    await stack.createIndex(`empty-${count}`);
    const filter = 'price > 1';
    expect((await removal<Refused>(`empty-${count}`, { filter })).body.error).toBe('INDEX_NOT_READY');
    expect((await removal<Refused>('unknown', { filter })).body.error).toBe('INDEX_NOT_FOUND');
    await stack.createIndex(`kept-${count}`, { settings: { tenant_field: 'brand' } });
    const key = await stack.api.createKey({ permissions: ['products-write'] });
    const kept = await removal<Refused>(`kept-${count}`, { filter }, { key: key.text });
    expect([kept.status, kept.body.error]).toEqual([403, 'ACCESS_DENIED']);
  });
});
