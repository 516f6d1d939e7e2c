import { reembedCollection } from '../../src/admin/collections';
import { CommandError } from '../../src/command-errors';
import { type Embedder } from '../../src/models';
import { startDatabase, type TestDatabase } from '../setup/database';
import { addDocument } from '../stores/documents/collections/collection-stack';

let database: TestDatabase;
let organizationId: string;
beforeAll(async () => {
  database = await startDatabase();
  organizationId = await database.stores.organizations.ensure('acme');
});
afterAll(() => database.close());

const asked: string[] = [];
const embedder: Embedder = {
  id: 'test-2',
  dimensions: 4,
  embed(texts) {
    asked.push(...texts);
    return Promise.resolve(texts.map((text) => Float32Array.from([1, 0, 0, text.length])));
  },
  countTokens: () => 1,
  close: () => Promise.resolve(),
};
const production = 'production' as const;
const reembed = (name: string, organization = 'acme') =>
  reembedCollection(
    {
      stores: database.stores,
      embedder,
      db: database.mongo.db,
      search: database.search,
    },
    { organization, environment: production, name },
  );

it('moves one collection to the configured model; texts that it knows are not embedded again', async () => {
  const { collections } = database.stores;
  for (const name of ['manuals', 'others']) {
    const tenant = { organizationId, environment: production };
    const { collection } = await collections.ensure(tenant, name, { description: null, metadata: null });
    await addDocument(database.documentWrites, collection, { name: 'a', texts: ['x', 'y'] });
  }
  const model = 'test-2';
  await expect(reembed('manuals')).resolves.toEqual({ collection: 'manuals', model, changed: true });
  await expect(reembed('manuals')).resolves.toEqual({ collection: 'manuals', model, changed: false });
  await expect(reembed('others')).resolves.toEqual({ collection: 'others', model, changed: true });
  // Texts are embedded behind the name of their document.
  expect(asked).toEqual(['a\nx', 'a\ny']);
});

it.each([
  ['an unknown organization', 'manuals', 'nobody'],
  ['an unknown collection', 'nothing', 'acme'],
])('refuses %s', async (_, name, organization) => {
  await expect(reembed(name, organization)).rejects.toThrow(CommandError);
});
