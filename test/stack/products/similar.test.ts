import { type AuditEntryResource } from '../../../api/products/audit/schema';
import { type CreatedKey } from '../../../api/products/keys/schema';
import { similarAnswer } from '../../../api/products/search/similar-schema';
import { startStack } from '../../setup/stack';
import { type Stack } from '../../setup/stack-parts';

interface Answer {
  error?: string;
  by: string;
  hits: { id: string; _score: number; _group?: { value: string; total: number } }[];
}

const settings = {
  fields: {
    title: { type: 'text' },
    note: { type: 'text' },
    line: { type: 'keyword' },
    price: { type: 'number' },
  },
  acl: { field: 'readers', missing: 'public' },
  audit: {},
};
const records = [
  { id: 'sofa', title: 'Grey wool sofa', note: 'zinc copper', line: 'a', price: 10 },
  { id: 'sofa-2', title: 'Blue wool sofa', note: 'linen', line: 'a', price: 20 },
  { id: 'sofa/3', title: 'Red wool sofa', note: 'linen', line: 'b', price: 30 },
  { id: 'secret', title: 'Grey wool sofa for Ann', note: 'zinc copper', price: 40, readers: ['user:ann'] },
  { id: 'hose', title: 'Garden hose', note: 'zinc copper', line: 'c', price: 50 },
];

describe('POST /v1/indexes/{index}/records/{id}/similar', () => {
  let stack: Stack;
  const keys = new Map<string, string>();
  beforeAll(async () => {
    stack = await startStack();
    await stack.createIndex('like', { settings });
    await stack.stage('like', records);
    expect((await stack.built('like')).error).toBeNull();
    await stack.createIndex('unbuilt');
    const newKey = async (name: string, members: object) => {
      const json = { name, type: 'search', ...members };
      keys.set(name, (await stack.v1<CreatedKey>('/keys', { json })).body.key);
    };
    await newKey('ann', { principals: ['user:ann'] });
    await newKey('bob', { principals: ['user:bob'] });
    await newKey('titleless', { principals: ['user:ann'], hidden_fields: ['title'] });
    await newKey('nobody', {});
    await newKey('reader', { type: 'write', permissions: ['records.read'], principals: ['user:ann'] });
  });
  afterAll(() => stack.close());

  const similar = (id: string, json: object = {}, key = 'ann', index = 'like') =>
    stack.v1<Answer>(`/indexes/${index}/records/${encodeURIComponent(id)}/similar`, {
      method: 'POST',
      json,
      key: keys.get(key)!,
    });
  async function idsOf(...asked: Parameters<typeof similar>): Promise<string[]> {
    const { status, text, body } = await similar(...asked);
    if (status !== 200) throw new Error(`${status} ${text}`);
    similarAnswer.parse(body);
    return body.hits.map(({ id }) => id);
  }
  async function refusal(...asked: Parameters<typeof similar>) {
    const { status, body } = await similar(...asked);
    return [status, body.error];
  }

  it('answers with the records that are most like it, and never with itself', async () => {
    const { body } = await similar('sofa', { fields: ['price'] });
    const ids = body.hits.map(({ id }) => id);
    // Builds of the shared stack have no vectors.
    expect([body.by, ids[0]]).toEqual(['words', 'secret']);
    expect(ids.slice(0, 3).toSorted()).toEqual(['secret', 'sofa-2', 'sofa/3']);
    expect(ids).not.toContain('sofa');
    expect(Object.keys(body.hits[0]!)).toEqual(['id', 'price', '_score']);
    expect(await idsOf('sofa/3', { limit: 1 })).toHaveLength(1);
  });

  it('neither asks about a record that the key does not see nor answers with it', async () => {
    expect(await refusal('secret', {}, 'bob')).toEqual([404, 'RECORD_NOT_FOUND']);
    expect(await refusal('unknown', {}, 'bob')).toEqual([404, 'RECORD_NOT_FOUND']);
    expect(await idsOf('sofa', {}, 'bob')).not.toContain('secret');
    expect(await idsOf('secret', {}, 'ann')).toContain('sofa');
  });

  it('filters and groups as a search does', async () => {
    expect((await idsOf('sofa', { filter: 'price > 15', limit: 2 }, 'bob')).toSorted()).toEqual([
      'sofa-2',
      'sofa/3',
    ]);
    expect((await idsOf('sofa', { filters: { price: { lt: 25 } } }, 'bob'))[0]).toBe('sofa-2');
    const { body } = await similar('sofa', { group_by: { field: 'line' } }, 'bob');
    expect(body.hits[0]).toMatchObject({ id: 'sofa/3', _group: { value: 'b', total: 1 } });
    expect(body.hits.map(({ id }) => id)).not.toContain('sofa-2');
  });

  it('compares by other words where the key does not show the title', async () => {
    const { body } = await similar('sofa', {}, 'titleless');
    expect([body.by, body.hits.map(({ id }) => id).toSorted()]).toEqual(['words', ['hose', 'secret']]);
    expect(body.hits[0]).not.toHaveProperty('title');
  });

  it('refuses what a search refuses', async () => {
    expect(await refusal('sofa', {}, 'nobody')).toEqual([403, 'ACCESS_DENIED']);
    expect(await refusal('sofa', {}, 'reader')).toEqual([403, 'FORBIDDEN']);
    expect(await refusal('sofa', {}, 'ann', 'unbuilt')).toEqual([409, 'INDEX_NOT_READY']);
    expect(await refusal('sofa', {}, 'ann', 'nowhere')).toEqual([404, 'INDEX_NOT_FOUND']);
    expect(await refusal('sofa', { filter: 'price >' })).toEqual([400, 'FILTER_INVALID']);
    for (const json of [{ limit: 0 }, { limit: 101 }, { query: 'x' }, { group_by: { field: 'title' } }])
      expect(await refusal('sofa', json)).toEqual([400, 'VALIDATION_ERROR']);
  });

  it('is in the audit log as a search, with the records that were shown', async () => {
    const { body, headers } = await similar('sofa', { limit: 2 }, 'bob');
    const { body: log } = await stack.v1<{ entries: AuditEntryResource[] }>('/audit?limit=1000');
    const requestId = headers.get('x-request-id');
    expect(log.entries.find(({ request_id }) => request_id === requestId)).toMatchObject({
      action: 'search',
      index: 'like',
      target: 'sofa',
      status: 200,
      total: null,
      returned_ids: body.hits.map(({ id }) => id),
    });
  });
});
