/** Whether a text has no lone surrogate, which UTF-8 cannot encode. */
export function isCleanText(text: string): boolean {
  return !/\p{Surrogate}/u.test(text);
}
