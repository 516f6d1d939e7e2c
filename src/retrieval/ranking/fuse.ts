/** A chunk that one leg of a query has found. */
export interface LegHit {
  /** Id of the chunk's row. */
  id: string;
  documentId: string;
  chunkIndex: number;
  /** In the leg's own scale: BM25, or a cosine from -1 to 1. */
  score: number;
}

/** A chunk that some leg has found, with what each made of it. */
export interface FusedCandidate<Found extends LegHit = LegHit> {
  /** Hit of the leg that made the chunk a candidate; that of the keyword leg where both did. */
  hit: Found;
  id: string;
  documentId: string;
  chunkIndex: number;
  /** Null where the keyword leg did not find it. */
  bm25: number | null;
  /** Null where the dense leg did not find it. */
  dense: number | null;
  /** 0 to 1. */
  fused: number;
}

/** Hits of a leg from which their deviation says something about the leg. */
const deviationHitsMin = 30;

type Leg<Found> = readonly [hits: readonly Found[], weight: number, field: 'bm25' | 'dense'];

/**
 * Merges the legs of a query, best first: the sum of each leg's scores in standard deviations of the leg,
 * weighted by `semanticRatio` (dense) and the rest of 1 (keyword), and brought to 0 to 1. A candidate that a
 * leg has not found counts as its last one: 0 is the last of both legs, 1 the first of both. Where a leg has
 * too few hits for a deviation, scores between its last and its first hit are weighted instead. A leg that
 * weighs nothing adds no candidates. The keyword leg alone has nothing to be merged with: its scores are
 * parts of its best one, however many candidates there are. Equal sums are ordered by the keyword score, then
 * by document and place in it, so that equal input, in whatever order, gives equal output.
 *
 * The better of the merges that were measured (`docs/decisions/ranking.md`); see Bruch, Gai and Ingber, "An
 * Analysis of Fusion Functions for Hybrid Retrieval", ACM TOIS 42 (2023).
 *
 * @param semanticRatio 0 to 1
 */
export function fuse<Found extends LegHit>(
  { keyword, dense }: { keyword: readonly Found[]; dense: readonly Found[] },
  semanticRatio: number,
): FusedCandidate<Found>[] {
  const candidates: FusedCandidate<Found>[] = [];
  // Only where there are two legs does anything have to be found again: one alone costs no more than its
  // list.
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
  // The leg that may bring candidates goes first, so that the other one's scores are told for them.
  const weights = weightsOf({ keyword, dense }, semanticRatio);
  const legs: [Leg<Found>, Leg<Found>] = [
    [keyword, weights.keyword, 'bm25'],
    [dense, weights.dense, 'dense'],
  ];
  for (const leg of semanticRatio === 1 ? legs.toReversed() : legs) add(leg);
  return candidates.sort(byFusedScore);
}

/**
 * Weights of scores that are scaled between the last and the first hit of their leg: in proportion to how
 * many standard deviations lie between those, which makes a weighted sum of standard scores of them.
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
  // Hits with equal scores all get the best one.
  return (score) => (range === 0 ? 1 : (score - least) / range);
}

function byFusedScore(a: FusedCandidate, b: FusedCandidate): number {
  return (
    b.fused - a.fused ||
    (b.bm25 ?? -Infinity) - (a.bm25 ?? -Infinity) ||
    (a.documentId < b.documentId ? -1 : a.documentId > b.documentId ? 1 : a.chunkIndex - b.chunkIndex)
  );
}
