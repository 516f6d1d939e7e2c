import { randomBytes } from 'node:crypto';
import { Client } from '@elastic/elasticsearch';
import fc from 'fast-check';
import { parseMetadataFilter, toMongoFilter, toSearchFilter } from '../../src/retrieval';
import { type DocumentRow } from '../../src/stores/documents/contents/documents';
import { toPairs } from '../../src/stores/documents/contents/metadata-pairs';
import { chunkAnalysis } from '../../src/stores/documents/search-index/analysis';
import { chunkMapping } from '../../src/stores/documents/search-index/mapping';
import { metadataTokens } from '../../src/stores/documents/search-index/metadata-tokens';
import { startDatabase, type TestDatabase } from '../setup/database';
import { servers } from '../setup/servers';
import { documents, filters } from './filter-arbitraries';
import { type FilteredDocument, matches } from './plain-evaluator';
import { suiteSeed } from '../setup/suite-seed';

const seed = suiteSeed(4);

const index = `filters-${randomBytes(6).toString('hex')}`;
const pool: FilteredDocument[] = fc
  .sample(documents, { seed, numRuns: 600 })
  .map((document, number) => ({ ...document, documentId: `doc_${number}` }));

let database: TestDatabase;
let elasticsearch: Client;
beforeAll(async () => {
  database = await startDatabase();
  elasticsearch = new Client({ node: servers().elasticsearchUrl });
  const rows = pool.map(({ custom, ...document }) => ({
    ...document,
    _id: document.documentId,
    custom: toPairs(custom),
  }));
  await database.mongo.db.collection<{ _id: string }>('documents').insertMany(rows);
  await elasticsearch.indices.create({
    index,
    mappings: chunkMapping(3),
    settings: { analysis: chunkAnalysis },
  });
  await elasticsearch
    .bulk({
      refresh: true,
      operations: pool.flatMap((document) => [
        { index: { _index: index, _id: document.documentId } },
        {
          document: document.documentId,
          filename: document.filename,
          content_type: document.contentType,
          created_at: document.createdAt.getTime(),
          meta: metadataTokens(document.custom),
        },
      ]),
    })
    .then(({ errors, items }) => {
      if (errors) throw new Error(JSON.stringify(items.find((item) => item.index?.error)));
    });
});
afterAll(async () => {
  await elasticsearch.indices.delete({ index });
  await elasticsearch.close();
  await database.close();
});

async function inMongo(filter: object): Promise<string[]> {
  const wanted = toMongoFilter(parseMetadataFilter(filter));
  const found = await database.mongo.db.collection<DocumentRow>('documents').find(wanted).toArray();
  return found.map(({ documentId }) => documentId).sort();
}

async function inSearch(filter: object): Promise<string[]> {
  const query = toSearchFilter(parseMetadataFilter(filter), 'meta');
  const { hits } = await elasticsearch.search({ index, query, size: pool.length, _source: false });
  return hits.hits.map(({ _id }) => _id!).sort();
}

function inMemory(filter: object): string[] {
  return pool
    .filter((document) => matches(filter, document))
    .map(({ documentId }) => documentId)
    .sort();
}

test(`MongoDB, the search index and the plain meaning of a filter agree on every document (seed ${seed})`, async () => {
  let selective = 0;
  await fc.assert(
    fc.asyncProperty(filters(5), async (filter) => {
      const expected = inMemory(filter);
      if (expected.length > 0 && expected.length < pool.length) selective++;
      const [mongo, search] = await Promise.all([inMongo(filter), inSearch(filter)]);
      expect(mongo).toEqual(expected);
      expect(search).toEqual(expected);
    }),
    { seed, numRuns: 600 },
  );
  expect(selective).toBeGreaterThan(150);
});

test.each([
  [
    'a hundred conditions',
    Object.fromEntries(Array.from({ length: 100 }, (_, n) => [`key${n}`, { $ne: n }])),
  ],
  ['a thousand values', { year: { $in: Array.from({ length: 1_000 }, (_, n) => n) } }],
  [
    'two thousand long texts',
    {
      state: { $nin: Array.from({ length: 1_000 }, (_, n) => `${'x'.repeat(60)}${n}`) },
      tags: { $in: Array.from({ length: 1_000 }, (_, n) => `${'x'.repeat(3_000)}${n}`) },
    },
  ],
  ['fifty branches', { $or: Array.from({ length: 50 }, (_, n) => ({ year: n })) }],
])('agree on a filter of %s', async (_name, filter) => {
  const expected = inMemory(filter);
  expect(await inMongo(filter)).toEqual(expected);
  expect(await inSearch(filter)).toEqual(expected);
});
