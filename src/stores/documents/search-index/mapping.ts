import { type estypes } from '@elastic/elasticsearch';
import { NAME_ANALYZER, TEXT_ANALYZERS } from './analysis';

/**
 * Rows of one namespace up to which all vectors are compared, which is exact; above it a graph is searched.
 */
export const exactVectorRowsMax = 100_000;

/** Search of vectors: `flat` compares all, `hnsw` walks a graph. `flat` can become `hnsw` in place. */
export type VectorSearch = 'flat' | 'hnsw';

const notSearched = { index: false, doc_values: false } as const;
const words = {
  type: 'text',
  analyzer: TEXT_ANALYZERS.written,
  search_analyzer: TEXT_ANALYZERS.asked,
} as const;

/**
 * Fields of words. They are folded before indexing (see `foldedText`), which analyzers of a plain
 * Elasticsearch cannot do. Fields of stems are added with the first text of their language (see
 * `createStemFields`).
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
 * Mapping of a chunk. It is `strict`: custom metadata with the callers' keys is stored as tokens in one field
 * (see `metadata-tokens`), so that its size and types do not matter. It needs the analyzers of
 * `chunkAnalysis` in the settings of the index.
 *
 * @param dimensions dimensions of the vectors
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

/** The field of the vectors; `index_options` are explicit, since their defaults differ between versions. */
export function vectorField(dimensions: number, search: VectorSearch): estypes.MappingDenseVectorProperty {
  return {
    type: 'dense_vector',
    dims: dimensions,
    index: true,
    similarity: 'cosine',
    index_options: search === 'flat' ? { type: 'flat' } : { type: 'hnsw', m: 16, ef_construction: 100 },
  };
}
