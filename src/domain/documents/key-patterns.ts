/**
 * Compiles patterns for keys of objects into one condition. `*` matches any characters but `/`, `?` one of
 * them, and `**` as a whole segment any number of segments; every other character matches itself. A pattern
 * without `/` is matched against the last segment of a key. A pattern that ends in `/` matches everything
 * below that folder. A match takes time in proportion to the product of both lengths at most, for any
 * pattern.
 *
 * @param include patterns of which one has to match; an empty list admits every key
 * @param exclude patterns of which none may match
 */
export function keyCondition(
  include: readonly string[],
  exclude: readonly string[],
): (key: string) => boolean {
  const wanted = include.map(keyPattern);
  const unwanted = exclude.map(keyPattern);
  return (key) =>
    (wanted.length === 0 || wanted.some((matches) => matches(key))) &&
    !unwanted.some((matches) => matches(key));
}

function keyPattern(pattern: string): (key: string) => boolean {
  if (!pattern.includes('/')) return (key) => matchSegment(pattern, key.slice(key.lastIndexOf('/') + 1));
  const segments = `${pattern}${pattern.endsWith('/') ? '**' : ''}`.split('/');
  return (key) => matchAll(segments, key.split('/'), '**', matchSegment);
}

function matchSegment(pattern: string, text: string): boolean {
  return matchAll(Array.from(pattern), Array.from(text), '*', (one, char) => one === '?' || one === char);
}

/**
 * Matches a list of items against a list of patterns, in which `any` stands for any number of items. On a
 * mismatch the last `any` takes one more item; backtracking to earlier ones is never needed.
 */
function matchAll(
  patterns: readonly string[],
  items: readonly string[],
  any: string,
  matches: (pattern: string, item: string) => boolean,
): boolean {
  let at = 0;
  let lastAny = -1;
  let resumeAt = 0;
  for (let item = 0; item < items.length;) {
    const pattern = patterns[at];
    if (pattern === any) {
      lastAny = at++;
      resumeAt = item;
    } else if (pattern !== undefined && matches(pattern, items[item]!)) {
      at++;
      item++;
    } else if (lastAny >= 0) {
      at = lastAny + 1;
      item = ++resumeAt;
    } else return false;
  }
  while (patterns[at] === any) at++;
  return at === patterns.length;
}
