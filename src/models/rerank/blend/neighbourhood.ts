/** Exponent by which the weight of a neighbour falls with the cosine of two vectors. */
const steepness = 8;

/**
 * Mean of the fused scores of the nearest candidates, weighted by a power of the cosine. Similar texts tend
 * to answer the same question (Diaz, "Regularizing ad hoc retrieval scores", CIKM 2005). The candidate's own
 * score does not count.
 *
 * @param neighbours indexes of the candidates that count
 * @returns null when the candidate has no vector, or no neighbour has one
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
