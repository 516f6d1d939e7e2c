/** Bullets, those of symbol fonts among them, and numbers or letters with a point or a bracket. */
const bullet = /^([•◦▪‣●○■□▶►❖➢✓✔·∙⁃–—*-]|[\uf000-\uf0ff])\s+(?=\S)/u;
const number = /^(\(?\d{1,3}[.)]|\.\d{1,2}|\([a-zA-Z]\)|[a-z][.)]|[A-Z]\)|\(?[ivx]{1,5}[.)])\s+(?=\S)/u;
const privateUse = /^[\uf000-\uf0ff]/u;

/**
 * The mark at the start of a list item, and how many characters it takes with the space behind it; null where
 * none is.
 */
export function markOf(text: string): { mark: string; length: number } | null {
  const found = bullet.exec(text) ?? number.exec(text);
  if (found === null) return null;
  const [whole, mark] = found as unknown as [string, string];
  return { mark: privateUse.test(mark) ? '•' : mark, length: whole.length };
}

/** Whether a bullet, not a number, stands at the start. */
export function startsWithBullet(text: string): boolean {
  return bullet.test(text);
}
