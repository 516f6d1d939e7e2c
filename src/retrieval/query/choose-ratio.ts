import { AUTO_RATIO, type QuerySettings, type SemanticRatio } from '../../domain/documents/query';
import { shareOf } from '../../domain/documents/language-counts';
import { coveredLanguages } from '../../models';
import { type CollectionRow } from '../../stores/documents/contents/collections';
import { autoRatio, isOtherLanguage, queryLanguages, tellingWords } from '../ranking';
import { type PreparedQuery } from './query-run';
import { type PlanAnswers } from './search-plan';

/** Share of chunks in languages of the model below which the dense leg gets less weight. */
const coveredShareMin = 0.5;

/** Defaults; see `docs/decisions/languages.md` and `docs/decisions/questions-across-languages.md`. */
const ratioDefault = 0.5;
const ratioUncovered = 0.2;
/** Default of the local model of many languages. */
const ratioMultilingual = 0.6;
/** Ratio across languages, in which equal words are names, numbers and chance. */
const ratioAcross = 0.9;

/** The weight of the dense leg: as the query requests it, or as it follows from what was found. */
export function chooseRatio(
  query: Pick<PreparedQuery, 'text' | 'isOtherLanguage'> & {
    settings: Pick<QuerySettings, 'semanticRatio'>;
    collection: Pick<CollectionRow, 'embedding' | 'languages'>;
  },
  answers: Pick<PlanAnswers, 'tellingChunks'>,
): SemanticRatio {
  const { text, settings, collection, isOtherLanguage } = query;
  if (settings.semanticRatio !== AUTO_RATIO) return { used: settings.semanticRatio, reason: 'requested' };
  const otherwise: SemanticRatio = isOtherLanguage
    ? { used: ratioAcross, reason: 'other_language' }
    : defaultRatio(collection);
  return autoRatio(tellingWords(text), answers.tellingChunks ?? 0, otherwise);
}

/**
 * Whether a query whose ratio is to be chosen is in another language than the chunks of its collection, and in
 * one that the embedding model knows.
 */
export async function asksInOtherLanguage(
  text: string,
  { semanticRatio }: Pick<QuerySettings, 'semanticRatio'>,
  { embedding, languages = {} }: Pick<CollectionRow, 'embedding' | 'languages'>,
): Promise<boolean> {
  if (semanticRatio !== AUTO_RATIO || embedding === null) return false;
  const known = coveredLanguages(embedding.model);
  // A model of one language takes no question in another one.
  if (known?.size === 1) return false;
  return isOtherLanguage(await queryLanguages(text), languages, known);
}

/** The default of a collection: lower when most of it is in languages that its embedding model does not know. */
function defaultRatio({
  embedding,
  languages = {},
}: Pick<CollectionRow, 'embedding' | 'languages'>): SemanticRatio {
  const covered = embedding === null ? null : coveredLanguages(embedding.model);
  if (covered !== null && shareOf(languages, covered) < coveredShareMin)
    return { used: ratioUncovered, reason: 'language_not_covered' };
  const isMultilingual = covered !== null && covered.size > 1;
  return { used: isMultilingual ? ratioMultilingual : ratioDefault, reason: 'default' };
}
