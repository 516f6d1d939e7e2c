import { bulk } from '../../../src/stores/elastic/bulk';
import { isSearchUnavailable, SearchWritesRefused } from '../../../src/stores/elastic/search-unavailable';
import { requireWrites } from '../../../src/stores/elastic/write-blocks';
import { startDatabase, type TestDatabase } from '../../setup/database';

let database: TestDatabase;
const index = `blocked-${Date.now()}`;
const alias = `${index}-write`;
beforeAll(async () => {
  database = await startDatabase();
  await database.elasticsearch.indices.create({
    index,
    aliases: { [alias]: { is_write_index: true } },
    settings: { number_of_shards: 1, number_of_replicas: 0 },
  });
});
afterAll(async () => {
  await database.elasticsearch.indices.delete({ index });
  await database.close();
});

const block = (name: string, on: boolean) =>
  database.elasticsearch.indices.putSettings({ index, settings: { [`index.blocks.${name}`]: on || null } });
const write = () => bulk(database.elasticsearch, alias, [[{ index: { _id: 'a' } }, { n: 1 }]], false);

test('an index that takes writes is no fault', async () => {
  await expect(requireWrites(database.elasticsearch, index)).resolves.toBeUndefined();
  await expect(write()).resolves.toEqual([]);
});

test.each(['read_only_allow_delete', 'read_only', 'write'])(
  'an index with the block %s is found, and its refusals of writes are not the request’s',
  async (name) => {
    await block(name, true);
    try {
      await expect(requireWrites(database.elasticsearch, `${index}*`)).rejects.toThrow(SearchWritesRefused);
      const bulk = await write().catch((error: unknown) => error);
      const single = await database.elasticsearch
        .index({ index, document: { n: 1 } })
        .catch((error: unknown) => error);
      expect([bulk, single].map(isSearchUnavailable)).toEqual([true, true]);
      expect(bulk).toBeInstanceOf(SearchWritesRefused);
    } finally {
      await block(name, false);
    }
    await expect(requireWrites(database.elasticsearch, index)).resolves.toBeUndefined();
    await expect(write()).resolves.toEqual([]);
  },
);
