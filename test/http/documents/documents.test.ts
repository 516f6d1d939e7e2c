import {
  documentsPage,
  type DocumentsPage,
  documentsV2Page,
  documentV2,
  type DocumentV2,
  documentWithChunks,
  type DocumentWithChunks,
} from '../../../api/documents/documents/schema';
import { nowhere } from '../../../src/domain/documents/document';
import { type DocumentApi, type IssueBody, region, startDocumentApi } from './document-client';

let api: DocumentApi;
beforeAll(async () => {
  api = await startDocumentApi();
});
afterAll(() => api.close());

const base = (version: string, collection: string) => `/${version}/collections/${collection}/documents`;
const filtered = (collection: string, filter: unknown) =>
  `${base('v3', collection)}?metadata_filter=${encodeURIComponent(JSON.stringify(filter))}`;

describe('the lists', () => {
  const ids: string[] = [];
  beforeAll(async () => {
    for (let n = 0; n < 5; n++)
      ids.unshift(
        await api.add('listed', { filename: `${n}.txt`, custom: { year: 2020 + n, tags: ['a', `t${n}`] } }),
      );
  });

  test('v3 has every field of a document, and the custom metadata only where it was asked for', async () => {
    const { status, body } = await api.call<DocumentsPage>('GET', `${base('v3', 'listed')}?limit=1`);
    expect(status).toBe(200);
    expect(documentsPage.parse(body)).toEqual(body);
    expect(body).toMatchObject({ total_count: 5, limit: 1, offset: 0, collection_name: 'listed' });
    expect(body.documents).toMatchObject([
      {
        document_id: ids[0],
        collection_name: 'listed',
        filename: '4.txt',
        title: null,
        content_type: 'text/plain',
        file_type: 'txt',
        file_size: 12,
        modality: 'document',
        page_count: null,
        chunk_count: 1,
        source: { type: 'url', uri: 'https://example.com/4.txt' },
        indexing_status: 'indexed',
        has_ocr: false,
        archived: false,
        tags: ['t'],
        summary: 's',
        job_id: 'job_1',
        sync_id: null,
      },
    ]);
    expect(body.documents[0]).not.toHaveProperty('custom_metadata');
    const path = `${base('v3', 'listed')}?include_custom_metadata=true&offset=4`;
    const { body: last } = await api.call<DocumentsPage>('GET', path);
    expect(last.documents).toMatchObject([
      { document_id: ids[4], custom_metadata: { year: 2020, tags: ['a', 't0'] } },
    ]);
  });

  test('v2 names each document twice', async () => {
    const { body } = await api.call<{ documents: object[] }>('GET', base('v2', 'listed'));
    expect(documentsV2Page.parse(body)).toEqual(body);
    expect(body).toMatchObject({ total_count: 5, limit: 100, offset: 0, collection_name: 'listed' });
    expect(body.documents).toMatchObject(ids.map((id) => ({ document_id: id, file_id: id, chunk_count: 1 })));
  });

  test.each(['v2', 'v3'])('%s pages without gaps, newest first, to the end and past it', async (version) => {
    const seen: string[] = [];
    for (let offset = 0; offset < 8; offset += 2) {
      const { body } = await api.call<DocumentsPage>(
        'GET',
        `${base(version, 'listed')}?limit=2&offset=${offset}`,
      );
      seen.push(...body.documents.map(({ document_id }) => document_id));
      expect(body.total_count).toBe(5);
    }
    expect(seen).toEqual(ids);
  });

  test('an empty collection lists nothing', async () => {
    await api.collection('empty');
    for (const version of ['v2', 'v3']) {
      const { body } = await api.call<DocumentsPage>('GET', base(version, 'empty'));
      expect([body.documents, body.total_count]).toEqual([[], 0]);
    }
  });

  test.each([
    [{ year: 2021 }, ['1.txt']],
    [{ year: { $gte: 2023 } }, ['4.txt', '3.txt']],
    [{ tags: 't2' }, ['2.txt']],
    [{ tags: 'a', year: { $lt: 2021 } }, ['0.txt']],
    [{ year: '2021' }, []],
    [{ $or: [{ year: 2020 }, { filename: '4.txt' }] }, ['4.txt', '0.txt']],
    [{ missing: { $exists: false }, year: { $nin: [2020, 2021, 2022] } }, ['4.txt', '3.txt']],
    [{ created_at: { $gt: '2999-01-01' } }, []],
    [
      { content_type: 'text/plain', created_at: { $lt: '2999-01-01' } },
      ['4.txt', '3.txt', '2.txt', '1.txt', '0.txt'],
    ],
  ])('v3 filters by %j, and counts what it found', async (filter, names) => {
    const { body } = await api.call<DocumentsPage>('GET', filtered('listed', filter));
    expect(body.documents.map(({ filename }) => filename)).toEqual(names);
    expect(body.total_count).toBe(names.length);
  });

  test('a filter in a body, longer than any address, finds the same pages as one in the address', async () => {
    const names = Array.from({ length: 1_000 }, (_, n) => `${'x'.repeat(30)}${n}`);
    const search = (body: object) => api.call<DocumentsPage>('POST', `${base('v3', 'listed')}/search`, body);
    const { status, body } = await search({
      metadata_filter: { $or: [{ tags: { $in: names } }, { year: { $gte: 2022 } }] },
      limit: 2,
      offset: 1,
      include_custom_metadata: true,
    });
    expect(status).toBe(200);
    const path = `${filtered('listed', { year: { $gte: 2022 } })}&limit=2&offset=1&include_custom_metadata=true`;
    expect(body).toEqual((await api.call<DocumentsPage>('GET', path)).body);
    expect(body).toMatchObject({ total_count: 3, documents: [{ filename: '3.txt' }, { filename: '2.txt' }] });
    const all = (await api.call<DocumentsPage>('GET', base('v3', 'listed'))).body;
    for (const none of [{}, { metadata_filter: null }, { metadata_filter: {} }])
      expect((await search(none)).body).toEqual(all);
  });

  test.each([
    [{ limit: 0 }, 'limit'],
    [{ limit: 1_001 }, 'limit'],
    [{ limit: '5' }, 'limit'],
    [{ offset: -1 }, 'offset'],
    [{ include_custom_metadata: 'true' }, 'include_custom_metadata'],
    [{ filter: {} }, 'filter'],
  ])('a body with %j is refused', async (body, field) => {
    const answer = await api.call<IssueBody>('POST', `${base('v3', 'listed')}/search`, body);
    expect([answer.status, answer.body.detail[0]!.loc]).toEqual([422, ['body', field]]);
  });

  test('a filter in a body is refused like one in an address', async () => {
    const metadata_filter = { $and: [{ job_id: 'job_1' }] };
    const { status, body } = await api.call('POST', `${base('v3', 'listed')}/search`, { metadata_filter });
    expect([status, body.error]).toEqual([400, 'invalid_metadata_filter']);
    expect(body.details).toMatchObject({ path: '$and[0].job_id' });
  });

  test('a page of a filtered list still counts all matches', async () => {
    const { body } = await api.call<DocumentsPage>(
      'GET',
      `${filtered('listed', { tags: 'a' })}&limit=2&offset=4`,
    );
    expect(body).toMatchObject({ total_count: 5, limit: 2, offset: 4, documents: [{ filename: '0.txt' }] });
  });

  test.each(['document_id', 'file_id'])(
    '%s finds a document by its id, and only in its collection',
    async (key) => {
      const { body } = await api.call<DocumentsPage>('GET', filtered('listed', { [key]: ids[2] }));
      expect(body.documents).toMatchObject([{ document_id: ids[2] }]);
      await api.add('neighbour');
      const foreign = await api.call<DocumentsPage>('GET', filtered('neighbour', { [key]: ids[2] }));
      expect(foreign.body.documents).toEqual([]);
    },
  );

  test.each([
    ['no JSON', '{"year":', ''],
    ['nothing', '', ''],
    ['a list', '[]', ''],
    ['an unknown operator', '{"$and":[{"a":1},{"year":{"$regex":"x"}}]}', '$and[1].year.$regex'],
    ['nested metadata', '{"custom_metadata":{"year":1}}', 'custom_metadata'],
    ['on a field that cannot be filtered', '{"$or":[{"job_id":"job_1"}]}', '$or[0].job_id'],
    [
      'of 300 levels',
      `${'{"$and":['.repeat(300)}{}${']}'.repeat(300)}`,
      '$and[0].$and[0].$and[0].$and[0].$and[0]',
    ],
  ])('a filter that is %s is refused with its place', async (_name, text, path) => {
    const query = encodeURIComponent(text);
    const { status, body } = await api.call('GET', `${base('v3', 'listed')}?metadata_filter=${query}`);
    expect([status, body.error]).toEqual([400, 'invalid_metadata_filter']);
    expect(body.details).toEqual({ path, reason: expect.any(String) as string });
  });
});

describe('one document', () => {
  let id: string;
  beforeAll(async () => {
    id = await api.add('single', {
      filename: 'contract.pdf',
      custom: { year: 2024, '__pro.to$': true },
      pageCount: 2,
      pages: [{ text: 'one' }, { text: 'two' }],
      head: { contentType: 'application/pdf', fileType: 'pdf' },
      chunks: [
        { type: 'heading', text: 'Terms', location: { ...nowhere, pageStart: 0, pageEnd: 0 } },
        {
          text: 'Body',
          headingPath: ['Terms'],
          language: 'en',
          tags: ['law'],
          location: { ...nowhere, pageStart: 0, pageEnd: 1 },
          regions: [region(1, 0), region(2, 1, 'fig_1_ab')],
        },
      ],
    });
  });

  test('v3 has the head, and its chunks in order', async () => {
    const { status, body } = await api.call<DocumentWithChunks>('GET', `${base('v3', 'single')}/${id}`);
    expect(status).toBe(200);
    expect(documentWithChunks.parse(body)).toEqual(body);
    expect(body).toMatchObject({ document_id: id, page_count: 2, has_ocr: true, chunks_truncated: false });
    expect(body.custom_metadata).toEqual({ year: 2024, '__pro.to$': true });
    expect(body.chunks).toMatchObject([
      { chunk_id: `${id}:0`, chunk_index: 0, chunk_type: 'heading', text: 'Terms' },
      {
        chunk_id: `${id}:1`,
        document_id: id,
        chunk_type: 'body',
        token_count: 1,
        tags: ['law'],
        summary: null,
        location: { page_start: 0, page_end: 1, start_seconds: null, sheet_name: null, cell_range: null },
        metadata: { modality: 'document', language: 'en', heading_path: ['Terms'] },
        custom_metadata: {},
      },
    ]);
    expect(body.chunks[1]).not.toHaveProperty('regions');
  });

  test('v3 leaves out metadata and adds regions as it is told', async () => {
    const path = `${base('v3', 'single')}/${id}?include_regions=true&include_metadata=false`;
    const { body } = await api.call<DocumentWithChunks>('GET', path);
    expect(body).not.toHaveProperty('custom_metadata');
    expect(Object.keys(body.chunks[1]!)).not.toEqual(expect.arrayContaining(['metadata']));
    expect(Object.keys(body.chunks[1]!)).not.toEqual(expect.arrayContaining(['custom_metadata']));
    expect(body.chunks[1]!.regions).toEqual([
      expect.objectContaining({ region_id: 'r_1', page: 0, type: 'body', figure_id: null, confidence: 0.98 }),
      expect.objectContaining({
        region_id: 'r_2',
        page: 1,
        type: 'figure',
        figure_id: 'fig_1_ab',
        bounding_box: { left: 0.1, top: 0.2, width: 0.5, height: 0.25 },
      }),
    ]);
  });

  test('v2 has its own shape, with boxes where they were asked for', async () => {
    const { body } = await api.call<DocumentV2>('GET', `${base('v2', 'single')}/${id}`);
    expect(documentV2.parse(body)).toEqual(body);
    expect(body).toEqual({
      document_id: id,
      collection_name: 'single',
      chunk_count: 2,
      chunks_truncated: false,
      metadata: {
        filename: 'contract.pdf',
        file_type: 'pdf',
        file_size: 12,
        mime_type: 'application/pdf',
        uri: 'https://example.com/contract.pdf',
        summary: 's',
        tags: ['t'],
        custom: { year: 2024, '__pro.to$': true },
      },
      chunks: [
        { chunk_index: 0, chunk_id: `${id}:0`, content: 'Terms', page_start: 0, page_end: 0 },
        { chunk_index: 1, chunk_id: `${id}:1`, content: 'Body', page_start: 0, page_end: 1 },
      ],
    });
    const boxed = await api.call<DocumentV2>('GET', `${base('v2', 'single')}/${id}?include_bbox=true`);
    expect(boxed.body.bounding_boxes).toMatchObject([
      { page: 0, type: 'body', text: 'region 1', left: 0.1, top: 0.2, width: 0.5, height: 0.25 },
      { page: 1, type: 'figure' },
    ]);
  });

  test('comes with 5,000 chunks at most and says so', async () => {
    const large = await api.add('large', { chunks: Array.from({ length: 5_001 }, (_, n) => `chunk ${n}`) });
    const v3 = await api.call<DocumentWithChunks>('GET', `${base('v3', 'large')}/${large}`);
    expect([v3.body.chunk_count, v3.body.chunks.length, v3.body.chunks_truncated]).toEqual([
      5_001,
      5_000,
      true,
    ]);
    expect(v3.body.chunks.map(({ chunk_index }) => chunk_index)).toEqual(
      Array.from({ length: 5_000 }, (_, n) => n),
    );
    const v2 = await api.call<DocumentV2>('GET', `${base('v2', 'large')}/${large}`);
    expect([v2.body.chunks.length, v2.body.chunks_truncated]).toEqual([5_000, true]);
  });
});

describe('removal', () => {
  test('takes one document out with its chunks, and a second time finds nothing', async () => {
    const [kept, removed] = [await api.add('thinned'), await api.add('thinned')];
    const path = `${base('v2', 'thinned')}/${removed}`;
    const first = await api.call('DELETE', path);
    expect([first.status, first.body.success]).toEqual([200, true]);
    const again = await api.call('DELETE', path);
    expect([again.status, again.body.error]).toEqual([404, 'document_not_found']);
    for (const gone of [`documents/${removed}`, `chunks?document_id=${removed}`, `chunks/${removed}:0`])
      expect((await api.call('GET', `/v3/collections/thinned/${gone}`)).status).toBe(404);
    const { body } = await api.call<DocumentsPage>('GET', base('v3', 'thinned'));
    expect([body.total_count, body.documents.map(({ document_id }) => document_id)]).toEqual([1, [kept]]);
    expect(await api.found('thinned', {})).toEqual([`${kept}:0`]);
  });

  test('a wipe takes out everything, counts it, and leaves a collection that can be filled again', async () => {
    await api.add('wiped');
    await api.add('wiped');
    const wipe = () =>
      api.call<{ documents_deleted: number; success: boolean }>('DELETE', base('v2', 'wiped'));
    expect((await wipe()).body).toMatchObject({ success: true, documents_deleted: 2 });
    expect((await wipe()).body).toMatchObject({ success: true, documents_deleted: 0 });
    const fresh = await api.add('wiped');
    const { body } = await api.call<DocumentsPage>('GET', base('v3', 'wiped'));
    expect(body.documents.map(({ document_id }) => document_id)).toEqual([fresh]);
  });

  test('does not touch copies, in either direction', async () => {
    const [first, second] = [await api.add('source'), await api.add('source')];
    await api.copy('source', 'twin');
    await api.call('DELETE', `${base('v2', 'source')}/${first}`);
    await api.call('DELETE', `${base('v2', 'twin')}/${second}`);
    const listed = async (name: string) =>
      (await api.call<DocumentsPage>('GET', base('v3', name))).body.documents.map(
        ({ document_id }) => document_id,
      );
    expect([await listed('source'), await listed('twin')]).toEqual([[second], [first]]);
    await api.call('DELETE', base('v2', 'source'));
    expect([await listed('source'), await listed('twin')]).toEqual([[], [first]]);
    const chunks = await api.call<{ chunks: unknown[] }>(
      'GET',
      `/v3/collections/twin/chunks?document_id=${first}`,
    );
    expect(chunks.body.chunks).toHaveLength(1);
  });
});

test('what another collection holds is unknown here', async () => {
  const foreign = await api.add('theirs');
  await api.collection('ours');
  for (const rest of [`documents/${foreign}`, `chunks/${foreign}:0`, `chunks?document_id=${foreign}`]) {
    const { status } = await api.call('GET', `/v3/collections/ours/${rest}`);
    expect([rest, status]).toEqual([rest, 404]);
  }
});
