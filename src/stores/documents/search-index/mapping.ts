import { type estypes } from '@elastic/elasticsearch';
import { NAME_ANALYZER, TEXT_ANALYZERS } from './analysis';

/**
 * Rows of one namespace up to which vectors are compared one by one, which is exact; above it a graph is
 * searched.
 */
export const exactVectorRowsMax = 100_000;

/**
 * How vectors are searched: `flat` compares all of them, `hnsw` walks a graph. The first can become the
 * second in place.
 */
export type VectorSearch = 'flat' | 'hnsw';

const notSearched = { index: false, doc_values: false } as const;
const words = {
  type: 'text',
  analyzer: TEXT_ANALYZERS.written,
  search_analyzer: TEXT_ANALYZERS.asked,
} as const;

/**
 * Fields of words. They are written folded (see `foldedText`), which analyzers of a plain Elasticsearch
 * cannot do. Fields of stems come with the first text of their language (see `createStemFields`).
 */
const wordFields = {
  filename_words: { ...words, analyzer: NAME_ANALYZER },
  title: words,
  heading_path: words,
  text: words,
  tags: { type: 'keyword', fields: { words } },
  summary: words,
} as const satisfies Record<string, estypes.MappingProperty>;

/**
 * Fields of one chunk. Nothing is added by what is written (`strict`): custom metadata, whose keys are the
 * callers', are tokens in one field each (see `metadata-tokens`), so that neither their number nor their
 * types matter. Words are taken from texts as `chunkAnalysis` says, which the settings of the index must
 * hold.
 *
 * @param dimensions of the vectors
 */
export function chunkMapping(dimensions: number): estypes.MappingTypeMapping {
  return {
    dynamic: 'strict',
    properties: {
      namespace: { type: 'keyword' },
      version: { type: 'keyword' },
      document: { type: 'keyword' },
      index: { type: 'integer' },
      added: { type: 'long' },
      removed: { type: 'long' },
      revision: { type: 'long', ...notSearched },
      archived: { type: 'boolean' },
      chunk_type: { type: 'keyword' },
      origin: { type: 'keyword' },
      modality: { type: 'keyword' },
      language: { type: 'keyword' },
      filename: { type: 'keyword' },
      content_type: { type: 'keyword' },
      created_at: { type: 'date', format: 'epoch_millis' },
      ...wordFields,
      document_meta: { type: 'keyword', doc_values: false },
      meta: { type: 'keyword', doc_values: false },
      vector: vectorField(dimensions, 'flat'),
    },
  };
}

/**
 * The field of the vectors; `index_options` are spelled out because their defaults differ between versions.
 */
export function vectorField(dimensions: number, search: VectorSearch): estypes.MappingDenseVectorProperty {
  return {
    type: 'dense_vector',
    dims: dimensions,
    index: true,
    similarity: 'cosine',
    index_options: search === 'flat' ? { type: 'flat' } : { type: 'hnsw', m: 16, ef_construction: 100 },
  };
}
