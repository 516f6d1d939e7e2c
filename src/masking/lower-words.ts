/** Words of at least three letters; shorter ones, such as particles of names, are no evidence. */
const lowerWord = /(?<![\p{L}\p{N}])\p{Ll}{3,32}(?![\p{L}\p{N}])/gu;
/** Upper bound of the distinct words of one range. */
const wordsMax = 20_000;

export function countLowerWords(texts: readonly string[]): Record<string, number> {
  const counts = new Map<string, number>();
  for (const text of texts)
    for (const [word] of text.matchAll(lowerWord)) {
      const count = counts.get(word) ?? 0;
      if (count > 0 || counts.size < wordsMax) counts.set(word, count + 1);
    }
  return Object.fromEntries(counts);
}
