const english: ReadonlySet<string> = new Set(['en']);

/**
 * Numbers of chunks by language (BCP-47 tags without a region). Chunks of unknown language are not counted.
 */
export type LanguageCounts = Readonly<Record<string, number>>;

/** Adds counts, or subtracts them with the sign -1; a language that falls to 0 stays as a key. */
export function addLanguages(counts: LanguageCounts, more: LanguageCounts, sign: 1 | -1 = 1): LanguageCounts {
  const sum: Record<string, number> = { ...counts };
  for (const [language, count] of Object.entries(more)) sum[language] = (sum[language] ?? 0) + sign * count;
  return sum;
}

/** Counts chunks by language. Malformed tags, which files may contain, are not counted. */
export function countLanguages(chunks: readonly { language: string | null }[]): LanguageCounts {
  const counts: Record<string, number> = {};
  for (const { language } of chunks)
    if (language !== null && /^[a-z]{2,3}$/.test(language)) counts[language] = (counts[language] ?? 0) + 1;
  return counts;
}

/** Share of the chunks of known language that are in English; 1 when no language is known. */
export function englishShareOf(counts: LanguageCounts): number {
  return shareOf(counts, english);
}

/** Share of the chunks of known language that are in one of `languages`; 1 when no language is known. */
export function shareOf(counts: LanguageCounts, languages: ReadonlySet<string>): number {
  const known = Object.entries(counts).filter(([, count]) => count > 0);
  const total = known.reduce((sum, [, count]) => sum + count, 0);
  const covered = known.reduce((sum, [language, count]) => sum + (languages.has(language) ? count : 0), 0);
  return total === 0 ? 1 : covered / total;
}
