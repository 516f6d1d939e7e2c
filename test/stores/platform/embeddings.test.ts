import { embedCached } from '../../../src/models';
import { type Embedder } from '../../../src/models/embedding/embedder';
import { createEmbeddingStore, embeddingIndexes } from '../../../src/stores/platform/embeddings';
import { startDatabase, type TestDatabase } from '../../setup/database';

const never = new AbortController().signal;

/** A model that counts what it is asked for; a vector is the text's length and the model's number. */
function countingModel(id: string, number: number): Embedder & { asked: string[] } {
  const asked: string[] = [];
  return {
    asked,
    id,
    dimensions: 2,
    embed: (texts) => {
      asked.push(...texts);
      return Promise.resolve(texts.map((text) => Float32Array.of(text.length, number)));
    },
    countTokens: (text) => text.length,
    close: () => Promise.resolve(),
  };
}

describe('vectors that were made before', () => {
  let database: TestDatabase;
  let now: Date;
  let cache: ReturnType<typeof createEmbeddingStore>;

  beforeAll(async () => {
    database = await startDatabase();
  });
  afterAll(() => database.close());
  beforeEach(async () => {
    // Not long ago: the server removes by itself what is old.
    now = new Date();
    cache = createEmbeddingStore(database.mongo.db, () => now);
    await database.mongo.db.collection(embeddingIndexes.collection).deleteMany({});
  });

  test('are not made again, and come back bit by bit', async () => {
    const embedder = countingModel('m', 0.1);
    const texts = ['alpha', 'beta', 'alpha', 'gamma'];
    const first = await embedCached({ embedder, cache }, 'org_a', texts, never);
    expect(embedder.asked).toEqual(['alpha', 'beta', 'gamma']);
    expect(first.embedded).toBe(3);
    const again = await embedCached({ embedder, cache }, 'org_a', [...texts, 'delta'], never);
    expect(embedder.asked.slice(3)).toEqual(['delta']);
    expect(again.embedded).toBe(1);
    expect(again.vectors.slice(0, 4)).toEqual(first.vectors);
    expect(again.vectors[0]).toEqual(Float32Array.of(5, 0.1));
  });

  test.each([
    ['another organization', 'org_b', 'm'],
    ['another model', 'org_a', 'm2'],
  ])('say nothing to %s', async (_, organization, model) => {
    await embedCached({ embedder: countingModel('m', 1), cache }, 'org_a', ['alpha'], never);
    const embedder = countingModel(model, 2);
    const { vectors } = await embedCached({ embedder, cache }, organization, ['alpha'], never);
    expect(embedder.asked).toEqual(['alpha']);
    expect(vectors).toEqual([Float32Array.of(5, 2)]);
  });

  test('are made again when the kept one has another number of dimensions', async () => {
    const embedder = countingModel('m', 1);
    await embedCached({ embedder, cache }, 'org_a', ['alpha'], never);
    const { vectors } = await embedCached(
      { embedder: { ...countingModel('m', 1), dimensions: 3, embed: wide }, cache },
      'org_a',
      ['alpha'],
      never,
    );
    expect(vectors).toEqual([Float32Array.of(1, 2, 3)]);
  });
  const wide: Embedder['embed'] = (texts) => Promise.resolve(texts.map(() => Float32Array.of(1, 2, 3)));

  test('survive writers of the same text at the same moment', async () => {
    const texts = Array.from({ length: 200 }, (_, i) => `text ${i}`);
    const all = await Promise.all(
      Array.from({ length: 10 }, () =>
        embedCached({ embedder: countingModel('m', 1), cache }, 'org_a', texts, never),
      ),
    );
    for (const { vectors } of all) expect(vectors).toEqual(all[0]!.vectors);
    expect(await database.mongo.db.collection(embeddingIndexes.collection).countDocuments()).toBe(200);
  });

  test('are kept for 30 days after they were last asked for', async () => {
    const embedder = countingModel('m', 1);
    const rows = database.mongo.db.collection<{ usedAt: Date }>(embeddingIndexes.collection);
    await embedCached({ embedder, cache }, 'org_a', ['alpha'], never);
    now = new Date(now.getTime() + 25 * 24 * 3_600_000);
    await embedCached({ embedder, cache }, 'org_a', ['alpha'], never);
    expect((await rows.findOne())!.usedAt).toEqual(now);
    const [index] = (await rows.indexes()).filter(({ key }) => 'usedAt' in key);
    expect(index!.expireAfterSeconds).toBe(30 * 24 * 3_600);
  });

  test('need no model and no database for no texts', async () => {
    const embedder = countingModel('m', 1);
    const none = await embedCached({ embedder, cache }, 'org_a', [], never);
    expect(none).toEqual({ vectors: [], embedded: 0 });
  });
});
