import { randomUUID } from 'node:crypto';
import { type CreatedKey, createdKey } from '../../../api/products/keys/schema';
import { startApi, type TestApi, type TestKey } from '../../setup/api';

interface ErrorBody {
  details?: { path: string; message: string }[];
}

let api: TestApi;
let admin: TestKey;
beforeAll(async () => {
  api = await startApi();
});
// An organization changes its keys so many times in a minute.
beforeEach(async () => {
  admin = await api.createKey({ organization: randomUUID(), permissions: ['products-admin'] });
});
afterAll(() => api.close());

const call = <T = ErrorBody>(path: string, options: { method?: string; json?: unknown; key?: string } = {}) =>
  api.request<T>(`/v1${path}`, { key: admin.text, ...options });

async function made(members: object): Promise<CreatedKey> {
  const { status, body, text } = await call<CreatedKey>('/keys', { json: { name: 'one', ...members } });
  if (status !== 201) throw new Error(`${status}: ${text}`);
  return createdKey.parse(body);
}

async function refused(members: object): Promise<string[]> {
  const { status, body } = await call('/keys', { json: { name: 'one', ...members } });
  expect(status).toBe(400);
  return body.details!.map(({ path, message }) => `${path.replace('body.', '')}: ${message}`);
}

describe('fields of a key', () => {
  it('are shown as they were sent, null where nothing was', async () => {
    const hidden_fields = ['cost', 'size.width'];
    const key = await made({ type: 'search', hidden_fields });
    expect([key.hidden_fields, key.visible_fields]).toEqual([hidden_fields, null]);
    const reader = await made({ type: 'write', permissions: ['search'], visible_fields: ['title'] });
    expect([reader.hidden_fields, reader.visible_fields]).toEqual([null, ['title']]);
  });

  it.each([
    ['an admin key', { type: 'admin', hidden_fields: ['cost'] }, 'hidden_fields: an admin key may do everything and sees all records'],
    ['a key that writes records', { type: 'write', permissions: ['search', 'records.write'], hidden_fields: ['cost'] }, 'hidden_fields: a key with records.write sees every field'],
    ['a key that reads settings', { type: 'write', permissions: ['settings.read'], visible_fields: [] }, 'visible_fields: a key with settings.read sees every field'],
  ])('are not those of %s', async (_, members, issue) => {
    expect(await refused(members)).toEqual([issue]);
  }); // prettier-ignore

  it('are not given to a key that writes records by a change', async () => {
    const { id } = await made({ type: 'write' });
    const change = { method: 'PATCH', json: { hidden_fields: ['cost'] } };
    expect((await call(`/keys/${id}`, change)).status).toBe(400);
    const less = { permissions: ['search'], hidden_fields: ['cost'] };
    expect((await call(`/keys/${id}`, { method: 'PATCH', json: less })).status).toBe(200);
  });

  it('are refused to a scoped key where its parent does not know them', async () => {
    const parent = await made({ type: 'search', hidden_fields: ['cost'] });
    expect(
      await refused({ type: 'scoped', parent: parent.id, visible_fields: ['title', 'cost', 'cost.net'] }),
    ).toEqual(['cost', 'cost.net'].map((name) => `visible_fields: the key above does not reach "${name}"`));
  });

  it.each([
    ['hidden_fields', ['cost']],
    ['hidden_fields', []],
    ['hidden_fields', null],
    ['hidden_fields', ['cost', 'size.width.inner']],
    ['visible_fields', ['title', 'brand']],
    ['visible_fields', ['cost']],
    ['visible_fields', null],
  ])('are never shown again by a change: %s %j', async (member, names) => {
    const bounds = { hidden_fields: ['cost', 'size.width'], visible_fields: ['title', 'cost', 'size'] };
    const { id } = await made({ type: 'search', ...bounds });
    const { status, body } = await call(`/keys/${id}`, { method: 'PATCH', json: { [member]: names } });
    expect([status, body.details?.[0]?.path]).toEqual([400, `body.${member}`]);
    expect((await call(`/keys/${id}`)).body).toMatchObject(bounds);
  });

  it('are hidden further by a change', async () => {
    const { id } = await made({ type: 'search', hidden_fields: ['size.width'] });
    for (const change of [{ hidden_fields: ['size', 'cost'] }, { visible_fields: ['title', 'brand'] }]) {
      const { status, body } = await call(`/keys/${id}`, { method: 'PATCH', json: change });
      expect([status, body]).toEqual([200, expect.objectContaining(change)]);
    }
  });

  it('are all shown by a key that is older than these bounds', async () => {
    const { id, key } = await made({ type: 'search', indexes: ['shop-1'] });
    await api.mongo.db
      .collection('product_keys')
      .updateOne({ _id: id as never }, { $unset: { 'bounds.hiddenFields': 1, 'bounds.visibleFields': 1 } });
    expect((await call('/indexes/shop-1/search', { key, json: { query: 'a' } })).status).toBe(404);
    expect((await call(`/keys/${id}`)).body).toMatchObject({ hidden_fields: null, visible_fields: null });
    const hidden = await call(`/keys/${id}`, { method: 'PATCH', json: { hidden_fields: ['cost'] } });
    expect(hidden.status).toBe(200);
  });
});
