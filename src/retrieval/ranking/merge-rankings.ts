import { type HitScores } from '../../domain/documents/query';

/**
 * Constant of reciprocal rank fusion: how slowly places further down lose weight (Cormack et al., 2009, with 60
 * for a thousand hits). Pages have ten hits of each collection; see `docs/decisions/merged-collections.md`.
 */
const rankConstant = 15;

/** Hits of one collection, best first. */
export interface Ranking<Found extends { scores: HitScores }> {
  hits: readonly Found[];
  /** Model of the vectors; cosines of different models are not compared. Null without vectors. */
  model: string | null;
  /** Weight of the dense leg, 0 to 1. */
  semanticRatio: number;
}

/** A hit at its place among those of all collections. */
export interface MergedHit<Found> {
  hit: Found;
  /** Place of its ranking in the list of rankings. */
  ranking: number;
  /** Above 0, at most 1 / 16; never rises down the list. */
  score: number;
}

/**
 * Merges rankings of several collections by rank. Each leg orders the hits of all collections by its own score; a
 * hit counts by the reciprocals of its places there, weighted by the ratio of its collection. Of the next hits of
 * the collections the one that counts most comes next, so that each collection keeps its own order, with its
 * boosts, reserved places and reranking. Ties go to the earlier collection.
 */
export function mergeRankings<Found extends { scores: HitScores }>(
  rankings: readonly Ranking<Found>[],
  limit: number,
): MergedHit<Found>[] {
  const placesOf = (some: readonly Ranking<Found>[], leg: 'bm25' | 'dense') => {
    const scores = some.flatMap(({ hits }) => hits.flatMap(({ scores: of }) => of[leg] ?? []));
    const sorted = [...new Set(scores)].sort((a, b) => b - a);
    return new Map(sorted.map((score, at) => [score, at + 1]));
  };
  const byWords = placesOf(rankings, 'bm25');
  const models = [...new Set(rankings.map(({ model }) => model))];
  const byMeaning = new Map(
    models.map((model) => [
      model,
      placesOf(
        rankings.filter((one) => one.model === model),
        'dense',
      ),
    ]),
  );
  const worthOf = ({ model, semanticRatio }: Ranking<Found>, { scores }: Found): number => {
    const reciprocal = (place: number | undefined) => (place === undefined ? 0 : 1 / (rankConstant + place));
    const words = scores.bm25 === null ? undefined : byWords.get(scores.bm25);
    const meaning = scores.dense === null ? undefined : byMeaning.get(model)!.get(scores.dense);
    return (1 - semanticRatio) * reciprocal(words) + semanticRatio * reciprocal(meaning);
  };

  const next = rankings.map(() => 0);
  const merged: MergedHit<Found>[] = [];
  while (merged.length < limit) {
    let best: MergedHit<Found> | null = null;
    for (const [ranking, one] of rankings.entries()) {
      const hit = one.hits[next[ranking]!];
      if (hit === undefined) continue;
      const score = worthOf(one, hit);
      if (best === null || score > best.score) best = { hit, ranking, score };
    }
    if (best === null) break;
    next[best.ranking]!++;
    merged.push({ ...best, score: Math.min(best.score, merged.at(-1)?.score ?? best.score) });
  }
  return merged;
}
