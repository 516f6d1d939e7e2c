import { type Glyph, type White } from './read-glyphs';

/** Ligatures in code order: from 0x1b on in TeX's encoding T1, from 0x0b on in OT1. */
const ligatures = ['ff', 'fi', 'fl', 'ffi', 'ffl'] as const;
const starts = [0x1b, 0x0b] as const;
/** A ligature is nearly as wide as its letters together; other glyphs at these codes are not. */
const widthErrorShareMax = 0.1;

/** Ligature that TeX fonts have at the code of a control character; null where there is none. */
export function texLigatureOf(code: number): string | null {
  return starts.map((start) => ligatures[code - start]).find((text) => text !== undefined) ?? null;
}

/**
 * Turns supposed TeX ligatures back into white space where their width is not that of their letters. Bitmap
 * fonts of TeX have no Unicode map, and their ligatures have the codes of control characters.
 *
 * @param items characters of one page; `named` is false on a ligature that only its code suggests
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
