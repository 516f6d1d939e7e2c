/** Numbers of chunks by language: BCP-47 tags without a region. Chunks of unknown language are not in it. */
export type LanguageCounts = Readonly<Record<string, number>>;

/** Sum of counts; a language of which nothing is left stays with 0. */
export function addLanguages(counts: LanguageCounts, more: LanguageCounts, sign: 1 | -1 = 1): LanguageCounts {
  const sum: Record<string, number> = { ...counts };
  for (const [language, count] of Object.entries(more)) sum[language] = (sum[language] ?? 0) + sign * count;
  return sum;
}

/** Counts of chunks; tags that are none, which a file may bring, are left out. */
export function countLanguages(chunks: readonly { language: string | null }[]): LanguageCounts {
  const counts: Record<string, number> = {};
  for (const { language } of chunks)
    if (language !== null && /^[a-z]{2,3}$/.test(language)) counts[language] = (counts[language] ?? 0) + 1;
  return counts;
}

/** Share of the chunks of known language that are in one of these; 1 where no language is known. */
export function shareOf(counts: LanguageCounts, languages: ReadonlySet<string>): number {
  const known = Object.entries(counts).filter(([, count]) => count > 0);
  const total = known.reduce((sum, [, count]) => sum + count, 0);
  const covered = known.reduce((sum, [language, count]) => sum + (languages.has(language) ? count : 0), 0);
  return total === 0 ? 1 : covered / total;
}
