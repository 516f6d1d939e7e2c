import { type Glyph, type White } from './read-glyphs';

/** From U+FB00 on. */
const ligatures = ['ff', 'fi', 'fl', 'ffi', 'ffl'] as const;
const firstMisnamed = 0xfb;
const measured = new Set('filuyp');
/** What a misnamed ligature passes for, without its accent. */
const bases = ['u', 'u', 'y', 'p', 'y'] as const;
/** An accent makes no letter wider; in font sizes. */
const sameWidthMax = 0.015;
/** A ligature is nearly as wide as its letters are side by side. */
const widthErrorShareMax = 0.15;

/** What is known of one font; widths are in font sizes. */
interface FontWidths {
  letters: Map<string, number>;
  /** Widths by code, from 0xfb, of what is no accented letter. */
  misnamed: Map<string, { code: number; width: number }>;
}

/**
 * Writes the letters of ligatures that the file takes for accented letters, in place. Ghostscript 10.00 loses
 * a byte where it copies a range of a font's character map: from U+FB00 on, or U+FB01, it counts from U+00FB,
 * so that "flow" reads "ýow" or "üow". Widths tell, as ü is as wide as u and a ligature about as wide as its
 * letters, and so does the order of the range.
 *
 * @param glyphs of one page
 */
export function mendLigatures(glyphs: readonly (Glyph | White)[]): void {
  const open = glyphs.filter((glyph) => typeof glyph !== 'string' && codeOf(glyph) !== null) as Glyph[];
  if (open.length === 0) return;
  const fonts = new Map<number, FontWidths>(
    open.map(({ font }) => [font, { letters: new Map(), misnamed: new Map() }]),
  );
  for (const glyph of glyphs) if (typeof glyph !== 'string') measure(glyph, fonts.get(glyph.font)?.letters);
  const proven = open.some((glyph) => isMisnamed(glyph, fonts.get(glyph.font)!, false));
  const suspects = open.filter((glyph) => isMisnamed(glyph, fonts.get(glyph.font)!, proven));
  for (const glyph of suspects) {
    const code = codeOf(glyph)!;
    const width = widthOf(glyph);
    fonts.get(glyph.font)!.misnamed.set(`${code} ${width.toFixed(2)}`, { code, width });
  }
  for (const glyph of suspects) {
    const meant = ligatureOf(codeOf(glyph)!, widthOf(glyph), fonts.get(glyph.font)!);
    if (meant !== null) glyph.text = meant;
  }
}

/** Letters of a ligature that the file names well share its box, so that the narrowest one counts. */
function measure(glyph: Glyph, letters: Map<string, number> | undefined): void {
  if (letters === undefined || !measured.has(glyph.text)) return;
  letters.set(glyph.text, Math.min(letters.get(glyph.text) ?? Infinity, widthOf(glyph)));
}

function codeOf({ text }: Glyph): number | null {
  const code = text.codePointAt(0)! - firstMisnamed;
  return text.length === 1 && code >= 0 && code < ligatures.length ? code : null;
}

function widthOf({ left, right, top, bottom, turn, size }: Glyph): number {
  return (turn === 1 || turn === 3 ? bottom - top : right - left) / size;
}

/** @param unmeasured what to say where the font shows no letter to compare with */
function isMisnamed(glyph: Glyph, { letters }: FontWidths, unmeasured: boolean): boolean {
  const base = letters.get(bases[codeOf(glyph)!]!);
  return base === undefined ? unmeasured : Math.abs(widthOf(glyph) - base) > sameWidthMax;
}

/**
 * The ligature that a code stands for, by its width and by those beside it in its range; null where none is
 * as wide.
 */
function ligatureOf(code: number, width: number, font: FontWidths): string | null {
  const own = starts.filter((start) => errorOf(start, code, width, font) <= widthErrorShareMax);
  const length =
    own.length === 0 ? 0 : lengthAt(best(own, (start) => errorOf(start, code, width, font)) + code);
  const alike = [...font.misnamed.values()].filter(({ code: other, width: otherWidth }) =>
    starts.some(
      (start) =>
        lengthAt(start + other) === length && errorOf(start, other, otherWidth, font) <= widthErrorShareMax,
    ),
  );
  const possible = own.filter((start) => lengthAt(start + code) === length);
  if (possible.length === 0) return null;
  const start = best(possible, (candidate) =>
    alike.reduce((sum, other) => sum + Math.min(1, errorOf(candidate, other.code, other.width, font)), 0),
  );
  return ligatures[start + code]!;
}

/** Ranges may begin with any of the ligatures, most likely with the first. */
const starts = ligatures.map((_, index) => index);

function lengthAt(index: number): number {
  return ligatures[index]?.length ?? 0;
}

/** How far, as a share, a width is from that of the ligature so many places behind `start`. */
function errorOf(start: number, code: number, width: number, { letters }: FontWidths): number {
  const ligature = ligatures[start + code];
  if (ligature === undefined) return Infinity;
  const known = ligature.split('').flatMap((letter) => letters.get(letter) ?? []);
  if (known.length === 0) return Infinity;
  const sum = (known.reduce((all, part) => all + part, 0) / known.length) * ligature.length;
  return Math.abs(width - sum) / sum;
}

function best(values: readonly number[], costOf: (value: number) => number): number {
  return values.reduce((least, value) => (costOf(value) < costOf(least) ? value : least));
}
