import { type ChunkResource } from '../../../api/documents/chunks/schema';
import { type DocumentWithChunks } from '../../../api/documents/documents/schema';
import { type DocumentMetadataBatchResult } from '../../../api/documents/documents/metadata-schema';
import { type DocumentApi, startDocumentApi } from './document-client';

let api: DocumentApi;
beforeAll(async () => {
  api = await startDocumentApi();
});
afterAll(() => api.close());

let pairs = 0;
/** A collection with one document, and a copy of it. */
async function pair(includeGraph = true) {
  const [source, copy] = [`source-${++pairs}`, `copy-${pairs}`];
  const id = await api.add(source, { chunks: ['one', 'two'], custom: { state: 'draft' } });
  await api.call('PUT', `/v3/collections/${source}/chunks/${id}:1/metadata`, {
    custom_metadata: { part: 'end' },
  });
  await api.copy(source, copy, includeGraph);
  return { source, copy, id };
}

/** Metadata that a collection shows, by reads and by filters of both stores. */
async function seen(collection: string, id: string) {
  const base = `/v3/collections/${collection}`;
  const filter = (value: object) => encodeURIComponent(JSON.stringify(value));
  const listed = async (state: string) =>
    (await api.call<{ total_count: number }>('GET', `${base}/documents?metadata_filter=${filter({ state })}`))
      .body.total_count;
  const document = await api.call<DocumentWithChunks>('GET', `${base}/documents/${id}`);
  const chunk = await api.call<ChunkResource>('GET', `${base}/chunks/${id}:1`);
  return {
    document: document.body.custom_metadata,
    chunk: chunk.body.custom_metadata,
    listed: { draft: await listed('draft'), final: await listed('final') },
    found: {
      draft: (await api.found(collection, { state: 'draft' })).length,
      final: (await api.found(collection, { state: 'final' })).length,
      end: (await api.found(collection, { part: 'end' })).length,
      start: (await api.found(collection, { part: 'start' })).length,
    },
  };
}

const before = {
  document: { state: 'draft' },
  chunk: { part: 'end' },
  listed: { draft: 1, final: 0 },
  found: { draft: 2, final: 0, end: 1, start: 0 },
};
const after = {
  document: { state: 'final' },
  chunk: { part: 'start' },
  listed: { draft: 0, final: 1 },
  found: { draft: 0, final: 2, end: 0, start: 1 },
};

const writeBoth = async (collection: string, id: string) => {
  const base = `/v3/collections/${collection}`;
  const first = await api.call('PATCH', `${base}/documents/${id}/metadata`, {
    custom_metadata: { state: 'final' },
  });
  const second = await api.call('PUT', `${base}/chunks/${id}:1/metadata`, {
    custom_metadata: { part: 'start' },
  });
  expect([first.status, second.status]).toEqual([200, 200]);
};

test.each(['source', 'copy'] as const)(
  'writes to the %s are not seen on the other side, in neither store',
  async (side) => {
    const made = await pair();
    expect(await seen(made.source, made.id)).toEqual(before);
    expect(await seen(made.copy, made.id)).toEqual(before);
    await writeBoth(made[side], made.id);
    expect(await seen(made[side], made.id)).toEqual(after);
    expect(await seen(made[side === 'source' ? 'copy' : 'source'], made.id)).toEqual(before);
  },
);

test('both sides, and a copy of the copy, go their own ways', async () => {
  const { source, copy, id } = await pair();
  await writeBoth(copy, id);
  await api.copy(copy, `${copy}-2`);
  const put = (collection: string, value: number) =>
    api.call('PUT', `/v3/collections/${collection}/documents/${id}/metadata`, { custom_metadata: { value } });
  for (const [value, collection] of [source, copy, `${copy}-2`].entries()) await put(collection, value);
  for (const [value, collection] of [source, copy, `${copy}-2`].entries()) {
    expect((await seen(collection, id)).document).toEqual({ value });
    for (const other of [0, 1, 2])
      expect((await api.found(collection, { value: other })).length).toBe(other === value ? 2 : 0);
  }
});

test('a copy without the graph has the documents with their metadata, not that of chunks, which it can have anew', async () => {
  const { source, copy, id } = await pair(false);
  const bare = { ...before, chunk: {}, found: { ...before.found, end: 0 } };
  expect(await seen(copy, id)).toEqual(bare);
  await writeBoth(copy, id);
  expect(await seen(copy, id)).toEqual(after);
  expect(await seen(source, id)).toEqual(before);
});

test('what is refused on a shared document is refused as on any other, and leaves it shared', async () => {
  const { source, copy, id } = await pair();
  const base = `/v3/collections/${copy}`;
  const large = await api.call('PATCH', `${base}/documents/${id}/metadata`, {
    custom_metadata: { fill: 'x'.repeat(65_536) },
  });
  expect([large.status, large.body.error]).toEqual([413, 'metadata_too_large']);
  const missing = await api.call('PUT', `${base}/chunks/${id}:9/metadata`, { custom_metadata: { a: 1 } });
  expect([missing.status, missing.body.error]).toEqual([404, 'chunk_not_found']);
  const items = [
    { item_id: 'a', chunk_id: `${id}:9`, custom_metadata: { a: 1 } },
    { item_id: 'b', chunk_id: `${id}:1`, custom_metadata: { fill: 'x'.repeat(65_536) } },
  ];
  const batch = await api.call<DocumentMetadataBatchResult>('PUT', `${base}/chunks/metadata/batch`, {
    items,
  });
  expect(batch.body.results.map(({ status_code }) => status_code)).toEqual([404, 413]);
  expect(await seen(copy, id)).toEqual(before);
  expect(await seen(source, id)).toEqual(before);
  const versions = await api.mongo.db.collection('documents').countDocuments({ documentId: id });
  expect(versions).toBe(1);
});

test('writes on both sides at once do not mix', async () => {
  const { source, copy, id } = await pair();
  const write = (collection: string, key: string) =>
    api.call('PATCH', `/v3/collections/${collection}/documents/${id}/metadata`, {
      custom_metadata: { [key]: true },
    });
  const keys = Array.from({ length: 8 }, (_, n) => n);
  const answers = await Promise.all(keys.flatMap((n) => [write(source, `s${n}`), write(copy, `c${n}`)]));
  expect(new Set(answers.map(({ status }) => status))).toEqual(new Set([200]));
  const flags = (letter: string) => Object.fromEntries(keys.map((n) => [`${letter}${n}`, true]));
  expect((await seen(source, id)).document).toEqual({ state: 'draft', ...flags('s') });
  expect((await seen(copy, id)).document).toEqual({ state: 'draft', ...flags('c') });
});
