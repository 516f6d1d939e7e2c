import { startStack } from '../../setup/stack';
import { type Stack } from '../../setup/stack-parts';

let stack: Stack;
let count = 0;
beforeAll(async () => {
  stack = await startStack();
});
afterAll(() => stack.close());

/** An index with one record, that was searched before. */
async function searchedIndex(title = 'lamp', settings: object = {}): Promise<string> {
  const name = `known-${count++}`;
  await stack.createIndex(name, { settings });
  await stack.stage(name, [{ id: name, title, brand: 'Acme' }]);
  expect(await stack.built(name)).toMatchObject({ status: 'succeeded' });
  await stack.search(name);
  return name;
}

const search = (name: string, json: object = { query: 'lamp' }) =>
  stack.v1<{ index: string; hits: { id: string }[]; error?: string }>(`/indexes/${name}/search`, { json });

it('a search of an index that was searched before reads one row of MongoDB, and several at once share the reads', async () => {
  const { db } = stack.api.mongo;
  const name = await searchedIndex();
  const readsOf = async (searches: number) => {
    await db.command({ profile: 2 });
    await Promise.all(Array.from({ length: searches }, () => search(name)));
    await db.command({ profile: 0 });
    const profile = db.collection<{ ns: string; op: string; nreturned: number }>('system.profile');
    const ns = ['indexes', 'builds', 'keys', 'aliases', 'assignments'].map((part) => `${db.databaseName}.product_${part}`);
    // Runs of the worker read rows by their ids.
    const reads = await profile.find({ ns: { $in: ns }, op: 'query', 'command.filter.name': { $exists: true } }).toArray();
    await profile.drop();
    return reads.map(({ ns: of, nreturned }) => [of, nreturned]);
  };
  const row = [`${db.databaseName}.product_indexes`, 1];
  expect(await readsOf(1)).toEqual([row]);
  // Searches share a read when they meet; on a busy machine 24 of them may come one after another.
  let reads = await readsOf(24);
  for (let n = 0; n < 20 && reads.length === 24; n++) reads = await readsOf(24);
  expect(reads.length).toBeLessThan(24);
  expect(new Set(reads.map(String))).toEqual(new Set([String(row)]));
}); // prettier-ignore

const lamp = (name: string) => ({ status: 200, body: { index: name, hits: [{ id: name }] } });

describe('a search that follows a change sees it, also where the index was searched before', () => {
  it('other settings', async () => {
    const brand = (facet: boolean) => ({ fields: { brand: { type: 'keyword', facet } } });
    const name = await searchedIndex('lamp', brand(true));
    const wanted = { facet_keys: ['brand'] };
    expect(await search(name, wanted)).toMatchObject({ status: 200 });
    await stack.v1(`/indexes/${name}/settings`, { method: 'PUT', json: brand(false) });
    expect(await search(name, wanted)).toMatchObject({ status: 400, body: { error: 'FACET_UNKNOWN' } });
  }); // prettier-ignore

  it('another build', async () => {
    const name = await searchedIndex('desk');
    expect(await search(name)).toMatchObject({ status: 200, body: { hits: [] } });
    await stack.stage(name, [{ id: name, title: 'lamp' }]);
    await stack.built(name);
    expect(await search(name)).toMatchObject(lamp(name));
  });

  it('a deletion, and another index of the same name', async () => {
    const name = await searchedIndex();
    await stack.endedJob((await stack.v1<{ job: { id: string } }>(`/indexes/${name}`, { method: 'DELETE' })).body.job.id);
    expect(await search(name)).toMatchObject({ status: 404, body: { error: 'INDEX_NOT_FOUND' } });
    await stack.createIndex(name);
    expect(await search(name)).toMatchObject({ status: 409, body: { error: 'INDEX_NOT_READY' } });
  }); // prettier-ignore

  it('an alias that moves, again and again', async () => {
    const names = [await searchedIndex(), await searchedIndex()] as const;
    for (let n = 0; n < 10; n++) {
      const name = names[n % 2]!;
      await stack.v1('/aliases/moving', { method: 'PUT', json: { index: name } });
      const answers = await Promise.all(Array.from({ length: 4 }, () => search('moving')));
      for (const answer of answers) expect(answer).toMatchObject(lamp(name));
    }
  });

  it('a split of shoppers', async () => {
    const name = await searchedIndex();
    const copy = await searchedIndex();
    const json = { layers: [{ id: 'all', salt: 's', groups: [{ name: 'copy', share: 1, index: copy }] }] };
    await stack.v1(`/indexes/${name}/assignment`, { method: 'PUT', json });
    expect((await search(name, { user_token: 'u' })).body.hits).toMatchObject([{ id: copy }]);
    await stack.v1(`/indexes/${name}/assignment`, { method: 'PUT', json: {} });
    expect((await search(name, { user_token: 'u' })).body.hits).toMatchObject([{ id: name }]);
  });
});
