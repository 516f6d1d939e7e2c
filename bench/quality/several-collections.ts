import { createHash } from 'node:crypto';
import { type Embedder } from '../../src/models';
import { fuse, mergeRankings } from '../../src/retrieval/ranking';
import { type SearchIndex } from '../../src/stores/documents/search-index';
import { type AskedQuery, askSet } from './asked-set';
import { type Rankings } from './rankings';
import { type RetrievalSet } from './retrieval-set';

/** Hits that each collection answers with, and that the merged answer has. */
const limit = 10;

/**
 * The first ten of the answer that merges so many collections, over which the documents of a set are spread by a
 * hash of their ids. Each collection has its own statistics of words, and chooses its own ratio.
 */
export async function mergedRankings(
  deps: { embedder: Embedder; search: SearchIndex },
  set: RetrievalSet,
  collections: number,
  signal: AbortSignal,
): Promise<Rankings> {
  const asked: AskedQuery[][] = [];
  for (const part of partsOf(set, collections)) asked.push((await askSet(deps, part, signal)).queries);
  return set.queries.map((_, at) => {
    const answers = asked.map((queries) => answerOf(queries[at]!, deps.embedder.id));
    return mergeRankings(answers, limit).map(({ hit }) => hit.id);
  });
}

function partsOf(set: RetrievalSet, collections: number): RetrievalSet[] {
  const partOf = (id: string) => createHash('sha256').update(`part:${id}`).digest()[0]! % collections;
  return Array.from({ length: collections }, (_, part) => ({
    ...set,
    name: `${set.name}-${part}-of-${collections}`,
    documents: set.documents.filter(({ id }) => partOf(id) === part),
  }));
}

/** The page of one collection, as the service merges it. */
function answerOf(query: AskedQuery, model: string) {
  const semanticRatio = query.auto.used;
  const hits = fuse(query, semanticRatio)
    .slice(0, limit)
    .map(({ id, bm25, dense, fused }) => ({ id, scores: { bm25, dense, fused, rerank: null } }));
  return { hits, model, semanticRatio };
}
