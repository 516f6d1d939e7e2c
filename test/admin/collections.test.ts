import { reembedCollection } from '../../src/admin/collections';
import { CommandError } from '../../src/command-errors';
import { type EmbeddingModelChoice } from '../../src/domain/platform/embedding-model';
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
/** A second model, by the name of a local one. */
const other: Embedder = { ...embedder, id: 'test-3' };
const reembed = (name: string, organization = 'acme', choice?: EmbeddingModelChoice) =>
  reembedCollection(
    {
      stores: database.stores,
      chooseEmbedder: (choice) => (choice === 'multilingual-e5-small' ? other : embedder),
      db: database.mongo.db,
      search: database.search,
    },
    { organization, environment: production, name },
    choice,
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

it('moves a collection to a model by its name, which stays its choice', async () => {
  const { collections } = database.stores;
  const tenant = { organizationId, environment: production };
  const { collection } = await collections.ensure(tenant, 'named', { description: null, metadata: null });
  await addDocument(database.documentWrites, collection, { name: 'b', texts: ['z'] });
  const moved = { collection: 'named', model: 'test-3', changed: true };
  await expect(reembed('named', 'acme', 'multilingual-e5-small')).resolves.toEqual(moved);
  await expect(reembed('named')).resolves.toEqual({ ...moved, changed: false });
  await expect(reembed('named', 'acme', 'auto')).resolves.toEqual({ ...moved, model: 'test-2' });
  expect(await collections.find(tenant, 'named')).toMatchObject({
    embeddingModel: 'auto',
    embedding: { model: 'test-2', dimensions: 4 },
  });
});

it.each([
  ['an unknown organization', 'manuals', 'nobody'],
  ['an unknown collection', 'nothing', 'acme'],
])('refuses %s', async (_, name, organization) => {
  await expect(reembed(name, organization)).rejects.toThrow(CommandError);
});
