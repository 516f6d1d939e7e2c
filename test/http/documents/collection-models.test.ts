import { type CollectionItem } from '../../../api/documents/collections/schema';
import { type CollectionRow } from '../../../src/stores/documents/contents/collections';
import { startApi, type TestApi } from '../../setup/api';

let api: TestApi;
let key: string;
beforeAll(async () => {
  api = await startApi();
  ({ text: key } = await api.createKey());
});
afterAll(() => api.close());

const put = (name: string, json: unknown) =>
  api.request<CollectionItem & { error?: string }>(`/v2/collections/${name}`, { method: 'PUT', key, json });
const get = (name: string) => api.request<CollectionItem>(`/v2/collections/${name}`, { key });

test('a collection keeps its choice of a model until there are vectors, and shows their model then', async () => {
  const { body } = await put('chosen', { embedding_model: 'multilingual-e5-small' });
  expect(body.embedding_model).toBe('multilingual-e5-small');
  const shown = async (model: string, dimensions: number) => {
    const embedding = { model, dimensions };
    const rows = api.mongo.db.collection<CollectionRow>('collections');
    await rows.updateOne({ name: 'chosen' }, { $set: { embedding } });
    return (await get('chosen')).body.embedding_model;
  };
  expect(await shown('all-minilm-l6-v2-int8', 384)).toBe('all-minilm-l6-v2');
  expect(await shown('large:1024', 1_024)).toBe('large:1024');
});

test('a copy has the choice of its source', async () => {
  await put('source', { embedding_model: 'all-minilm-l6-v2' });
  const json = { target_name: 'copied' };
  await api.request('/v2/collections/source/copy', { method: 'POST', key, json });
  expect((await get('copied')).body.embedding_model).toBe('all-minilm-l6-v2');
});

test.each([['gpt'], [''], [null], [['auto']], ['multilingual-e5-small-int8']])(
  'the model %j is refused',
  async (embedding_model) => {
    const { status, body } = await put('refused', { embedding_model });
    expect([status, body.error]).toEqual([400, 'validation_error']);
    expect((await get('refused')).status).toBe(404);
  },
);
