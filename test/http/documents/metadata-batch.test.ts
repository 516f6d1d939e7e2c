import {
  chunkMetadataBatchResult,
  type DocumentMetadataBatchResult,
  documentMetadataBatchResult,
} from '../../../api/documents/documents/metadata-schema';
import { type DocumentApi, startDocumentApi } from './document-client';

let api: DocumentApi;
beforeAll(async () => {
  api = await startDocumentApi();
});
afterAll(() => api.close());

const base = '/v3/collections/notes';
const unknown = 'doc_00000000000000000000000000';

type Item = Record<string, unknown>;
type Results = DocumentMetadataBatchResult;

describe.each([
  { kind: 'documents', field: 'document_id', suffix: '', missing: 'document_not_found' },
  { kind: 'chunks', field: 'chunk_id', suffix: ':1', missing: 'chunk_not_found' },
] as const)('batches of $kind', ({ kind, field, suffix, missing }) => {
  const path = `${base}/${kind}/metadata/batch`;
  const send = (method: string, items: unknown) => api.call<Results>(method, path, { items });
  const item = (id: string, item_id: string, custom_metadata: object): Item => ({
    item_id,
    [field]: id + suffix,
    custom_metadata,
  });
  const fresh = () => api.add('notes', { chunks: ['one', 'two'] });

  async function shown(id: string): Promise<unknown> {
    const at = kind === 'chunks' ? `chunks/${id}:1` : `documents/${id}`;
    return (await api.call<{ custom_metadata: object }>('GET', `${base}/${at}`)).body.custom_metadata;
  }

  test('each item is answered for itself, in order, and none takes another back', async () => {
    const [first, second, third] = [await fresh(), await fresh(), await fresh()];
    await send('PUT', [
      item(first, 'a', { old: 1, draft: true }),
      item(third, 'b', { full: 'x'.repeat(65_500) }),
    ]);
    const { status, body } = await send('PATCH', [
      item(first, 'ok', { state: 'approved', draft: null }),
      item(unknown, 'gone', { state: 'x' }),
      item(second, 'rule', { _id: 1 }),
      item(third, 'large', { more: 'x'.repeat(50) }),
      item('doc_1', 'no id', { state: 'x' }),
    ]);
    expect(status).toBe(200);
    const schema = kind === 'documents' ? documentMetadataBatchResult : chunkMetadataBatchResult;
    expect(schema.parse(body)).toEqual(body);
    const done = { status: 'succeeded', status_code: 200, filterable: true, error: null };
    const refused = (status_code: number, error: string, details: unknown = null) => ({
      status: 'failed',
      status_code,
      filterable: null,
      error: { error, message: expect.any(String) as string, details },
    });
    expect(body).toEqual({
      results: [
        { item_id: 'ok', [field]: first + suffix, ...done },
        { item_id: 'gone', [field]: unknown + suffix, ...refused(404, missing) },
        {
          item_id: 'rule',
          [field]: second + suffix,
          ...refused(400, 'invalid_custom_metadata', { key: '_id', reason: expect.any(String) as string }),
        },
        { item_id: 'large', [field]: third + suffix, ...refused(413, 'metadata_too_large') },
        { item_id: 'no id', [field]: `doc_1${suffix}`, ...refused(404, missing) },
      ],
      succeeded: 1,
      failed: 4,
      unknown: 0,
    });
    expect(await shown(first)).toEqual({ old: 1, state: 'approved' });
    expect(await shown(second)).toEqual({});
    expect(await api.found('notes', { state: 'approved', file_id: first })).toContain(`${first}:1`);
  });

  test('PUT replaces, and {} clears', async () => {
    const [first, second] = [await fresh(), await fresh()];
    await send('PUT', [item(first, 'a', { x: 1, y: 1 }), item(second, 'b', { x: 1 })]);
    await send('PUT', [item(first, 'a', { x: 2 }), item(second, 'b', {})]);
    expect([await shown(first), await shown(second)]).toEqual([{ x: 2 }, {}]);
  });

  test('a hundred items are written in one call', async () => {
    const ids: string[] = [];
    for (let n = 0; n < 100; n++) ids.push(await fresh());
    const { body } = await send(
      'PUT',
      ids.map((id, n) => item(id, `${n}`, { n })),
    );
    expect([body.succeeded, body.failed, body.unknown]).toEqual([100, 0, 0]);
    expect(body.results.map(({ item_id }) => item_id)).toEqual(ids.map((_, n) => `${n}`));
    expect(await api.found('notes', { n: 99 })).toContain(`${ids[99]!}:1`);
  });

  test('an item whose write broke off is unknown, with what to do, and the others are what they are', async () => {
    const id = await fresh();
    api.loseSearch(true);
    const { status, body } = await send('PATCH', [
      item(id, 'a', { state: 'late' }),
      item(unknown, 'b', { a: 1 }),
    ]);
    api.loseSearch(false);
    expect(status).toBe(200);
    expect(body).toMatchObject({ succeeded: 0, failed: 1, unknown: 1 });
    expect(body.results).toMatchObject([
      {
        item_id: 'a',
        status: 'unknown',
        status_code: 503,
        filterable: null,
        error: { error: 'outcome_unknown' },
      },
      { item_id: 'b', status: 'failed', status_code: 404 },
    ]);
    const schema = kind === 'documents' ? documentMetadataBatchResult : chunkMetadataBatchResult;
    expect(schema.parse(body)).toEqual(body);
    expect(await shown(id)).toEqual({ state: 'late' });
    expect((await send('PATCH', [item(id, 'a', { state: 'late' })])).body.succeeded).toBe(1);
    expect(await api.found('notes', { state: 'late', file_id: id })).toContain(`${id}:1`);
  });

  test.each<[string, (id: string) => unknown, unknown[]]>([
    ['no items', () => undefined, ['body', 'items']],
    ['an empty list', () => [], ['body', 'items']],
    [
      '101 items',
      () => Array.from({ length: 101 }, (_, n) => item(`doc_${n}`, `${n}`, {})),
      ['body', 'items'],
    ],
    ['an object for the list', () => ({}), ['body', 'items']],
    ['an item that is no object', () => [7], ['body', 'items', 0]],
    ['no item_id', (id) => [{ [field]: id + suffix, custom_metadata: {} }], ['body', 'items', 0, 'item_id']],
    ['an empty item_id', (id) => [item(id, '', {})], ['body', 'items', 0, 'item_id']],
    ['a long item_id', (id) => [item(id, 'x'.repeat(129), {})], ['body', 'items', 0, 'item_id']],
    ['no target', () => [{ item_id: 'a', custom_metadata: {} }], ['body', 'items', 0, field]],
    [
      'a number for a target',
      () => [{ item_id: 'a', [field]: 7, custom_metadata: {} }],
      ['body', 'items', 0, field],
    ],
    ['no metadata', (id) => [{ item_id: 'a', [field]: id }], ['body', 'items', 0, 'custom_metadata']],
    [
      'a list for metadata',
      (id) => [{ item_id: 'a', [field]: id, custom_metadata: [] }],
      ['body', 'items', 0, 'custom_metadata'],
    ],
    ['an unknown field', (id) => [{ ...item(id, 'a', {}), surprise: 1 }], ['body', 'items', 0, 'surprise']],
    [
      'an item_id twice',
      (id) => [item(id, 'a', { x: 1 }), item('doc_2', 'a', {})],
      ['body', 'items', 1, 'item_id'],
    ],
    [
      'a target twice',
      (id) => [item(id, 'a', { x: 1 }), item(id, 'b', { x: 2 })],
      ['body', 'items', 1, field],
    ],
  ])('%s is refused with 400 before anything is written', async (_name, items, loc) => {
    const id = await fresh();
    for (const method of ['PUT', 'PATCH']) {
      const answer = await api.call(method, path, { items: items(id) });
      expect([answer.status, answer.body.error]).toEqual([400, 'validation_error']);
      expect(answer.body.details).toMatchObject([{ loc }]);
    }
    expect(await shown(id)).toEqual({});
  });

  test('a body of 1 MiB is taken, a larger one is refused before anything is written', async () => {
    const id = await fresh();
    const items = [item(id, 'a', { small: true }), item(unknown, 'b', { fill: '' })];
    const text = JSON.stringify({ items });
    const filled = (bytes: number) =>
      text.replace('"fill":""', `"fill":"${'x'.repeat(bytes - text.length)}"`);
    const post = (body: string) =>
      api.request<Results>(path, {
        method: 'PUT',
        key: api.key.text,
        body,
        headers: { 'content-type': 'application/json' },
      });
    const large = await post(filled(1_048_577));
    expect([large.status, large.body]).toMatchObject([413, { error: 'payload_too_large' }]);
    expect(await shown(id)).toEqual({});
    const fitting = await post(filled(1_048_576));
    expect([fitting.status, fitting.body.succeeded]).toEqual([200, 1]);
  });
});
