import { type Embedder } from './embedder';
import { englishModel } from './local-models';

/** A query whose words have more tokens than this, on average, has words that the model does not know. */
const knownTokensMax = 2;
/** Least cosines of near titles, for queries of words that the local model knows, and for others. */
const known = 0.45;
const unknown = 0.55;
/** Least cosine of the titles of two products that are alike. */
const alike = 0.45;

/**
 * Least cosine of a query and the title of a product that is near to it in meaning, as measured for the local
 * model (`docs/decisions/hits-by-meaning.md`); null for other models, whose cosines are of another kind.
 */
export function nearTitleCosine(
  embedder: Pick<Embedder, 'id' | 'countTokens'>,
  query: string,
): number | null {
  if (embedder.id !== englishModel.id) return null;
  const words = query.trim().split(/\s+/).length;
  return embedder.countTokens(query) > words * knownTokensMax ? unknown : known;
}

/**
 * Least cosine of the titles of two products that are alike, as measured for the local model
 * (`docs/decisions/alike-records.md`); null for other models.
 *
 * @param model id of the embedder that made the vectors
 */
export function alikeTitlesCosine(model: string): number | null {
  return model === englishModel.id ? alike : null;
}
