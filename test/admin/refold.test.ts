import { readRefoldCommand } from '../../src/admin/refold';
import { nowhere } from '../../src/domain/documents/document';
import { UsageError } from '../../src/refusal';
import { keywordQuery } from '../../src/retrieval/ranking';
import { createNamespaceStore } from '../../src/stores/documents/contents/namespaces';
import {
  createRefold,
  type IndexedState,
  packVector,
  type StemLanguage,
} from '../../src/stores/documents/search-index';
import { chunkAnalysis } from '../../src/stores/documents/search-index/analysis';
import { chunkMapping, type wordFields } from '../../src/stores/documents/search-index/mapping';
import { firstIndexOf } from '../../src/stores/documents/search-index/make-index';
import { indexAlias } from '../../src/stores/elastic/index-alias';
import { startDatabase, type TestDatabase } from '../setup/api';

/** More rows than are rewritten with one request, and more than two such requests. */
const rowCount = 450;
const text = 'Ἐν ἀρχῇ ἦν ὁ λόγος, ещё одна ёлка';

let database: TestDatabase;
let namespace: string;
beforeAll(async () => {
  database = await startDatabase();
});
afterAll(() => database.close());
beforeEach(async () => {
  namespace = await createNamespaceStore(database.mongo.db).create('org_1');
  await makeFormerIndex();
});
afterEach(async () => {
  await database.search.removeNamespaces([namespace]);
  await createNamespaceStore(database.mongo.db).remove([namespace]);
});

/** An index as it was made before words were folded and had stems, with rows of that time. */
async function makeFormerIndex(): Promise<void> {
  const { elasticsearch } = database;
  const index = firstIndexOf(namespace);
  const { properties, ...mapping } = chunkMapping(3);
  const { filename_words: words, ...former } = properties!;
  await elasticsearch.indices.create({
    index,
    mappings: {
      ...mapping,
      properties: {
        ...former,
        filename: { type: 'keyword', fields: { words: words as typeof wordFields.text } },
      },
    },
    settings: { analysis: chunkAnalysis },
    aliases: { [indexAlias(namespace)]: { is_write_index: true } },
  });
  const operations = Array.from({ length: rowCount }, (_, i) => [
    { index: { _id: `row-${i}` } },
    {
      ...stateOf(1),
      version: `version-${i}`,
      document: `document-${i}`,
      index: 0,
      language: 'ru',
      filename: 'Prüfung_Übersicht.pdf'.normalize('NFD'),
      title: null,
      heading_path: ['Ἀρχή'],
      text,
      tags: ['ёлка'],
      summary: null,
      vector: packVector([1, 0, 0]),
    },
  ]).flat();
  await elasticsearch.bulk({ index, refresh: true, operations });
}

const stateOf = (revision: number): IndexedState => ({
  added: revision,
  removed: null,
  archived: false,
  revision,
  document_meta: [],
  meta: [],
});

const run = (refold = createRefold(database.elasticsearch, database.mongo.db)) =>
  readRefoldCommand([])({ namespaces: createNamespaceStore(database.mongo.db), refold });

async function countOf(query: string, languages: readonly StemLanguage[] = []): Promise<number> {
  const { hits } = await database.search.search([namespace], {
    query: keywordQuery(query, languages),
    track_total_hits: true,
  });
  return (hits.total as { value: number }).value;
}

it('rows of a former release are found by their own spelling before, and by any after', async () => {
  const own = ['ἀρχῇ', 'λόγος', 'ёлка'];
  const others = ['αρχη', 'елка', 'Übersicht', 'Ubersicht'];
  for (const query of own) expect([query, await countOf(query)]).toEqual([query, rowCount]);
  for (const query of others.slice(0, 2)) expect([query, await countOf(query)]).toEqual([query, 0]);
  await expect(run()).resolves.toBe(`${rowCount} of ${rowCount} chunks in 1 indexes were rewritten.`);
  for (const query of [...own, ...others]) expect([query, await countOf(query)]).toEqual([query, rowCount]);
  const vectors = await database.search.vectors(namespace, ['row-0', `row-${rowCount - 1}`]);
  expect([...vectors.values()]).toEqual([
    [1, 0, 0],
    [1, 0, 0],
  ]);
  await expect(run()).resolves.toBe(`0 of ${rowCount} chunks in 1 indexes were rewritten.`);
});

it('rows of a former release are found by the stems of their language after', async () => {
  expect(await countOf('ёлки', ['ru'])).toBe(0);
  await run();
  expect(await countOf('ёлки', ['ru'])).toBe(rowCount);
  expect(await countOf('ёлки')).toBe(0);
});

it('rows with the escapes of cells are found by the words behind line breaks after', async () => {
  const { db } = database.mongo;
  const table = String.raw`Head office\nSpringfield | C:\\new`;
  const lead = String.raw`See \\server\reports:`;
  const chunkOf = (index: number, fields: object) => {
    return { _id: `${namespace}:${index}`, index, type: 'table', location: nowhere, ...fields };
  };
  await db
    .collection<{ _id: string }>('chunks')
    .insertMany([chunkOf(0, { text: table }), chunkOf(1, { text: `${lead}\n${table}`, leadLines: 1 })]);
  const row = {
    ...stateOf(1),
    chunk_type: 'table',
    language: null,
    filename: 'offices.docx',
    title: null,
    heading_path: [],
    tags: [],
    summary: null,
  };
  const operations = [table, `${lead}\n${table}`].flatMap((words, index) => [
    { index: { _id: `${namespace}:${index}` } },
    { ...row, version: namespace, document: 'offices', index, text: words },
  ]);
  await database.elasticsearch.bulk({ index: indexAlias(namespace), refresh: true, operations });
  expect([await countOf('Springfield'), await countOf('nspringfield')]).toEqual([0, 2]);
  await run();
  const counts = ['Springfield', 'nspringfield', 'new', 'reports'].map((query) => countOf(query));
  expect(await Promise.all(counts)).toEqual([2, 0, 2, 1]);
  await expect(run()).resolves.toMatch(/^0 of/);
});

it('goes on where it broke off', async () => {
  const failing = Object.create(database.elasticsearch) as typeof database.elasticsearch;
  let requests = 0;
  failing.bulk = ((request: Parameters<typeof failing.bulk>[0]) => {
    if (++requests === 2) throw new Error('the connection is gone');
    return database.elasticsearch.bulk(request);
  }) as typeof failing.bulk;
  await expect(run(createRefold(failing, database.mongo.db))).rejects.toThrow('the connection is gone');
  await expect(run()).resolves.toBe(`250 of ${rowCount} chunks in 1 indexes were rewritten.`);
});

it('keeps what others write meanwhile, and folds their rows too', async () => {
  const rival = Object.create(database.elasticsearch) as typeof database.elasticsearch;
  let written = false;
  rival.bulk = (async (request: Parameters<typeof rival.bulk>[0]) => {
    if (!written) {
      written = true;
      const rows = Array.from({ length: 20 }, (_, i) => ({ id: `row-${i}`, state: stateOf(2) }));
      await database.search.update(namespace, rows, false);
    }
    return database.elasticsearch.bulk(request);
  }) as typeof rival.bulk;
  await run(createRefold(rival, database.mongo.db));
  expect(await countOf('елка')).toBe(rowCount);
  const { hits } = await database.search.search<IndexedState>([namespace], {
    query: { term: { added: 2 } },
    size: 100,
    _source: ['revision'],
  });
  expect(hits.hits.map(({ _source }) => _source!.revision)).toEqual(Array.from({ length: 20 }, () => 2));
});

it('new documents of a namespace of a former release are written folded', async () => {
  await database.search.ensure(namespace, 3);
  const { [firstIndexOf(namespace)]: found } = await database.elasticsearch.indices.getMapping({
    index: indexAlias(namespace),
  });
  expect(found!.mappings.properties).toHaveProperty('filename_words');
});

it('passes over a namespace without an index, and refuses arguments', async () => {
  await database.search.removeNamespaces([namespace]);
  await expect(run()).resolves.toBe('0 of 0 chunks in 0 indexes were rewritten.');
  expect(() => readRefoldCommand(['manuals'])).toThrow(UsageError);
});
