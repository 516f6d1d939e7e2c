import { type LanguageCounts } from '../../src/domain/documents/language-counts';
import { AUTO_RATIO, type SemanticRatio } from '../../src/domain/documents/query';
import { type Embedder } from '../../src/models';
import { asksInOtherLanguage, chooseRatio } from '../../src/retrieval/query/choose-ratio';
import {
  candidateDepth,
  type LegHit,
  keywordQuery,
  stemLanguages,
  tellingChunksMax,
  tellingWords,
} from '../../src/retrieval/ranking';
import {
  type IndexedChunk,
  indexedWords,
  packVector,
  type SearchAnswer,
  type SearchIndex,
} from '../../src/stores/documents/search-index';
import { sharedNamespace } from '../../src/stores/documents/search-index/namespace-alias';
import { type RetrievalSet } from './retrieval-set';
import { vectorsOf } from './set-vectors';

const rowsPerWrite = 500;
const searchesAtOnce = 20;
const searchTimeoutMs = 60_000;
const plainSettings = { limit: 10, semanticRatio: 0.5, rerank: null, boost: [], maxChunksPerDocument: null };

/** A document as it was indexed: one chunk, which begins with the title as a page does. */
export interface IndexedDocument {
  title: string;
  headingPath: readonly string[];
  text: string;
  vector: Float32Array;
}

/** A judged query with what both legs have found for it. */
export interface AskedQuery {
  id: string;
  text: string;
  grades: Map<string, number>;
  vector: Float32Array;
  keyword: LegHit[];
  dense: LegHit[];
  /** The weight of the dense leg that the service chooses. */
  auto: SemanticRatio;
}

/** A set under measurement: the documents by id, and the queries. */
export interface AskedSet {
  documents: Map<string, IndexedDocument>;
  queries: AskedQuery[];
}

/**
 * Writes the documents of a set into an index of their own, asks both legs every query, and removes the
 * index.
 *
 * @param neighbours texts of other collections, a list for each, that lie in the same index
 */
export async function askSet(
  { embedder, search }: { embedder: Embedder; search: SearchIndex },
  set: RetrievalSet,
  signal: AbortSignal,
  neighbours: readonly (readonly string[])[] = [],
): Promise<AskedSet> {
  const texts = set.documents.map(({ title, text }) => (text.startsWith(title) ? text : `${title}\n${text}`));
  const vectors = await vectorsOf(embedder, texts, 'document', signal);
  const asked = set.queries.map(({ text }) => text);
  const queryVectors = await vectorsOf(embedder, asked, 'query', signal);
  const documents = new Map(
    set.documents.map(({ id, title, headingPath }, at) => [
      id,
      { title, headingPath, text: texts[at]!, vector: vectors[at]! },
    ]),
  );
  const sharedIndex = `quality-${set.name}-${process.pid}`;
  const namespace = sharedNamespace('asked', sharedIndex);
  await search.ensure(namespace, embedder.dimensions);
  try {
    const rows = [...documents].map(([id, document]) => ({
      id,
      row: rowOf(namespace, id, document, set.language),
    }));
    for (let from = 0; from < rows.length; from += rowsPerWrite)
      await search.write(namespace, rows.slice(from, from + rowsPerWrite));
    await writeNeighbours(search, sharedIndex, neighbours);
    await search.refresh([namespace]);
    const queries: AskedQuery[] = [];
    for (let from = 0; from < set.queries.length; from += searchesAtOnce) {
      const batch = set.queries.slice(from, from + searchesAtOnce);
      const legs = await askBoth(
        search,
        namespace,
        { ...set, queries: batch },
        queryVectors.slice(from),
        signal,
      );
      for (const [at, query] of batch.entries()) {
        const { tellingChunks, ...found } = legs[at]!;
        const auto = await ratioOf(query.text, tellingChunks, { embedder, languages: languagesOf(set) });
        queries.push({ ...query, vector: queryVectors[from + at]!, ...found, auto });
      }
    }
    return { documents, queries };
  } finally {
    await search.removeSharedIndex(sharedIndex);
  }
}

async function writeNeighbours(
  search: SearchIndex,
  sharedIndex: string,
  neighbours: readonly (readonly string[])[],
): Promise<void> {
  for (const [at, texts] of neighbours.entries()) {
    const namespace = sharedNamespace(`neighbour-${at}`, sharedIndex);
    const rows = texts.map((text, i) => {
      const id = `neighbour-${at}-${i}`;
      const row = rowOf(namespace, id, { title: '', headingPath: [], text, vector: none });
      // Vectors of others have no part in what the dense leg finds.
      delete row.vector;
      return { id, row };
    });
    for (let from = 0; from < rows.length; from += rowsPerWrite)
      await search.write(namespace, rows.slice(from, from + rowsPerWrite));
  }
}

const none = new Float32Array();

const languagesOf = ({ language, documents }: RetrievalSet): LanguageCounts => ({
  [language]: documents.length,
});

/** The ratio of a query in a collection with these languages, chosen as the service chooses it. */
async function ratioOf(
  text: string,
  tellingChunks: number,
  { embedder: { id: model, dimensions }, languages }: { embedder: Embedder; languages: LanguageCounts },
): Promise<SemanticRatio> {
  const settings = { semanticRatio: AUTO_RATIO } as const;
  const collection = { embedding: { model, dimensions }, languages };
  const isOtherLanguage = await asksInOtherLanguage(text, settings, collection);
  return chooseRatio({ text, settings, collection, isOtherLanguage }, { tellingChunks });
}

async function askBoth(
  search: SearchIndex,
  namespace: string,
  set: RetrievalSet,
  vectors: readonly Float32Array[],
  signal: AbortSignal,
): Promise<(Pick<AskedQuery, 'keyword' | 'dense'> & { tellingChunks: number })[]> {
  const size = candidateDepth(plainSettings);
  const own = { term: { namespace } };
  const stems = stemLanguages(languagesOf(set));
  const requests = set.queries.flatMap(({ text }, at) => {
    const knn = {
      field: 'vector',
      query_vector: Array.from(vectors[at]!),
      k: size,
      num_candidates: 2 * size,
      filter: own,
    };
    const keyword = { bool: { must: [keywordQuery(text, stems)], filter: [own] } };
    const telling = { bool: { filter: [own, tellingWords(text).query] } };
    return [
      ...[keyword, { knn }].map((query) => ({ query, size, _source: false })),
      { query: telling, size: 0, track_total_hits: tellingChunksMax },
    ];
  });
  const answers = await search.searchMany([namespace], requests, { signal, timeoutMs: searchTimeoutMs });
  const hitsOf = (at: number, scoreOf: (score: number) => number): LegHit[] =>
    answers[at]!.hits.hits.map(({ _id, _score }) => ({
      id: _id!,
      documentId: _id!,
      chunkIndex: 0,
      score: scoreOf(_score ?? 0),
    }));
  return set.queries.map((_, at) => ({
    keyword: hitsOf(3 * at, (score) => score),
    // Elasticsearch tells a cosine as a number from 0 to 1.
    dense: hitsOf(3 * at + 1, (score) => 2 * score - 1),
    tellingChunks: totalOf(answers[3 * at + 2]!),
  }));
}

const totalOf = ({ hits: { total } }: SearchAnswer): number =>
  typeof total === 'number' ? total : (total?.value ?? 0);

function rowOf(
  namespace: string,
  id: string,
  { title, headingPath, text, vector }: IndexedDocument,
  language = 'en',
): IndexedChunk {
  return {
    namespace,
    version: id,
    document: id,
    index: 0,
    chunk_type: 'body',
    origin: 'text',
    modality: 'document',
    language,
    filename: 'document.txt',
    content_type: 'text/plain',
    created_at: 0,
    ...indexedWords({
      filename: 'document.txt',
      title,
      heading_path: [...headingPath],
      text,
      tags: [],
      summary: null,
      language,
    }),
    added: 1,
    removed: null,
    archived: false,
    revision: 0,
    document_meta: [],
    meta: [],
    vector: packVector(vector),
  };
}
