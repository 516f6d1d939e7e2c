import { type LanguageCounts } from '../../domain/documents/language-counts';
import { hasStems, type StemLanguage } from '../../stores/documents/search-index';

/** Most languages whose stems one query uses. */
const languagesMax = 3;

/**
 * Languages whose stems queries use in a collection: those of most of its chunks, among the languages with a
 * stemmer.
 *
 * @param counts chunks of the collection by language
 * @returns up to three, that of the most chunks first
 */
export function stemLanguages(counts: LanguageCounts): StemLanguage[] {
  const present = Object.entries(counts).filter(([, count]) => count > 0);
  present.sort(([a, some], [b, others]) => others - some || (a < b ? -1 : 1));
  return present.flatMap(([language]) => (hasStems(language) ? [language] : [])).slice(0, languagesMax);
}
