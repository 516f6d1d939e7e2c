import { type LanguageCounts } from '../../domain/documents/language-counts';
import { hasStems, type StemLanguage } from '../../stores/documents/search-index';

/** Languages by whose stems one query looks. */
const languagesMax = 3;

/**
 * Languages by whose stems queries look in a collection: those of most of its chunks, of the languages that
 * have stems of their own.
 *
 * @param counts chunks of the collection by language
 * @returns up to three, that of the most chunks first
 */
export function stemLanguages(counts: LanguageCounts): StemLanguage[] {
  const present = Object.entries(counts).filter(([, count]) => count > 0);
  present.sort(([a, some], [b, others]) => others - some || (a < b ? -1 : 1));
  return present.flatMap(([language]) => (hasStems(language) ? [language] : [])).slice(0, languagesMax);
}
