/** A hit of one leg of a query. */
export interface LegHit {
  /** Id of the chunk's row. */
  id: string;
  documentId: string;
  chunkIndex: number;
  /** Score in the leg's own scale: BM25, or a cosine from -1 to 1. */
  score: number;
}

/** A chunk that at least one leg has found, with the score of each. */
export interface FusedCandidate<Found extends LegHit = LegHit> {
  /** Hit of the leg that found the chunk; that of the keyword leg when both did. */
  hit: Found;
  id: string;
  documentId: string;
  chunkIndex: number;
  /** Null when the keyword leg did not find it. */
  bm25: number | null;
  /** Null when the dense leg did not find it. */
  dense: number | null;
  /** 0 to 1. */
  fused: number;
}

/** Number of hits of a leg from which their standard deviation is used. */
const deviationHitsMin = 30;

type Leg<Found> = readonly [hits: readonly Found[], weight: number, field: 'bm25' | 'dense'];

/**
 * Merges the legs of a query, best first. The fused score is the sum of each leg's scores in standard
 * deviations of the leg, weighted by `semanticRatio` (dense) and its complement (keyword), and scaled to 0 to
 * 1. A candidate that a leg has not found gets the score of its last hit: 0 means last in both legs, 1 first
 * in both. For a leg with too few hits for a deviation, scores are scaled between its last and its first hit
 * instead. A leg without weight adds no candidates. With the keyword leg alone, scores are divided by the
 * best one. Ties are ordered by the keyword score, then by document and position in it, so that the order of
 * the input does not matter.
 *
 * It was the best of the measured methods (`docs/decisions/ranking.md`); see Bruch, Gai and Ingber, "An
 * Analysis of Fusion Functions for Hybrid Retrieval", ACM TOIS 42 (2023).
 *
 * @param semanticRatio 0 to 1
 */
export function fuse<Found extends LegHit>(
  { keyword, dense }: { keyword: readonly Found[]; dense: readonly Found[] },
  semanticRatio: number,
): FusedCandidate<Found>[] {
  const candidates: FusedCandidate<Found>[] = [];
  // The map is needed only with two legs: one alone costs no more than its list.
  const known = keyword.length > 0 && dense.length > 0 ? new Map<string, FusedCandidate<Found>>() : undefined;
  const add = ([hits, weight, leg]: Leg<Found>) => {
    const scaled = scaleOf(hits, { fromZero: semanticRatio === 0 });
    for (const hit of hits) {
      const { id, documentId, chunkIndex, score } = hit;
      let candidate = known?.get(id);
      if (candidate === undefined) {
        if (weight === 0) continue;
        candidate = { id, documentId, chunkIndex, bm25: null, dense: null, fused: 0, hit };
        candidates.push(candidate);
        known?.set(id, candidate);
      }
      candidate[leg] = score;
      candidate.fused += weight * scaled(score);
    }
  };
  // The leg that may add candidates goes first, so that the scores of the other one find them.
  const weights = weightsOf({ keyword, dense }, semanticRatio);
  const legs: [Leg<Found>, Leg<Found>] = [
    [keyword, weights.keyword, 'bm25'],
    [dense, weights.dense, 'dense'],
  ];
  for (const leg of semanticRatio === 1 ? legs.toReversed() : legs) add(leg);
  return candidates.sort(byFusedScore);
}

/**
 * Weights of scores that are scaled between the last and the first hit of their leg. They are proportional to
 * the standard deviations between these hits, which makes the result a weighted sum of standard scores.
 */
function weightsOf(
  { keyword, dense }: { keyword: readonly LegHit[]; dense: readonly LegHit[] },
  semanticRatio: number,
): { keyword: number; dense: number } {
  const [words, meaning] = [spanOf(keyword), spanOf(dense)];
  if (words === null || meaning === null) return { keyword: 1 - semanticRatio, dense: semanticRatio };
  const total = (1 - semanticRatio) * words + semanticRatio * meaning;
  return { keyword: ((1 - semanticRatio) * words) / total, dense: (semanticRatio * meaning) / total };
}

/** Standard deviations between the last and the first hit; null for too few hits, or equal ones. */
function spanOf(hits: readonly LegHit[]): number | null {
  if (hits.length < deviationHitsMin) return null;
  const scores = hits.map(({ score }) => score);
  const mean = scores.reduce((sum, score) => sum + score, 0) / scores.length;
  const deviation = Math.sqrt(scores.reduce((sum, score) => sum + (score - mean) ** 2, 0) / scores.length);
  const range = Math.max(...scores) - Math.min(...scores);
  return deviation < 1e-9 * Math.max(1, range) ? null : range / deviation;
}

function scaleOf(hits: readonly LegHit[], { fromZero }: { fromZero: boolean }): (score: number) => number {
  const scores = hits.map(({ score }) => score);
  const least = fromZero ? 0 : Math.min(...scores);
  const range = Math.max(...scores) - least;
  // With equal scores, each hit is the best one.
  return (score) => (range === 0 ? 1 : (score - least) / range);
}

function byFusedScore(a: FusedCandidate, b: FusedCandidate): number {
  return (
    b.fused - a.fused ||
    (b.bm25 ?? -Infinity) - (a.bm25 ?? -Infinity) ||
    (a.documentId < b.documentId ? -1 : a.documentId > b.documentId ? 1 : a.chunkIndex - b.chunkIndex)
  );
}
