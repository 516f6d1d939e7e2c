import { type Candidate } from './candidates';
import { type PageCandidate } from './select-page';

/** A candidate in its place. */
export interface Ranked extends PageCandidate {
  candidate: Candidate;
  /** What the order is by. */
  score: number;
  rerank: number | null;
}

/** What decides about the order beside what the legs have found. */
export interface RankingFacts {
  /** Positions of the boost rules that name a candidate, by its id. */
  rulesOf: (id: string) => readonly number[];
  /** By rule. */
  weights: readonly number[];
  /** Scores of a reranker, by candidate; empty where none ran. */
  reranked: ReadonlyMap<string, number>;
}

/**
 * Candidates in their order: by the reranker's score where there is one, then by that of the fusion, each times the weights of the
 * rules that name the candidate. Equal scores keep the order of the fusion. What was not reranked stands behind what was, what was
 * found later behind what was found first; scores never rise down the list.
 *
 * @param segments candidates in the order of the fusion: those found first, those found when more were needed, …
 */
export function rankSegments(
  segments: readonly (readonly Candidate[])[],
  { rulesOf, weights, reranked }: RankingFacts,
): Ranked[] {
  const ranked: Ranked[] = [];
  for (const segment of segments) {
    const scored = segment.map((candidate): Ranked => {
      const { id, documentId, fused } = candidate;
      const rules = rulesOf(id);
      const rerank = reranked.get(id) ?? null;
      let weight = 1;
      for (const rule of rules) weight *= weights[rule]!;
      return { candidate, documentId, rules, rerank, score: (rerank ?? fused) * weight };
    });
    scored.sort((a, b) => Number(a.rerank === null) - Number(b.rerank === null) || b.score - a.score);
    for (const one of scored) {
      one.score = Math.min(one.score, ranked.at(-1)?.score ?? Infinity);
      ranked.push(one);
    }
  }
  return ranked;
}
