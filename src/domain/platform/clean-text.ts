/** Whether a text has no half of a surrogate pair, which UTF-8 could not hold. */
export function isCleanText(text: string): boolean {
  return !/\p{Surrogate}/u.test(text);
}
