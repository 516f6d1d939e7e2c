import { randomInt } from 'node:crypto';
import { addLanguages, type LanguageCounts } from '../../../../src/domain/documents/language-counts';
import { type CollectionRow } from '../../../../src/stores/documents/contents/collections';
import { type DocumentRow } from '../../../../src/stores/documents/contents/documents';
import { createDocumentUpkeep } from '../../../../src/stores/documents/document-writes';
import { type IndexedChunk, visibleRows } from '../../../../src/stores/documents/search-index';
import { type TestDatabase } from '../../../setup/database';
import { owner } from './collection-stack';

/** Reads of a collection, by default of the one that the test has now. */
export function createCollectionReads(now: () => { database: TestDatabase; collection: CollectionRow }) {
  const fresh = () => `c-${randomInt(1e12)}`;
  const create = async () =>
    (await now().database.stores.collections.ensure(owner, fresh(), { description: null, metadata: null }))
      .collection;
  const reread = async (row = now().collection) =>
    (await now().database.stores.collections.findById(row._id))!;
  const copyOf = async (row = now().collection) => {
    const outcome = await now().database.stores.collections.copy(owner, {
      source: row.name,
      target: fresh(),
      includeGraph: true,
    });
    if (outcome.state !== 'copied') throw new Error(outcome.state);
    return outcome.copy;
  };
  /** Ids of what a collection lists; fails when its count says something else. */
  async function listed(row = now().collection): Promise<string[]> {
    const shown = await reread(row);
    const { documents } = await now().database.stores.documents.list(shown, { offset: 0, limit: 1_000 });
    expect(documents).toHaveLength(shown.counts.documents);
    expect(documents.reduce((sum, { chunkCount }) => sum + chunkCount, 0)).toBe(shown.counts.chunks);
    expectLanguages(shown, documents);
    return documents.map(({ documentId }) => documentId).sort();
  }
  async function textsOf(documentId: string, row = now().collection): Promise<string[]> {
    const shown = await reread(row);
    const document = (await now().database.stores.documents.get(shown, documentId))!;
    const chunks = await now().database.stores.chunks.list(shown, document, {
      from: 0,
      limit: 100,
      regions: true,
    });
    return chunks.map(({ text }) => text);
  }
  async function found(row = now().collection): Promise<IndexedChunk[]> {
    const view = await now().database.stores.documents.view(await reread(row));
    const namespaces = view.map(({ namespace }) => namespace);
    await now().database.search.refresh(namespaces);
    const { hits } = await now().database.search.search<IndexedChunk>(namespaces, {
      query: visibleRows(view),
      size: 1_000,
    });
    return hits.hits.map((hit) => hit._source!);
  }
  const upkeepAfter = (ms: number) =>
    createDocumentUpkeep(
      { db: now().database.mongo.db, search: now().database.search },
      () => new Date(Date.now() + ms),
    );

  return { create, reread, copyOf, listed, textsOf, found, upkeepAfter };
}

/** The languages of a collection are those of its documents; a language of which nothing is left counts 0. */
export function expectLanguages({ languages = {} }: CollectionRow, documents: readonly DocumentRow[]): void {
  const sum = documents.reduce<LanguageCounts>(
    (counts, document) => addLanguages(counts, document.languages),
    {},
  );
  const left = Object.entries(languages).filter(([, count]) => count !== 0);
  expect(Object.fromEntries(left)).toEqual(sum);
}
