import { createDocumentWriter, type DocumentWords } from '../../src/product-search';
import { settingsOfBuild, type ProductBuildRow, tableOf } from '../../src/stores/products/product-builds';
import { type PhysicalDocument } from '../../src/stores/products/physical-index';
import { type ViewedRecord } from '../../src/stores/products/record-pages';
import { type ActivityDeps } from '../deps';
import { findVectors } from './title-vectors';

export type DocumentDeps = Pick<ActivityDeps, 'embedder' | 'embeddings' | 'recordGroups'>;

/** Documents of records. */
export interface MadeDocuments {
  /** In the order of the records. */
  documents: PhysicalDocument[];
  /** Words of each. */
  words: DocumentWords[];
  /** Number of documents without a vector that should have one. */
  lackingVectors: number;
}

/** Makes documents of records. */
export interface DocumentMaker {
  hasVectors: boolean;
  make: (records: readonly ViewedRecord[], signal: AbortSignal) => Promise<MadeDocuments>;
}

/**
 * Creates the maker of the documents of one build, for its upload and for live writes: words and columns by
 * its field table, codes of groups, and vectors.
 *
 * @returns null before the build has a field table
 */
export function createDocumentMaker(deps: DocumentDeps, build: ProductBuildRow): DocumentMaker | null {
  const table = tableOf(build);
  if (table === null) return null;
  const draftOf = createDocumentWriter(table, settingsOfBuild(build));
  const hasCodes = (build.groupField ?? null) !== null;
  const hasVectors = (build.vectors ?? null) !== null;

  return {
    hasVectors,
    async make(records, signal) {
      const drafts = records.map((record) => draftOf(record));
      const keys = hasCodes ? drafts.flatMap(({ groupKey }) => groupKey ?? []) : [];
      const numbers = keys.length === 0 ? null : await deps.recordGroups.numbersOf(build._id, keys);
      const texts = drafts.map(({ vectorText }) => (hasVectors ? vectorText : null));
      const vectors = await findVectors(deps, build, texts, signal);
      const documents = records.map(({ recordId: id, seq: version }, place) => {
        const { body, groupKey } = drafts[place]!;
        const group = numbers?.get(groupKey ?? '') ?? null;
        return { id, version, body: body({ group, vector: vectors[place]! }) };
      });
      const lackingVectors = vectors.filter(
        (vector, place) => vector === null && texts[place] !== null,
      ).length;
      return { documents, words: drafts.map(({ words }) => words), lackingVectors };
    },
  };
}
