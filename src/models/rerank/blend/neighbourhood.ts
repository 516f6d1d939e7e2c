/** How steeply a neighbour's say falls with the angle between two vectors. */
const steepness = 8;

/**
 * Worth of the candidates nearest to this one: the mean of their fused scores, weighted by a power of
 * the cosine. Texts alike tend to answer the same question (Diaz, "Regularizing ad hoc retrieval scores",
 * CIKM 2005). The candidate's own score has no part.
 *
 * @param neighbours places of those that count
 * @returns null where the candidate has no vector, or no other has one
 */
export function neighbourhoodScore(
  vectors: readonly (Float32Array | null)[],
  fused: readonly number[],
  candidate: number,
  neighbours: readonly number[],
): number | null {
  const own = vectors[candidate];
  if (own === null || own === undefined) return null;
  let sum = 0;
  let weights = 0;
  for (const at of neighbours) {
    const vector = vectors[at] ?? null;
    if (vector === null || at === candidate) continue;
    const weight = Math.max(0, cosine(own, vector)) ** steepness;
    sum += weight * fused[at]!;
    weights += weight;
  }
  return weights === 0 ? null : sum / weights;
}

/** Cosine of two vectors of length 1. */
function cosine(a: Float32Array, b: Float32Array): number {
  let sum = 0;
  for (let at = 0; at < a.length; at++) sum += a[at]! * b[at]!;
  return sum;
}
