import { Refusal, UsageError } from '../../src/refusal';
import { readReEmbedCommand } from '../../src/admin/collections';
import { type Embedder } from '../../src/models';
import { createReEmbed } from '../../src/stores/documents/document-writes';
import { startDatabase, type TestDatabase } from '../setup/api';
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
const run = (...argv: string[]) =>
  readReEmbedCommand(argv)({
    stores: database.stores,
    embedder,
    reEmbed: createReEmbed({ db: database.mongo.db, search: database.search }),
  });
const acme = ['--organization', 'acme', '--environment', 'production'];

it('moves one collection to the configured model; texts that it knows are not embedded again', async () => {
  const { collections } = database.stores;
  for (const name of ['manuals', 'others']) {
    const tenant = { organizationId, environment: 'production' } as const;
    const { collection } = await collections.ensure(tenant, name, { description: null, metadata: null });
    await addDocument(database.documentWrites, collection, { name: 'a', texts: ['x', 'y'] });
  }
  await expect(run(...acme, 'manuals')).resolves.toBe('manuals has vectors of test-2 now.');
  await expect(run(...acme, 'manuals')).resolves.toContain('has no vectors of another model');
  await expect(run(...acme, 'others')).resolves.toBe('others has vectors of test-2 now.');
  expect(asked).toEqual(['x', 'y']);
});

it.each([
  ['no collection', acme],
  ['two of them', [...acme, 'a', 'b']],
  ['no organization', ['--environment', 'production', 'a']],
  ['no environment', ['--organization', 'acme', 'a']],
  ['an unknown environment', ['--organization', 'acme', '--environment', 'moon', 'a']],
])('refuses a command line with %s', (_, argv) => {
  expect(() => readReEmbedCommand(argv)).toThrow(UsageError);
});

it.each([
  ['an organization', ['--organization', 'nobody', '--environment', 'production', 'manuals']],
  ['a collection', [...acme, 'nothing']],
])('says that there is no such thing as %s', async (_, argv) => {
  await expect(run(...argv)).rejects.toThrow(Refusal);
});
