import { type TokenVectors } from '../embedding/messages';

/** For each token of the query, the cosine with the most similar token of the text. */
export function nearestTokens(query: TokenVectors, text: TokenVectors, dimensions: number): number[] {
  return query.ids.map((_, at) => {
    const asked = query.vectors.subarray(at * dimensions, (at + 1) * dimensions);
    let best = 0;
    for (let first = 0; first < text.vectors.length; first += dimensions) {
      let sum = 0;
      for (let i = 0; i < dimensions; i++) sum += asked[i]! * text.vectors[first + i]!;
      if (sum > best) best = sum;
    }
    return best;
  });
}

/**
 * Late interaction (Khattab and Zaharia, "ColBERT", SIGIR 2020) with each token of the query weighted by its
 * rarity among the texts, since a model without training for late interaction separates common tokens badly.
 *
 * @param nearest by text, then by token of the query, see {@link nearestTokens}
 * @param tokens ids of the tokens of each text
 * @returns 0 to 1 by text
 */
export function interactionScores(
  queryIds: readonly number[],
  nearest: readonly (readonly number[])[],
  tokens: readonly ReadonlySet<number>[],
): number[] {
  const weights = queryIds.map((id) => {
    const having = tokens.filter((ids) => ids.has(id)).length;
    return Math.log(1 + (tokens.length - having + 0.5) / (having + 0.5));
  });
  const total = weights.reduce((sum, weight) => sum + weight, 0) || 1;
  return nearest.map((row) =>
    Math.min(1, row.reduce((sum, cosine, at) => sum + weights[at]! * cosine, 0) / total),
  );
}
