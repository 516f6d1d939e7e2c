import { type Glyph, type White } from './read-glyphs';

const arabicLetter = /^\p{Script=Arabic}$/u;
const lettersMax = 4;
/** Ligatures whose letters can only be in this order; the last is the name of God. */
const inOrder = /^(?:ل[اآأإٱ]|الله|لله)$/u;
const reversed = /^(?:[اآأإٱ]ل|هللا|هلل)$/u;

/**
 * Puts the letters of Arabic ligatures into their order, in place. PDFium turns the characters of a line
 * around one by one, and so turns those of a glyph that the file maps to several letters, such as lam and
 * alef: "السلام" reads "السالم". Letters of one glyph have a common origin. Ligatures that the file maps to one
 * character are in order already, which those tell that can be read in one order only.
 *
 * @param items characters of one page
 */
export function orderArabicLigatures(items: (Glyph | White)[]): void {
  const runs = ligaturesOf(items);
  if (runs.length === 0) return;
  const texts = runs.map(({ start, end }) => textOf(items, start, end));
  const right = texts.filter((text) => inOrder.test(text)).length;
  const wrong = texts.filter((text) => reversed.test(text)).length;
  if (right > wrong) return;
  for (const { start, end } of runs) items.splice(start, end - start, ...items.slice(start, end).reverse());
}

/** Runs of letters with one origin, by the indices of their first letter and behind their last. */
function ligaturesOf(items: readonly (Glyph | White)[]): { start: number; end: number }[] {
  const runs: { start: number; end: number }[] = [];
  for (let start = 0; start < items.length; start++) {
    const first = items[start]!;
    if (typeof first === 'string' || !arabicLetter.test(first.text)) continue;
    let end = start + 1;
    while (end < items.length && isSameGlyph(first, items[end]!)) end++;
    if (end - start > 1 && end - start <= lettersMax) runs.push({ start, end });
    start = end - 1;
  }
  return runs;
}

function isSameGlyph(first: Glyph, item: Glyph | White): boolean {
  return typeof item !== 'string' && item.x === first.x && item.y === first.y && arabicLetter.test(item.text);
}

function textOf(items: readonly (Glyph | White)[], start: number, end: number): string {
  return items
    .slice(start, end)
    .map((item) => (typeof item === 'string' ? '' : item.text))
    .join('');
}
