import { Readable } from 'node:stream';
import {
  type AssetUrls,
  assetUrls,
  type DocumentPage,
  documentPage,
} from '../../../api/documents/documents/schema';
import { documentBlobs } from '../../../src/domain/documents/document-blobs';
import { type DocumentApi, type IssueBody, region, startDocumentApi } from './document-client';

let api: DocumentApi;
beforeAll(async () => {
  api = await startDocumentApi();
});
afterAll(() => api.close());

const documents = '/v3/collections/scans/documents';

describe('pages', () => {
  let id: string;
  beforeAll(async () => {
    const pages = [
      { text: 'first page', regions: [region(1, 0), region(2, 0, 'fig_0_ab')] },
      { text: 'second page' },
    ];
    id = await api.add('scans', { pageCount: 2, pages });
  });

  test('a page has its text and size, and regions where they were asked for', async () => {
    const { body } = await api.call<DocumentPage>('GET', `${documents}/${id}/pages/1`);
    expect(documentPage.parse(body)).toEqual(body);
    expect(body).toEqual({
      document_id: id,
      page_number: 1,
      page_count: 2,
      text: 'second page',
      width: 612,
      height: 792,
    });
    const first = await api.call<DocumentPage>('GET', `${documents}/${id}/pages/0?include_regions=true`);
    expect(first.body.regions?.map(({ region_id, figure_id }) => [region_id, figure_id])).toEqual([
      ['r_1', null],
      ['r_2', 'fig_0_ab'],
    ]);
  });

  test('there are four ways of not having a page, each with a code of its own', async () => {
    const bare = await api.add('scans');
    const opening = await api.add('scans', { unpublished: true });
    const refusal = async (rest: string) => {
      const { status, body } = await api.call('GET', `${documents}/${rest}`);
      return [status, body.error, body.details];
    };
    expect(await refusal(`${id}/pages/2`)).toEqual([404, 'page_out_of_range', { page_count: 2 }]);
    expect(await refusal(`${id}/pages/99999999`)).toEqual([404, 'page_out_of_range', { page_count: 2 }]);
    expect(await refusal(`${bare}/pages/0`)).toEqual([404, 'no_page_data', null]);
    expect(await refusal(`${opening}/pages/0`)).toEqual([404, 'page_data_pending', null]);
    expect(await refusal('doc_00000000000000000000000000/pages/0')).toEqual([
      404,
      'document_not_found',
      null,
    ]);
  });

  test('a document that is being written elsewhere is not known here', async () => {
    await api.collection('elsewhere');
    const opening = await api.add('scans', { unpublished: true });
    const { body } = await api.call('GET', `/v3/collections/elsewhere/documents/${opening}/pages/0`);
    expect(body.error).toBe('document_not_found');
    const { text: key } = await api.createKey({ organization: 'globex' });
    const foreign = await api.call('GET', `${documents}/${opening}/pages/0`, undefined, key);
    expect(foreign.body.error).toBe('collection_not_found');
  });
});

describe('links to figures', () => {
  const picture = Buffer.from('89504e470d0a1a0a', 'hex');
  let id: string;
  const link = (asset_ids: unknown, ttl_seconds?: unknown, document = id) =>
    api.call<AssetUrls & IssueBody>('POST', `${documents}/${document}/asset-urls`, {
      asset_ids,
      ...(ttl_seconds !== undefined && { ttl_seconds }),
    });

  async function keep(document: string, figureId: string): Promise<void> {
    const key = documentBlobs(document).figure(figureId);
    await api.deps.blobs.put(key, Readable.from([picture]), { contentType: 'image/png' });
  }

  beforeAll(async () => {
    const regions = [region(1, 0, 'fig_0_ab'), region(2, 0, 'fig_0_cd')];
    id = await api.add('scans', {
      chunks: [{ regions }],
      pages: [{ text: '', regions: [region(3, 0, 'fig_0_ef')] }],
    });
    await keep(id, 'fig_0_ab');
    await keep(id, 'fig_0_ef');
    await keep(id, 'fig_7_former');
  });

  test('each is answered for itself, in order: a picture, none, or nothing known of it', async () => {
    const before = Date.now();
    const { status, body } = await link([
      'fig_0_ab',
      'fig_0_cd',
      'fig_9_zz',
      'fig_7_former',
      'fig_0_ef',
      'fig_0_ab',
    ]);
    expect(status).toBe(200);
    expect(assetUrls.parse(body)).toEqual(body);
    expect(body.assets.map((asset) => (asset.status === 'ok' ? asset.status : asset.reason))).toEqual([
      ...['ok', 'no_crop', 'not_found', 'not_found', 'ok', 'ok'],
    ]);
    const expiresInMs = Date.parse(body.expires_at) - before;
    expect(expiresInMs).toBeGreaterThanOrEqual(300_000);
    const [first] = body.assets;
    expect(first).toMatchObject({
      asset_id: 'fig_0_ab',
      content_type: 'image/png',
      expires_at: body.expires_at,
    });
    const file = await fetch(first!.url!.replace('https://sheaf.example', api.baseUrl));
    expect(Buffer.from(await file.arrayBuffer())).toEqual(picture);
    expect(file.headers.get('content-type')).toBe('image/png');
  });

  test('the link cannot be turned to another picture', async () => {
    const { body } = await link(['fig_0_ab']);
    const url = body.assets[0]!.url!.replace('https://sheaf.example', api.baseUrl);
    expect((await fetch(url.replace('fig_0_ab', 'fig_0_ef'))).status).toBe(403);
  });

  test('an archived document has no links, but knows its figures', async () => {
    const archived = await api.add('scans', { chunks: [{ regions: [region(1, 0, 'fig_0_ab')] }] });
    await keep(archived, 'fig_0_ab');
    await api.mongo.db
      .collection('documents')
      .updateOne({ documentId: archived }, { $set: { archived: true } });
    const { body } = await link(['fig_0_ab', 'fig_1_ab'], undefined, archived);
    expect(body.assets).toMatchObject([{ reason: 'archived', url: null }, { reason: 'not_found' }]);
  });

  test('a figure of another document is not known', async () => {
    const other = await api.add('scans', { chunks: [{ regions: [region(1, 0, 'fig_3_aa')] }] });
    await keep(other, 'fig_3_aa');
    expect((await link(['fig_3_aa'])).body.assets).toMatchObject([{ reason: 'not_found' }]);
  });

  test('a copy of the collection has the same pictures', async () => {
    await api.copy('scans', 'scans-copy');
    const path = `/v3/collections/scans-copy/documents/${id}/asset-urls`;
    const { body } = await api.call<AssetUrls>('POST', path, { asset_ids: ['fig_0_ab'] });
    expect(body.assets).toMatchObject([{ status: 'ok' }]);
  });

  test.each([60, 3_600])('links may work for %i seconds', async (ttl) => {
    const before = Date.now();
    const { body } = await link(['fig_0_ab'], ttl);
    const seconds = (Date.parse(body.expires_at) - before) / 1_000;
    expect(Math.floor(seconds)).toBeGreaterThanOrEqual(ttl);
  });

  test('a hundred may be asked for at once', async () => {
    const { body } = await link(Array.from({ length: 100 }, (_, n) => `fig_${n}_ab`));
    expect(body.assets).toHaveLength(100);
  });

  test.each([
    ['no list', undefined, undefined, 'asset_ids'],
    ['an empty list', [], undefined, 'asset_ids'],
    ['101 ids', Array(101).fill('fig_0_ab'), undefined, 'asset_ids'],
    ['a text for a list', 'fig_0_ab', undefined, 'asset_ids'],
    ['a number for an id', [7], undefined, 'asset_ids'],
    ['an id that is none', ['../../secret'], undefined, 'asset_ids'],
    ['an id with a path', ['fig_0_ab/../../x'], undefined, 'asset_ids'],
    ['a short life', ['fig_0_ab'], 59, 'ttl_seconds'],
    ['a long life', ['fig_0_ab'], 3_601, 'ttl_seconds'],
    ['half a second', ['fig_0_ab'], 60.5, 'ttl_seconds'],
    ['a text for a life', ['fig_0_ab'], '300', 'ttl_seconds'],
    ['null for a life', ['fig_0_ab'], null, 'ttl_seconds'],
  ])('%s is refused', async (_name, ids, ttl, field) => {
    const { status, body } = await link(ids, ttl);
    expect(status).toBe(422);
    expect(body.detail[0]!.loc.slice(0, 2)).toEqual(['body', field]);
  });
});
