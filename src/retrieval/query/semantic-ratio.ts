import { type AskedSettings, type SemanticRatio } from '../../domain/documents/query';
import { shareOf } from '../../domain/documents/language-counts';
import { coveredLanguages } from '../../models';
import { type CollectionRow } from '../../stores/documents/contents/collections';

/** Share of chunks in languages of the model below which the dense leg gets less weight. */
const coveredShareMin = 0.5;

/** Ratios of queries without one; see `docs/decisions/languages.md`. */
const ratioDefault = 0.5;
const ratioUncovered = 0.2;

/**
 * The weight of the dense leg, and its source: the query, or the default, which is lower when most of the
 * collection is in languages that the model does not know.
 */
export function semanticRatioOf(
  { semanticRatio }: Pick<AskedSettings, 'semanticRatio'>,
  { embedding, languages = {} }: Pick<CollectionRow, 'embedding' | 'languages'>,
): SemanticRatio {
  if (semanticRatio !== null) return { used: semanticRatio, reason: 'requested' };
  const covered = embedding === null ? null : coveredLanguages(embedding.model);
  return covered !== null && shareOf(languages, covered) < coveredShareMin
    ? { used: ratioUncovered, reason: 'language_not_covered' }
    : { used: ratioDefault, reason: 'default' };
}
