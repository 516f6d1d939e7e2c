import { type Candidate } from './candidates';
import { type PageCandidate } from './select-page';

/** A candidate at its place in the ranking. */
export interface Ranked extends PageCandidate {
  candidate: Candidate;
  /** Score that decides the order. */
  score: number;
  rerank: number | null;
  /** Product of the weights of the rules that name it; 1 without any. */
  boost: number;
}

/** Facts that decide the order besides the fused scores. */
export interface RankingFacts {
  /** Indexes of the boost rules that name a candidate, by its id. */
  rulesOf: (id: string) => readonly number[];
  /** Weights by rule. */
  weights: readonly number[];
  /** Scores of a reranker by candidate; empty when none ran. */
  reranked: ReadonlyMap<string, number>;
}

/**
 * Ranks candidates: by the reranker's score if there is one, then by the fused score, each times the weights
 * of the rules that name the candidate. Equal scores keep the order of the fusion. Candidates without a
 * reranker's score follow those with one, and later segments follow earlier ones. Scores never rise down the
 * list.
 *
 * @param segments candidates in the order of the fusion: those of the first proposal, those of the second, …
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
      return { candidate, documentId, rules, rerank, boost: weight, score: (rerank ?? fused) * weight };
    });
    scored.sort((a, b) => Number(a.rerank === null) - Number(b.rerank === null) || b.score - a.score);
    for (const one of scored) {
      one.score = Math.min(one.score, ranked.at(-1)?.score ?? Infinity);
      ranked.push(one);
    }
  }
  return ranked;
}
