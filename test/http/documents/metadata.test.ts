import { type ChunkResource } from '../../../api/documents/chunks/schema';
import { type DocumentWithChunks } from '../../../api/documents/documents/schema';
import {
  type ChunkMetadataResource,
  chunkMetadataResource,
  type WrittenDocumentMetadata,
  writtenDocumentMetadata,
} from '../../../api/documents/documents/metadata-schema';
import { type CustomMetadata } from '../../../src/domain/documents/document';
import { namespaceAlias } from '../../../src/stores/documents/search-index/namespace-alias';
import { type DocumentApi, type IssueBody, startDocumentApi } from './document-client';

let api: DocumentApi;
beforeAll(async () => {
  api = await startDocumentApi();
});
afterAll(() => api.close());

const base = '/v3/collections/notes';
const ofDocument = (id: string) => `${base}/documents/${id}/metadata`;
const ofChunk = (id: string) => `${base}/chunks/${id}/metadata`;

/** A document with two chunks, the path of whose metadata is asked for. */
async function fresh(kind: 'document' | 'chunk', custom: CustomMetadata = {}) {
  const id = await api.add('notes', { chunks: ['one', 'two'], custom: kind === 'document' ? custom : {} });
  const path = kind === 'document' ? ofDocument(id) : ofChunk(`${id}:1`);
  if (kind === 'chunk') await api.call('PUT', path, { custom_metadata: custom });
  return { id, path };
}

/** The custom metadata that a read shows. */
async function shown(kind: 'document' | 'chunk', id: string): Promise<unknown> {
  if (kind === 'chunk')
    return (await api.call<ChunkResource>('GET', `${base}/chunks/${id}:1`)).body.custom_metadata;
  return (await api.call<DocumentWithChunks>('GET', `${base}/documents/${id}`)).body.custom_metadata;
}

type Written = WrittenDocumentMetadata & ChunkMetadataResource;

describe.each(['document', 'chunk'] as const)('metadata of a %s', (kind) => {
  test.each([
    ['PUT', { b: 2 }, { b: 2 }],
    ['PUT', {}, {}],
    ['PATCH', { b: 2 }, { a: 'x', list: ['l'], b: 2 }],
    ['PATCH', { a: null }, { list: ['l'] }],
    ['PATCH', { a: 'y', list: null, missing: null, new: [] }, { a: 'y', new: [] }],
    ['PATCH', {}, { a: 'x', list: ['l'] }],
  ])('%s of %j leaves %j', async (method, sent, left) => {
    const { id, path } = await fresh(kind, { a: 'x', list: ['l'] });
    const { status, body } = await api.call<Written>(method, path, { custom_metadata: sent });
    expect(status).toBe(200);
    const schema = kind === 'document' ? writtenDocumentMetadata : chunkMetadataResource;
    expect(schema.parse(body)).toEqual(body);
    expect(body).toMatchObject({ document_id: id, filterable: true });
    expect(body.custom_metadata).toEqual(left);
    expect(await shown(kind, id)).toEqual(left);
  });

  test('is found by filters of both stores when the write has answered, and no more by what it was', async () => {
    const { id, path } = await fresh(kind, { state: 'draft' });
    const chunkIds = kind === 'document' ? [`${id}:0`, `${id}:1`] : [`${id}:1`];
    const listed = async (filter: object) => {
      const text = encodeURIComponent(JSON.stringify({ ...filter, file_id: id }));
      const { body } = await api.call<{ total_count: number }>(
        'GET',
        `${base}/documents?metadata_filter=${text}`,
      );
      return body.total_count;
    };
    for (const [method, value] of [
      ['PUT', 'review'],
      ['PATCH', 'approved'],
      ['PATCH', 7],
      ['PUT', ['a', 'b']],
    ] as const) {
      await api.call(method, path, { custom_metadata: { state: value } });
      const now = Array.isArray(value) ? 'b' : value;
      expect(await api.found('notes', { state: now, file_id: id })).toEqual(chunkIds);
      expect(await api.found('notes', { state: 'draft', file_id: id })).toEqual([]);
      if (kind === 'document')
        expect([await listed({ state: now }), await listed({ state: 'draft' })]).toEqual([1, 0]);
    }
    await api.call('PUT', path, { custom_metadata: {} });
    expect(await api.found('notes', { state: { $exists: true }, file_id: id })).toEqual([]);
  });

  test('keeps the vector, the text and the place of what it belongs to', async () => {
    const { id, path } = await fresh(kind);
    const vectors = async () => {
      const { layers } = await api.collection('notes');
      const rows = await api.mongo.db
        .collection<{ _id: string }>('documents')
        .find({ documentId: id })
        .toArray();
      const found = await api.search.vectors(layers.at(-1)!.namespace, [
        `${rows[0]!._id}:0`,
        `${rows[0]!._id}:1`,
      ]);
      return Object.fromEntries(found);
    };
    const before = await vectors();
    expect(Object.keys(before)).toHaveLength(2);
    const read = () => api.call<DocumentWithChunks>('GET', `${base}/documents/${id}?include_metadata=false`);
    const { chunks } = (await read()).body;
    await api.call('PATCH', path, { custom_metadata: { a: 1 } });
    expect(await vectors()).toEqual(before);
    expect((await read()).body.chunks).toEqual(chunks);
  });

  test.each([
    ['an empty key', { '': 1 }, ''],
    ['a key of 129 characters', { ['k'.repeat(129)]: 1 }, 'k'.repeat(128)],
    ['a key with a dollar sign first', { $set: 1 }, '$set'],
    ['a reserved key', { document_id: 'x' }, 'document_id'],
    ['a built-in of filters', { file_id: 'x' }, 'file_id'],
    ['a key of e-mails', { email_from: 'x' }, 'email_from'],
    ['a key with an underscore first', { _id: 'x' }, '_id'],
    ['a key with NUL', { 'a\u0000b': 1 }, 'a\u0000b'],
    ['an object', { a: { b: 1 } }, 'a'],
    ['a list of numbers', { a: ['x', 1] }, 'a'],
    ['a list in a list', { a: [['x']] }, 'a'],
    ['half a character', { a: '\ud800' }, 'a'],
  ])('refuses %s, names the key and writes nothing', async (_name, sent, key) => {
    const { id, path } = await fresh(kind, { kept: true });
    for (const method of ['PUT', 'PATCH']) {
      const { status, body } = await api.call(method, path, { custom_metadata: { fine: 1, ...sent } });
      expect([status, body.error]).toEqual([400, 'invalid_custom_metadata']);
      expect(body.details).toEqual({ key, reason: expect.any(String) as string });
    }
    expect(await shown(kind, id)).toEqual({ kept: true });
  });

  test('null is a value of a change only, and numbers have to be finite and kept', async () => {
    const { path, id } = await fresh(kind);
    const put = await api.call('PUT', path, { custom_metadata: { a: null } });
    expect([put.status, put.body.error]).toEqual([400, 'invalid_custom_metadata']);
    const headers = { 'content-type': 'application/json' };
    for (const number of ['1e999', '9007199254740993', '-1610521604143693812']) {
      const body = `{"custom_metadata": {"a": ${number}}}`;
      const refused = await api.request(path, { method: 'PATCH', key: api.key.text, body, headers });
      expect([refused.status, refused.body]).toMatchObject([400, { error: 'invalid_custom_metadata' }]);
    }
    const kept = '{"custom_metadata":{"a":1e21,"b":9007199254740992,"c":9.999999999999998,"d":"10"}}';
    const taken = await api.request(path, { method: 'PATCH', key: api.key.text, body: kept, headers });
    expect(taken.status).toBe(200);
    expect(await shown(kind, id)).toEqual({ a: 1e21, b: 2 ** 53, c: 9.999999999999998, d: '10' });
  });

  test.each([
    ['dots and dollars inside', { 'a.$b.0': 1, x$: 'y' }],
    ['names of what objects inherit', { constructor: 'a', toString: true, hasOwnProperty: 0 }],
    ['128 characters beyond the basic plane', { ['\u{1F600}'.repeat(128)]: 'x' }],
    ['an empty text and an empty list', { a: '', b: [] }],
    ['numbers at the ends', { a: 5e-324, b: -1.7976931348623157e308, c: 2 ** 63, d: -0.5 }],
  ])('takes %s, and gives it back', async (_name, sent) => {
    const { id, path } = await fresh(kind);
    const { status } = await api.call('PUT', path, { custom_metadata: sent });
    expect(status).toBe(200);
    expect(await shown(kind, id)).toEqual(sent);
  });

  test('may be 64 KB large as a whole, and not a byte more', async () => {
    const { id, path } = await fresh(kind);
    const full = { a: 'é'.repeat(32_764) };
    expect(Buffer.byteLength(JSON.stringify(full))).toBe(65_536);
    expect((await api.call('PUT', path, { custom_metadata: full })).status).toBe(200);
    for (const [method, sent] of [
      ['PATCH', { b: 1 }],
      ['PUT', { a: `${full.a}x` }],
    ] as const) {
      const { status, body } = await api.call(method, path, { custom_metadata: sent });
      expect([status, body.error]).toEqual([413, 'metadata_too_large']);
    }
    expect(await shown(kind, id)).toEqual(full);
  });

  test.each([
    ['nothing', {}, ['body', 'custom_metadata']],
    ['null', { custom_metadata: null }, ['body', 'custom_metadata']],
    ['a list', { custom_metadata: [] }, ['body', 'custom_metadata']],
    ['a text', { custom_metadata: 'x' }, ['body', 'custom_metadata']],
    ['a list as the body', [], ['body']],
  ])('%s is no metadata', async (_name, sent, loc) => {
    const { path } = await fresh(kind);
    const { status, body } = await api.call<IssueBody>('PUT', path, sent);
    expect(status).toBe(422);
    expect(body.detail).toMatchObject([{ loc }]);
  });

  test('__proto__ is no key', async () => {
    const { path } = await fresh(kind);
    const headers = { 'content-type': 'application/json' };
    const body = '{"custom_metadata": {"__proto__": 1}}';
    const answer = await api.request(path, { method: 'PUT', key: api.key.text, body, headers });
    expect(answer.status).toBe(422);
  });

  test('60 writers of different keys at once all leave their mark', async () => {
    const { id, path } = await fresh(kind);
    const writes = Array.from({ length: 60 }, (_, n) =>
      api.call('PATCH', path, { custom_metadata: { [`k${n}`]: n } }),
    );
    expect((await Promise.all(writes)).map(({ status }) => status)).toEqual(Array(60).fill(200));
    expect(await shown(kind, id)).toEqual(
      Object.fromEntries(Array.from({ length: 60 }, (_, n) => [`k${n}`, n])),
    );
  });

  test('a write that the search index does not take is 503, and the same write again makes it whole', async () => {
    const { id, path } = await fresh(kind);
    api.loseSearch(true);
    const lost = await api.call('PUT', path, { custom_metadata: { state: 'late' } });
    api.loseSearch(false);
    expect([lost.status, lost.body.error]).toEqual([503, 'service_unavailable']);
    const again = await api.call('PUT', path, { custom_metadata: { state: 'late' } });
    expect(again.status).toBe(200);
    expect(await api.found('notes', { state: 'late', file_id: id })).toContain(`${id}:1`);
  });

  test.each(['read_only_allow_delete', 'read_only'])(
    'a write that meets an index with the block %s is 503 and says when to try again',
    async (block) => {
      const { id, path } = await fresh(kind);
      const { layers } = await api.collection('notes');
      const index = namespaceAlias(layers.at(-1)!.namespace);
      const set = (on: boolean) =>
        api.elasticsearch.indices.putSettings({
          index,
          settings: { [`index.blocks.${block}`]: on || null },
        });
      await set(true);
      const refused = await api.call('PUT', path, { custom_metadata: { state: 'late' } });
      await set(false);
      expect([refused.status, refused.body.error]).toEqual([503, 'service_unavailable']);
      expect(refused.headers.get('retry-after')).toBe('30');
      expect((await api.call('PUT', path, { custom_metadata: { state: 'late' } })).status).toBe(200);
      expect(await api.found('notes', { state: 'late', file_id: id })).toContain(`${id}:1`);
    },
  );
});

test('metadata of a chunk is read and removed at its own path, and lies over that of the document in filters', async () => {
  const id = await api.add('notes', { chunks: ['one', 'two'], custom: { lang: 'en', state: 'draft' } });
  const path = ofChunk(`${id}:1`);
  const unwritten = await api.call<ChunkMetadataResource>('GET', path);
  expect(chunkMetadataResource.parse(unwritten.body)).toEqual(unwritten.body);
  expect(unwritten.body).toMatchObject({ chunk_id: `${id}:1`, custom_metadata: {}, updated_at: null });

  const { body: written } = await api.call<ChunkMetadataResource>('PUT', path, {
    custom_metadata: { state: 'final' },
  });
  expect((await api.call('GET', path)).body).toEqual(written);
  const here = { file_id: id };
  expect(await api.found('notes', { ...here, lang: 'en' })).toEqual([`${id}:0`, `${id}:1`]);
  expect(await api.found('notes', { ...here, state: 'final' })).toEqual([`${id}:1`]);
  expect(await api.found('notes', { ...here, state: 'draft' })).toEqual([`${id}:0`]);

  const removed = await api.call<ChunkMetadataResource>('DELETE', path);
  expect([removed.status, removed.body.custom_metadata]).toEqual([200, {}]);
  expect(await api.found('notes', { ...here, state: 'draft' })).toEqual([`${id}:0`, `${id}:1`]);
  expect((await api.call('DELETE', path)).status).toBe(200);
});

test("what the service knows of an e-mail stays, is filtered by, and is no one else's to write", async () => {
  const id = await api.add('notes', { custom: { email_from: 'a@example.com', state: 'draft' } });
  const put = await api.call<WrittenDocumentMetadata>('PUT', ofDocument(id), {
    custom_metadata: { state: 'final' },
  });
  expect(put.body.custom_metadata).toEqual({ email_from: 'a@example.com', state: 'final' });
  const refused = await api.call('PATCH', ofDocument(id), { custom_metadata: { email_from: null } });
  expect([refused.status, refused.body.error]).toEqual([400, 'invalid_custom_metadata']);
  await api.call('PUT', ofDocument(id), { custom_metadata: {} });
  expect(await shown('document', id)).toEqual({ email_from: 'a@example.com' });
  expect(await api.found('notes', { email_from: 'a@example.com', file_id: id })).toEqual([`${id}:0`]);
});
