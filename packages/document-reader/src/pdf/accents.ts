import { type Glyph, type White } from './read-glyphs';

/** Combining marks of accents that are drawn as characters of their own. */
const MARKS: ReadonlyMap<string, string> = new Map([
  ['`', '\u0300'],
  ['ˋ', '\u0300'],
  ['´', '\u0301'],
  ['ˊ', '\u0301'],
  ['^', '\u0302'],
  ['ˆ', '\u0302'],
  ['~', '\u0303'],
  ['˜', '\u0303'],
  ['¯', '\u0304'],
  ['ˉ', '\u0304'],
  ['˘', '\u0306'],
  ['˙', '\u0307'],
  ['¨', '\u0308'],
  ['˚', '\u030a'],
  ['˝', '\u030b'],
  ['ˇ', '\u030c'],
  ['¸', '\u0327'],
  ['˛', '\u0328'],
]);
const DOTLESS: ReadonlyMap<string, string> = new Map([
  ['ı', 'i'],
  ['ȷ', 'j'],
]);
const letter = /^\p{L}$/u;
/** Greatest distance in height between an accent's origin and that of its letter, in font sizes. */
const heightSizesMax = 0.6;

/**
 * Joins accents with the letters that they are drawn over, as in files of TeX, whose older fonts have no
 * accented letters: "´" over "a" is "á". The accent stands before or behind its letter in the file.
 */
export function joinAccents(items: readonly (Glyph | White)[]): readonly (Glyph | White)[] {
  if (!items.some((item) => typeof item !== 'string' && MARKS.has(item.text))) return items;
  const joined: (Glyph | White)[] = [];
  for (let index = 0; index < items.length; index++) {
    const item = items[index]!;
    const mark = typeof item === 'string' ? undefined : MARKS.get(item.text);
    if (typeof item === 'string' || mark === undefined) {
      joined.push(item);
      continue;
    }
    const before = joined.findLastIndex((other) => other !== 'supposed');
    const after = nextGlyph(items, index);
    const [left, right] = [letterOf(joined[before], item, mark), letterOf(items[after], item, mark)];
    if (right !== null && (left === null || right.distance < left.distance)) {
      joined.push(right.glyph);
      index = after;
    } else if (left !== null) joined.splice(before, joined.length - before, left.glyph);
    else joined.push(item);
  }
  return joined;
}

/** Index of the next item that is no supposed white. */
function nextGlyph(items: readonly (Glyph | White)[], index: number): number {
  let next = index + 1;
  while (items[next] === 'supposed') next++;
  return next;
}

/** Accented letter, and the distance of the middles of accent and letter; null where they do not join. */
function letterOf(
  base: Glyph | White | undefined,
  accent: Glyph,
  mark: string,
): { glyph: Glyph; distance: number } | null {
  if (base === undefined || typeof base === 'string' || !letter.test(base.text)) return null;
  const middle = (accent.left + accent.right) / 2;
  const isOver =
    base.turn === 0 &&
    accent.turn === 0 &&
    middle > base.left &&
    middle < base.right &&
    Math.abs(base.y - accent.y) < base.size * heightSizesMax;
  const text = `${DOTLESS.get(base.text) ?? base.text}${mark}`.normalize('NFC');
  if (!isOver || text.length > 1) return null;
  return { glyph: { ...base, text }, distance: Math.abs(middle - (base.left + base.right) / 2) };
}
