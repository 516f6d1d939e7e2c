import {
  type ChunkResource,
  chunkResource,
  chunksPage,
  type ChunksPage,
} from '../../../api/documents/chunks/schema';
import { nowhere } from '../../../src/domain/documents/document';
import { type TestResponse } from '../../setup/api';
import { type DocumentApi, type IssueBody, region, startDocumentApi } from './document-client';

let api: DocumentApi;
let id: string;
const count = 7;
beforeAll(async () => {
  api = await startDocumentApi();
  id = await api.add('notes', {
    chunks: Array.from({ length: count }, (_, n) => ({
      text: `chunk ${n}`,
      location: {
        ...nowhere,
        sheetName: 'Sales',
        rowStart: n + 1,
        rowEnd: n + 2,
        columnStart: 'A',
        columnEnd: 'F',
      },
      regions: [region(n, 0)],
    })),
  });
});
afterAll(() => api.close());

const chunks = '/v3/collections/notes/chunks';

test.each([1, 2, 3, 7, 500])('pages of %i go through all chunks, in order and once', async (limit) => {
  const seen: number[] = [];
  const page = (cursor: number) =>
    api.call<ChunksPage>('GET', `${chunks}?document_id=${id}&limit=${limit}&cursor=${cursor}`);
  for (let cursor: number | null = 0; cursor !== null;) {
    const { status, body }: TestResponse<ChunksPage> = await page(cursor);
    expect(status).toBe(200);
    expect(chunksPage.parse(body)).toEqual(body);
    expect(body).toMatchObject({ document_id: id, total_results: count, limit });
    seen.push(...body.chunks.map(({ chunk_index }) => chunk_index));
    cursor = body.next_cursor;
  }
  expect(seen).toEqual(Array.from({ length: count }, (_, n) => n));
});

test('a page past the end is empty and the last', async () => {
  for (const cursor of [count, 4_000_000]) {
    const { body } = await api.call<ChunksPage>('GET', `${chunks}?document_id=${id}&cursor=${cursor}`);
    expect([body.chunks, body.next_cursor, body.total_results]).toEqual([[], null, count]);
  }
});

test('the defaults are 100 chunks with metadata and without regions', async () => {
  const { body } = await api.call<ChunksPage>('GET', `${chunks}?document_id=${id}`);
  expect(body.limit).toBe(100);
  expect(body.chunks[0]).toHaveProperty('metadata');
  expect(body.chunks[0]).toHaveProperty('custom_metadata');
  expect(body.chunks[0]).not.toHaveProperty('regions');
});

test('one chunk is the same alone as in the list, with all parts and with none', async () => {
  for (const parts of [
    'include_regions=true',
    'include_metadata=false',
    'include_regions=false&include_metadata=true',
  ]) {
    const list = await api.call<ChunksPage>('GET', `${chunks}?document_id=${id}&${parts}`);
    const alone = await api.call<ChunkResource>('GET', `${chunks}/${id}:3?${parts}`);
    expect(alone.body).toEqual(list.body.chunks[3]);
    expect(chunkResource.parse(alone.body)).toEqual(alone.body);
    expect('regions' in alone.body).toBe(parts === 'include_regions=true');
    expect('metadata' in alone.body).toBe(parts !== 'include_metadata=false');
    expect('custom_metadata' in alone.body).toBe(parts !== 'include_metadata=false');
  }
});

test('a location tells the table of a sheet, and null for chunks of none', async () => {
  const tables = await api.add('notes', {
    chunks: [
      { text: 'a', location: { ...nowhere, tableId: 'tbl_1_A2', tableTitle: 'Stock' } },
      { text: 'b', location: nowhere },
    ],
  });
  const { body } = await api.call<ChunksPage>('GET', `${chunks}?document_id=${tables}`);
  expect(body.chunks.map(({ location }) => [location.table_id, location.table_title])).toEqual([
    ['tbl_1_A2', 'Stock'],
    [null, null],
  ]);
});

test('a location is that of a sheet where the chunk is one of a sheet', async () => {
  const { body } = await api.call<ChunkResource>('GET', `${chunks}/${id}:0`);
  expect(body.location).toEqual({
    page_start: null,
    page_end: null,
    start_seconds: null,
    end_seconds: null,
    sheet_name: 'Sales',
    row_start: 1,
    row_end: 2,
    column_start: 'A',
    column_end: 'F',
    cell_range: null,
    table_id: null,
    table_title: null,
  });
});

test('a chunk may be asked for in its document, and is refused in another', async () => {
  const other = await api.add('notes');
  const there = await api.call<ChunkResource>('GET', `${chunks}/${id}:0?document_id=${id}`);
  expect([there.status, there.body.document_id]).toEqual([200, id]);
  const elsewhere = await api.call<IssueBody>('GET', `${chunks}/${id}:0?document_id=${other}`);
  expect(elsewhere.status).toBe(422);
  expect(elsewhere.body.detail).toMatchObject([{ loc: ['query', 'document_id'] }]);
});

test.each([':7', ':00', ':-1', ':1e3', ':', '', ':0:0', ':9999999999', ':0%00', '%3A0x'])(
  'no chunk of the document is called %s',
  async (rest) => {
    const { status, body } = await api.call('GET', `${chunks}/${id}${rest}`);
    expect([status, body.error]).toEqual([404, 'chunk_not_found']);
  },
);
