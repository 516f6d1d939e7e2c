/** Shorter words, such as particles of names, say nothing. */
const lowerWord = /(?<![\p{L}\p{N}])\p{Ll}{3,32}(?![\p{L}\p{N}])/gu;
/** Distinct words of one range. */
const wordsMax = 20_000;

/** Words of texts that are written in lower case, and how often. */
export function countLowerWords(texts: readonly string[]): Record<string, number> {
  const counts = new Map<string, number>();
  for (const text of texts)
    for (const [word] of text.matchAll(lowerWord)) {
      const count = counts.get(word) ?? 0;
      if (count > 0 || counts.size < wordsMax) counts.set(word, count + 1);
    }
  return Object.fromEntries(counts);
}
