import { request as httpRequest } from 'node:http';
import { gzipSync } from 'node:zlib';
import { type UploadResource } from '../../../api/products/records/schema';
import { newId } from '../../../src/stores/mongo/new-id';
import { startApi, type TestApi, type TestKey } from '../../setup/api';

interface Refusal {
  error: string;
  status_code: number;
  details: {
    line: number | null;
    index: number | null;
    id: string | null;
    code: string;
    field: string | null;
  }[];
  id_suggestion?: {
    pick: string | null;
    id_candidates: string[];
    near: { field: string; missing: number }[];
  };
}

let api: TestApi;
let key: TestKey;
let named = 0;
beforeAll(async () => {
  api = await startApi();
  key = await api.createKey();
});
afterAll(() => api.close());

async function newIndex(members: object = {}): Promise<string> {
  const name = `i${named++}`;
  await api.stores.productIndexes.create({
    _id: newId('idx_'),
    organizationId: key.organizationId,
    environment: 'production',
    name,
    idField: 'id',
    settings: {},
    ...members,
  });
  return name;
}

/** Uploads, and waits where the ten uploads a second of an organization are used up. */
async function upload<T = UploadResource>(
  index: string,
  body: string | Buffer,
  {
    query = '',
    type = 'application/x-ndjson',
    headers = {},
  }: { query?: string; type?: string; headers?: object } = {},
) {
  for (;;) {
    const answer = await api.request<T>(`/v1/indexes/${index}/records${query}`, {
      method: 'POST',
      key: key.text,
      body: body as never,
      headers: { 'content-type': type, ...headers },
    });
    if (answer.status !== 429) return answer;
    await new Promise((resolve) => setTimeout(resolve, 100));
  }
}

const row = async (name: string) =>
  (await api.stores.productIndexes.find(
    { organizationId: key.organizationId, environment: 'production' },
    name,
  ))!;
const entriesOf = async (name: string) =>
  api.mongo.db.collection('product_entries').countDocuments({ indexId: (await row(name))._id });
const recordOf = async (name: string, id: string) =>
  api.request(`/v1/indexes/${name}/records/${id}`, { key: key.text });

const lines = '{"id":"a","price":1.10}\r\n\n{"id":"b","n":12345678901234567890}\n';
const array = '[{"id":"a","price":1.10},{"id":"b","n":12345678901234567890}]';

test.each([
  ['NDJSON', lines, 'application/x-ndjson', {}],
  ['an array', array, 'application/json; charset=utf-8', {}],
  ['a wrapped array', `{"records": ${array}}`, 'application/json', {}],
  ['NDJSON in gzip', gzipSync(lines), 'application/x-ndjson', { 'content-encoding': 'gzip' }],
  ['an array in gzip', gzipSync(array), 'application/json', { 'content-encoding': 'gzip' }],
  [
    'a wrapped array in gzip',
    gzipSync(`{"records":${array}}`),
    'application/json',
    { 'content-encoding': 'gzip' },
  ],
])('%s is staged, and records keep their text', async (_, body, type, headers) => {
  const index = await newIndex();
  const { status, body: answer } = await upload(index, body, { type, headers });
  expect(status).toBe(200);
  expect(answer).toEqual({
    received: 2,
    staged: 2,
    replaced: 0,
    rejected: 0,
    id_field: 'id',
    staged_total: 2,
    errors: [],
    errors_truncated: false,
    warnings: [],
    job: null,
  });
  expect((await recordOf(index, 'a')).text).toBe(
    '{"id":"a","record":{"id":"a","price":1.10},"version":1,"staged":true}',
  );
  expect((await recordOf(index, 'b')).text).toContain('"n":12345678901234567890');
});

const wrong = '{"id":"a"}\n{"id":\n7\n{"no":1}\n{"id":"a\\u0000"}\n{"id":"x","price":"call us"}\n{"id":"b"}';
const settings = { strict_types: true, fields: { price: { type: 'number' as const } } };
const wrongOnes = [
  { line: 2, index: null, id: null, code: 'BAD_JSON', field: null },
  { line: 3, index: null, id: null, code: 'NOT_AN_OBJECT', field: null },
  { line: 4, index: null, id: null, code: 'MISSING_ID', field: 'id' },
  { line: 5, index: null, id: null, code: 'BAD_ID', field: 'id' },
  {
    line: 6,
    index: null,
    id: 'x',
    code: 'BAD_VALUE',
    field: 'price',
    message: "expected number, got 'call us'",
  },
];

test('an upload with wrong records is refused with each of them, and leaves nothing', async () => {
  const index = await newIndex({ settings });
  const { status, body } = await upload<Refusal>(index, wrong);
  expect(status).toBe(422);
  expect(body).toMatchObject({ error: 'VALIDATION_ERROR', status_code: 422, details: wrongOnes });
  expect(await entriesOf(index)).toBe(0);
  expect(await row(index)).toMatchObject({ sequence: 0, staged: 0 });
});

test('with on_error=skip the others are staged', async () => {
  const index = await newIndex({ settings });
  const { status, body } = await upload(index, wrong, { query: '?on_error=skip' });
  expect(status).toBe(200);
  expect(body).toMatchObject({ received: 7, staged: 2, rejected: 5, staged_total: 2, errors: wrongOnes });
});

test('of more than a hundred wrong records the first hundred are listed, by their place in an array', async () => {
  const index = await newIndex();
  const body = JSON.stringify([{ id: 'a' }, ...Array.from({ length: 150 }, () => ({}))]);
  const answer = await upload(index, body, { query: '?on_error=skip', type: 'application/json' });
  expect(answer.body).toMatchObject({ staged: 1, rejected: 150, errors_truncated: true });
  expect(answer.body.errors).toHaveLength(100);
  expect(answer.body.errors[0]).toMatchObject({ line: null, index: 1, code: 'MISSING_ID' });
});

test('records that share an id are a conflict, or the last one counts with a warning', async () => {
  const index = await newIndex();
  const body = '{"id":"a","v":1}\n{"id":"b"}\n{"id":"a","v":2}';
  const refused = await upload<Refusal>(index, body);
  expect(refused.status).toBe(409);
  expect(refused.body).toMatchObject({
    error: 'ID_CONFLICT',
    details: [{ line: 3, id: 'a', code: 'DUPLICATE_ID', field: 'id' }],
  });
  const { body: answer } = await upload(index, body, { query: '?on_error=skip' });
  expect(answer).toMatchObject({
    received: 3,
    rejected: 0,
    staged_total: 2,
    warnings: [{ code: 'DUPLICATE_ID' }],
  });
  expect((await recordOf(index, 'a')).body).toMatchObject({ record: { v: 2 } });
});

test('the first upload finds the field of the ids, and later ones keep to it', async () => {
  const index = await newIndex({ idField: null });
  const { body } = await upload(index, '{"sku":"a","id":"same"}\n{"sku":"b","id":"same"}');
  expect(body).toMatchObject({
    id_field: 'sku',
    staged_total: 2,
    warnings: [{ code: 'ID_FROM_CODE_FIELD', field: 'sku' }],
  });
  expect((await recordOf(index, 'b')).body).toMatchObject({ id: 'b', record: { sku: 'b' } });
  expect((await upload<Refusal>(index, '{"id":"c"}')).body.details).toMatchObject([
    { code: 'MISSING_ID', field: 'sku' },
  ]);
});

test('a field of codes becomes the field of the ids, with a warning', async () => {
  const index = await newIndex({ idField: null });
  const records = Array.from({ length: 60 }, (_, n) =>
    JSON.stringify({ title: `Shirt ${n}`, ref: `AB-${n}` }),
  );
  const { body } = await upload(index, records.join('\n'));
  expect(body).toMatchObject({
    id_field: 'ref',
    staged_total: 60,
    warnings: [{ code: 'ID_FROM_CODE_FIELD', field: 'ref' }],
  });
  expect((await recordOf(index, 'AB-7')).body).toMatchObject({ record: { title: 'Shirt 7' } });
});

test('an upload says how many staged or served records it replaces, and warns while the id was found', async () => {
  const index = await newIndex({ idField: null });
  const records = (from: number, count: number) =>
    Array.from({ length: count }, (_, n) => JSON.stringify({ title: 'Shirt', ref: `AB-${from + n}` }));
  const first = await upload(index, records(0, 60).join('\n'));
  expect(first.body).toMatchObject({ replaced: 0, staged_total: 60 });
  // Twice in one upload is one record that is replaced.
  const second = await upload(index, [...records(50, 20), ...records(50, 1)].join('\n'), {
    query: '?on_error=skip',
  });
  expect(second.body).toMatchObject({
    replaced: 10,
    staged_total: 70,
    warnings: [
      {
        code: 'ID_FROM_CODE_FIELD',
        field: 'ref',
        message: expect.stringContaining('10 records that were there are replaced') as string,
      },
      { code: 'DUPLICATE_ID' },
    ],
  });
  const other = await upload(index, records(200, 3).join('\n'));
  expect(other.body).toMatchObject({ replaced: 0, warnings: [] });
  const all = await upload(index, records(0, 70).join('\n'), { query: '?mode=replace_all' });
  expect(all.body).toMatchObject({ replaced: 70, staged_total: 70 });
});

test('no warning repeats what is replaced under an id that was given', async () => {
  const index = await newIndex();
  await upload(index, lines);
  expect((await upload(index, lines)).body).toMatchObject({ replaced: 2, staged_total: 2, warnings: [] });
});

test('dates are no ids, so that the next upload replaces no other articles', async () => {
  const index = await newIndex({ idField: null });
  const articles = Array.from({ length: 60 }, (_, n) =>
    JSON.stringify({
      headline: `News ${n}`,
      published: `2024/3/${n % 28}/${n}`,
      listed: `2024-03-01T10:${n}`,
    }),
  );
  const { status, body } = await upload<Refusal>(index, articles.join('\n'));
  expect([status, body.id_suggestion]).toMatchObject([422, { pick: null, id_candidates: [] }]);
});

test('records without an id are refused with advice, and nothing is set', async () => {
  const open = await newIndex({ idField: null });
  const few = await upload<Refusal>(open, '{"ref":"AB-1"}\n{"ref":"AB-2"}');
  expect(few.status).toBe(422);
  expect(few.body).toMatchObject({
    error: 'VALIDATION_ERROR',
    id_suggestion: { pick: null, id_candidates: ['ref'] },
  });
  expect(await row(open)).toMatchObject({ idField: null, sequence: 0 });
  const given = await newIndex({ idField: 'sku' });
  const records = Array.from({ length: 60 }, (_, n) =>
    JSON.stringify({ ref: `AB-${n}`, ...(n === 5 ? {} : { code: `C-${n}` }) }),
  );
  const many = await upload<Refusal>(given, records.join('\n'), { query: '?on_error=skip' });
  expect(many.status).toBe(422);
  expect(many.body.id_suggestion).toMatchObject({
    pick: 'ref',
    id_candidates: ['ref'],
    near: [{ field: 'code', missing: 1, duplicates: 0 }],
  });
  expect(await entriesOf(given)).toBe(0);
});

test('replace_all puts an upload in place of what was staged', async () => {
  const index = await newIndex();
  await upload(index, '{"id":"a"}\n{"id":"b"}');
  expect((await upload(index, '{"id":"c"}', { query: '?mode=replace_all' })).body).toMatchObject({
    staged_total: 1,
  });
  expect((await recordOf(index, 'a')).status).toBe(404);
  expect((await recordOf(index, 'a')).body).toMatchObject({
    error: 'RECORD_NOT_FOUND',
    legacy_error: 'DOCUMENT_NOT_FOUND',
  });
});

test.each([
  ['another content type', 'a,b', 'text/csv', {}, 400],
  ['another charset', array, 'application/json; charset=utf-16', {}, 400],
  ['another content encoding', array, 'application/json', { 'content-encoding': 'br' }, 400],
  ['broken gzip', 'x', 'application/json', { 'content-encoding': 'gzip' }, 400],
  ['an array that ends early', '[{"id":"a"}', 'application/json', {}, 400],
  ['an object without records', '{"id":"a"}', 'application/json', {}, 400],
  [
    'a bomb',
    gzipSync(Buffer.alloc(51 * 1024 * 1024, 0x20)),
    'application/x-ndjson',
    { 'content-encoding': 'gzip' },
    413,
  ],
  ['50,001 records', '{"id":1}\n'.repeat(50_001), 'application/x-ndjson', {}, 413],
])('%s is refused as a whole', async (_, body, type, headers, status) => {
  const index = await newIndex();
  const answer = await upload<Refusal>(index, body, { query: '?on_error=skip', type, headers });
  expect(answer.status).toBe(status);
  expect(answer.body.error).toBe(status === 413 ? 'PAYLOAD_TOO_LARGE' : 'VALIDATION_ERROR');
  expect(await entriesOf(index)).toBe(0);
  expect(await row(index)).toMatchObject({ sequence: 0 });
});

test('a body that breaks off leaves nothing', async () => {
  const index = await newIndex();
  const body = Buffer.from(
    Array.from({ length: 5_000 }, (_, n) => `{"id":"${n}","t":"${'x'.repeat(500)}"}\n`).join(''),
  );
  const sent = httpRequest(`${api.baseUrl}/v1/indexes/${index}/records`, {
    method: 'POST',
    headers: {
      authorization: `Bearer ${key.text}`,
      'content-type': 'application/x-ndjson',
      'content-length': body.length,
    },
  });
  sent.on('error', () => undefined);
  sent.write(body.subarray(0, body.length - 10));
  while ((await entriesOf(index)) === 0) await new Promise((resolve) => setTimeout(resolve, 20));
  sent.destroy();
  while (
    (await entriesOf(index)) > 0 ||
    (await api.mongo.db.collection('product_uploads').countDocuments({ indexId: (await row(index))._id })) > 0
  )
    await new Promise((resolve) => setTimeout(resolve, 20));
  expect(await row(index)).toMatchObject({ sequence: 0, staged: 0 });
});

test('a repeated request with its Idempotency-Key stages once', async () => {
  const index = await newIndex();
  const headers = { 'idempotency-key': 'upload-1' };
  const first = await upload(index, lines, { headers });
  const again = await upload(index, lines, { headers });
  expect(again.headers.get('idempotent-replayed')).toBe('true');
  expect(again.body).toEqual(first.body);
  expect(await row(index)).toMatchObject({ sequence: 1 });
  expect(await entriesOf(index)).toBe(2);
  const other = await upload<Refusal>(index, '{"id":"c"}', { headers });
  expect(other).toMatchObject({ status: 422, body: { error: 'IDEMPOTENCY_KEY_REUSED' } });
  expect(await entriesOf(index)).toBe(2);
});

test('uploads at once all land', async () => {
  const index = await newIndex();
  const answers = await Promise.all(
    Array.from({ length: 6 }, (_, n) => upload(index, `{"id":"shared"}\n{"id":"own-${n}"}`)),
  );
  expect(answers.map(({ status }) => status)).toEqual(Array(6).fill(200));
  expect(await row(index)).toMatchObject({ sequence: 6, staged: 7 });
});

test('an index of another tenant is not found', async () => {
  const index = await newIndex();
  const stranger = await api.createKey({ organization: 'other' });
  const answer = await api.request(`/v1/indexes/${index}/records`, {
    method: 'POST',
    key: stranger.text,
    body: lines,
    headers: { 'content-type': 'application/x-ndjson' },
  });
  expect(answer).toMatchObject({ status: 404, body: { error: 'INDEX_NOT_FOUND' } });
});
