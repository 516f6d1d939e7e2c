import { type Glyph, type White } from './read-glyphs';

/** From 0x1b on in the encoding T1 of TeX, and from 0x0b on in OT1. */
const ligatures = ['ff', 'fi', 'fl', 'ffi', 'ffl'] as const;
const starts = [0x1b, 0x0b] as const;
/** A ligature is nearly as wide as its letters are side by side; other signs at these places are not. */
const widthErrorShareMax = 0.1;

/** The ligature that a control character stands for in fonts of TeX; null where it stands for none. */
export function texLigatureOf(code: number): string | null {
  return starts.map((start) => ligatures[code - start]).find((text) => text !== undefined) ?? null;
}

/**
 * Takes those ligatures of TeX for white space that are not as wide as their letters. Fonts of TeX that are
 * made of pixels do not tell what their characters mean, and ligatures stand where other fonts have control
 * characters.
 *
 * @param items characters of one page; a ligature of several letters has `named` false where only its place
 *   tells what it is
 */
export function withoutFalseLigatures(items: readonly (Glyph | White)[]): (Glyph | White)[] {
  const widths = new Map<string, number>();
  for (const item of items) {
    if (typeof item !== 'string' && item.text.length === 1)
      widths.set(`${item.font} ${item.text}`, widthOf(item));
  }
  return items.map((item) => {
    if (typeof item === 'string' || item.named) return item;
    const letters = item.text.split('').map((letter) => widths.get(`${item.font} ${letter}`) ?? NaN);
    const known = letters.filter((width) => !Number.isNaN(width));
    const sum = (known.reduce((all, width) => all + width, 0) / known.length) * letters.length;
    return Math.abs(widthOf(item) - sum) <= sum * widthErrorShareMax ? item : 'written';
  });
}

function widthOf({ left, right, top, bottom, turn, size }: Glyph): number {
  return (turn === 1 || turn === 3 ? bottom - top : right - left) / size;
}
