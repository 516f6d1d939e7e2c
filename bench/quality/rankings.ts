import { type Reranker } from '../../src/models';
import { fuse } from '../../src/retrieval/ranking';
import { type AskedSet } from './asked-set';

/** Ids of documents, best first, for each query of a set in its order. */
export type Rankings = string[][];

/** Order of the fusion; 0 and 1 are the legs alone. */
export function fusedRankings({ queries }: AskedSet, semanticRatio: number): Rankings {
  return queries.map((query) => fuse(query, semanticRatio).map(({ id }) => id));
}

/** Order of the fusion with the ratio that the service chooses for each query. */
export function autoRankings({ queries }: AskedSet): Rankings {
  return queries.map((query) => fuse(query, query.auto.used).map(({ id }) => id));
}

/** Order of a reranker over the first `candidates` of the fusion at 0.5; the rest follows as it was. */
export async function rerankedRankings(
  { queries, documents }: AskedSet,
  reranker: Reranker,
  candidates: number,
  signal: AbortSignal,
): Promise<Rankings> {
  const rankings: Rankings = [];
  for (const query of queries) {
    const fused = fuse(query, 0.5);
    const pool = fused.slice(0, candidates);
    const inputs = pool.map(({ id, bm25, dense, fused: score }) => {
      const { title, headingPath, text, vector } = documents.get(id)!;
      return { text, title, headingPath, filename: '', bm25, dense, fused: score, vector };
    });
    const scores = await reranker.rerank(query, inputs, signal);
    const order = [...pool.keys()].sort((a, b) => scores[b]! - scores[a]! || a - b);
    rankings.push([...order.map((at) => pool[at]!), ...fused.slice(candidates)].map(({ id }) => id));
  }
  return rankings;
}
