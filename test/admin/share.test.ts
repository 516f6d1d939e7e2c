import { sharedIndexesFeature } from '../../src/domain/documents/features';
import { type Tenant } from '../../src/domain/platform/tenancy';
import { readShareCommand } from '../../src/admin/share';
import { Refusal, UsageError } from '../../src/refusal';
import { type CollectionRow } from '../../src/stores/documents/contents/collections';
import { createDocumentUpkeep, createShareIndex } from '../../src/stores/documents/document-writes';
import { indexAlias, sharedIndexOf } from '../../src/stores/elastic/index-alias';
import { startDatabase, type TestDatabase } from '../setup/api';
import { createQuestions } from '../stores/documents/collections/collection-questions';
import { addDocument, collect, owner } from '../stores/documents/collections/collection-stack';
import { died, dyingStores } from '../stores/documents/collections/dying-stores';

const dayMs = 24 * 3_600_000;

let database: TestDatabase;
beforeEach(async () => {
  database = await startDatabase();
  await database.stores.installationFeatures.set(sharedIndexesFeature, false);
});
afterEach(() => database.close());

async function create(name: string, tenant: Tenant = owner): Promise<CollectionRow> {
  const facts = { description: null, metadata: null };
  return (await database.stores.collections.ensure(tenant, name, facts)).collection;
}
const reread = async ({ _id }: CollectionRow) => (await database.stores.collections.findById(_id))!;
const homesOf = async (row: CollectionRow) =>
  (await reread(row)).layers.map(({ namespace }) => sharedIndexOf(namespace));
const enable = () => database.stores.installationFeatures.set(sharedIndexesFeature, true);
const run = (shareIndex = createShareIndex({ db: database.mongo.db, search: database.search })) =>
  readShareCommand([])({ stores: database.stores, shareIndex });
const fill = async (row: CollectionRow, documents: number) => {
  for (let i = 0; i < documents; i++)
    await addDocument(database.documentWrites, row, { name: `f${i}`, texts: [`words ${i}`] });
};
const texts = (documents: number) => Array.from({ length: documents }, (_, i) => `words ${i}`).sort();

it('moves collections with indexes of their own, and their indexes go', async () => {
  const [first, second] = [await create('first'), await create('second')];
  for (const row of [first, second]) await fill(row, 3);
  await create('empty');
  const copied = await database.stores.collections.copy(owner, {
    source: 'first',
    target: 'copy',
    includeGraph: true,
  });
  const { namespace } = (await reread(first)).layers[0]!;
  const alias = { name: indexAlias(namespace) };
  await expect(run()).rejects.toThrow(Refusal);
  await enable();
  await expect(run()).resolves.toBe('3 collections were moved, 1 had nothing to move, 0 are large.');
  const homes = [...(await homesOf(first)), ...(await homesOf(second))];
  if (copied.state === 'copied') homes.push(...(await homesOf(copied.copy)));
  expect(homes).not.toContain(null);
  expect(new Set(homes).size).toBe(1);
  await expect(run()).resolves.toBe('0 collections were moved, 4 had nothing to move, 0 are large.');
  expect(await database.elasticsearch.indices.existsAlias(alias)).toBe(true);
  const clock = () => new Date(Date.now() + dayMs);
  await collect(createDocumentUpkeep({ db: database.mongo.db, search: database.search }, clock));
  expect(await database.elasticsearch.indices.existsAlias(alias)).toBe(false);
  const askDuring = createQuestions(database, 'words');
  const { answers } = await askDuring(
    () => reread(second),
    () => Promise.resolve(),
  );
  expect(answers.at(-1)).toEqual(texts(3));
});

it('that dies after any of its writes is gone on with, and queries meet all of a collection once all the time', async () => {
  const collection = await create('first');
  await fill(collection, 5);
  await enable();
  const askDuring = createQuestions(database, 'words');
  await database.search.refresh([(await reread(collection)).layers[0]!.namespace]);
  let deaths = 0;
  for (let writesLeft = 1; ; writesLeft++) {
    const stores = dyingStores({ db: database.mongo.db, search: database.search }, writesLeft);
    const { result, answers } = await askDuring(
      () => reread(collection),
      () =>
        run(createShareIndex(stores)).catch((error: unknown) => {
          if (!(error instanceof Error) || error.message !== died) throw error;
          return null;
        }),
    );
    for (const answer of answers) expect(answer).toEqual(texts(5));
    if (result !== null) break;
    deaths += 1;
  }
  expect(deaths).toBeGreaterThan(10);
  expect(await homesOf(collection)).not.toContain(null);
});

it('of a collection that is written meanwhile moves what was written too', async () => {
  const collection = await create('first');
  await fill(collection, 3);
  await enable();
  const { search } = database;
  let written = 0;
  const meddling = {
    ...search,
    async write(...args: Parameters<typeof search.write>) {
      if (written++ < 3)
        await addDocument(database.documentWrites, collection, {
          name: `m${written}`,
          texts: ['words late'],
        });
      await search.write(...args);
    },
  };
  await run(createShareIndex({ db: database.mongo.db, search: meddling }));
  expect(await homesOf(collection)).not.toContain(null);
  const { answers } = await createQuestions(database, 'words')(
    () => reread(collection),
    async () => {
      await database.search.refresh((await reread(collection)).layers.map(({ namespace }) => namespace));
    },
  );
  expect(answers.at(-1)).toEqual([...texts(3), 'words late', 'words late', 'words late'].sort());
});

it('refuses arguments', () => {
  expect(() => readShareCommand(['manuals'])).toThrow(UsageError);
});
