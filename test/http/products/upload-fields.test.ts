import { newId } from '../../../src/stores/mongo/new-id';
import { startApi, type TestApi, type TestKey } from '../../setup/api';

let api: TestApi;
let key: TestKey;
let named = 0;
beforeAll(async () => {
  api = await startApi();
  key = await api.createKey();
});
afterAll(() => api.close());

async function newIndex() {
  const name = `i${named++}`;
  const owner = { organizationId: key.organizationId, environment: 'production' as const };
  const indexId = newId('idx_');
  await api.stores.productIndexes.create({ ...owner, _id: indexId, name, idField: 'id', settings: {} });
  return { name, indexId };
}

/** Uploads, and waits where the ten uploads a second of an organization are used up. */
async function upload(index: string, body: string, { query = '' } = {}) {
  for (;;) {
    const answer = await api.request<object>(`/v1/indexes/${index}/records${query}`, {
      method: 'POST',
      key: key.text,
      body: body as never,
      headers: { 'content-type': 'application/x-ndjson' },
    });
    if (answer.status !== 429) return answer;
    await new Promise((resolve) => setTimeout(resolve, 100));
  }
}

describe('uploads between two builds', () => {
  const members = (name: string, count: number) =>
    Object.fromEntries(Array.from({ length: count }, (_, n) => [`${name}${n}`, n]));
  const fault = { code: 'TOO_MANY_FIELDS' };

  test('are refused once they have too many fields together, and writes as well', async () => {
    const { name } = await newIndex();
    const tooMany = { id: 'b', ...members('b', 400) };
    expect((await upload(name, JSON.stringify({ id: 'a', ...members('a', 600) }))).status).toBe(200);
    expect(await upload(name, `{"id":"c"}\n${JSON.stringify(tooMany)}`)).toMatchObject({
      status: 422,
      body: { error: 'VALIDATION_ERROR', details: [{ ...fault, line: 2, id: 'b' }] },
    });
    const put = { method: 'PUT', key: key.text, json: tooMany };
    expect(await api.request(`/v1/indexes/${name}/records/b`, put)).toMatchObject({
      status: 400,
      body: { error: 'VALIDATION_ERROR', details: [fault] },
    });
    const batch = { key: key.text, json: { operations: [{ op: 'upsert', record: tooMany }] } };
    expect(await api.request(`/v1/indexes/${name}/records/batch`, batch)).toMatchObject({
      status: 422,
      body: { details: [{ ...fault, id: 'b' }] },
    });
    const fitting = `${JSON.stringify(tooMany)}\n${JSON.stringify({ id: 'd', ...members('b', 399) })}`;
    expect(await upload(name, fitting, { query: '?on_error=skip' })).toMatchObject({
      status: 200,
      body: { staged: 1, rejected: 1 },
    });
    expect((await upload(name, '{"id":"e","one_more":1}')).status).toBe(422);
    const all = JSON.stringify({ id: 'f', ...members('c', 900) });
    expect((await upload(name, all, { query: '?mode=replace_all' })).status).toBe(200);
    expect((await upload(name, '{"id":"e","one_more":1}')).status).toBe(200);
  });

  test('have no more fields than one index may have, also those that are sent at once', async () => {
    const { name, indexId } = await newIndex();
    const sent = ['a', 'b', 'c', 'd', 'e'].map((id) => JSON.stringify({ id, ...members(id, 300) }));
    const done = await Promise.all(sent.map((record) => upload(name, record)));
    expect(done.map(({ status }) => status).sort()).toEqual([200, 200, 200, 422, 422]);
    expect(await api.mongo.db.collection('product_entries').countDocuments({ indexId })).toBe(3);
  });
});
