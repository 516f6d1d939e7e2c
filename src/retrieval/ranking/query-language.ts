import { type LanguageCounts } from '../../domain/documents/language-counts';

/** Letters from which the language of a query is looked for; fewer are often names. */
const lettersMin = 12;
/** Share of the chunks of known language from which a language is that of the collection. */
const mainShareMin = 0.5;
/** Score by which a language leads that of the collection; related languages are closer. */
const leadMin = 0.05;

/** Scores of languages for a text, 0 to 1, by BCP-47 tags without a region. */
type LanguageScores = Readonly<Record<string, number>>;

/** Scores of the languages that a query may be in; none for a query of a few letters. */
export async function queryLanguages(text: string): Promise<LanguageScores> {
  const words = text.replace(/[^\p{L}\p{M}'’]+/gu, ' ').trim();
  if (words.length < lettersMin) return {};
  // The data take about 30 MB of heap: only queries that a model of many languages answers load them.
  const { eld } = await import('eld/extrasmall');
  return eld.detect(words).getScores();
}

/**
 * Whether a query is in another language than most chunks of a collection; so is each where no language has half
 * of them.
 *
 * @param known languages that the embedding model of the collection knows; null for all
 */
export function isOtherLanguage(
  scores: LanguageScores,
  counts: LanguageCounts,
  known: ReadonlySet<string> | null,
): boolean {
  const total = Object.values(counts).reduce((sum, count) => sum + count, 0);
  const main = Object.keys(counts).filter((language) => counts[language]! >= total * mainShareMin);
  if (total === 0) return false;
  const [[language, best] = ['', 0]] = Object.entries(scores).toSorted(([, a], [, b]) => b - a);
  if (known !== null && !known.has(language)) return false;
  return best - Math.max(0, ...main.map((each) => scores[each] ?? 0)) >= leadMin;
}
