import { AUTO_RATIO, type SemanticRatio } from '../../domain/documents/query';
import { shareOf } from '../../domain/documents/language-counts';
import { coveredLanguages } from '../../models';
import { type CollectionRow } from '../../stores/documents/contents/collections';
import { autoRatio, tellingWords } from '../ranking';
import { type PreparedQuery } from './query-run';
import { type PlanAnswers } from './search-plan';

/** Share of chunks in languages of the model below which the dense leg gets less weight. */
const coveredShareMin = 0.5;

/** Defaults; see `docs/decisions/languages.md`. */
const ratioDefault = 0.5;
const ratioUncovered = 0.2;

/** The weight of the dense leg: as the query requests it, or as it follows from what was found. */
export function chooseRatio(
  { text, settings, collection }: Pick<PreparedQuery, 'text' | 'settings' | 'collection'>,
  answers: Pick<PlanAnswers, 'tellingChunks'>,
): SemanticRatio {
  if (settings.semanticRatio !== AUTO_RATIO) return { used: settings.semanticRatio, reason: 'requested' };
  return autoRatio(tellingWords(text), answers.tellingChunks ?? 0, defaultRatio(collection));
}

/** The default of a collection: lower when most of it is in languages that its embedding model does not know. */
function defaultRatio({
  embedding,
  languages = {},
}: Pick<CollectionRow, 'embedding' | 'languages'>): SemanticRatio {
  const covered = embedding === null ? null : coveredLanguages(embedding.model);
  return covered !== null && shareOf(languages, covered) < coveredShareMin
    ? { used: ratioUncovered, reason: 'language_not_covered' }
    : { used: ratioDefault, reason: 'default' };
}
