/** Bullets, including those of symbol fonts, and numbers or letters with a point or a bracket. */
const bullet = /^([•◦▪‣●○■□▶►❖➢✓✔·∙⁃–—*-]|[\uf000-\uf0ff])\s+(?=\S)/u;
const number = /^(\(?\d{1,3}[.)]|\.\d{1,2}|\([a-zA-Z]\)|[a-z][.)]|[A-Z]\)|\(?[ivx]{1,5}[.)])\s+(?=\S)/u;
const privateUse = /^[\uf000-\uf0ff]/u;

/**
 * Mark at the start of a list item, with its length including the space behind it; null where there is none.
 */
export function markOf(text: string): { mark: string; length: number } | null {
  const found = bullet.exec(text) ?? number.exec(text);
  if (found === null) return null;
  const [whole, mark] = found as unknown as [string, string];
  return { mark: privateUse.test(mark) ? '•' : mark, length: whole.length };
}

/** Whether the text starts with a bullet, as opposed to a number. */
export function startsWithBullet(text: string): boolean {
  return bullet.test(text);
}
