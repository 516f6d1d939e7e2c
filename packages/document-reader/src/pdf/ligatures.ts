import { type Glyph, type White } from './read-glyphs';

/** Ligatures in code order from U+FB00. */
const ligatures = ['ff', 'fi', 'fl', 'ffi', 'ffl'] as const;
const firstMisnamed = 0xfb;
const measured = new Set('filuyp');
/** Base letters, without accents, of the characters that misnamed ligatures read as. */
const bases = ['u', 'u', 'y', 'p', 'y'] as const;
const baseLetters = new Set<string>(bases);
/** Greatest difference in width, in font sizes, between a letter with and without its accent. */
const sameWidthMax = 0.015;
/** Greatest difference, as a share, between a ligature's width and that of its letters together. */
const widthErrorShareMax = 0.15;

/** Measured widths of one font, in font sizes. */
interface FontWidths {
  letters: Map<string, number>;
  /** All widths of each letter that is never part of a ligature: a text may be condensed. */
  whole: Map<string, number[]>;
  /** Widths of glyphs that may be misnamed ligatures, by code from 0xfb. */
  misnamed: Map<string, { code: number; width: number }>;
}

/**
 * Replaces, in place, accented letters that are misnamed ligatures with the ligature's letters. Ghostscript
 * 10.00 loses a byte where it copies a range of a font's character map: ranges from U+FB00 or U+FB01 are
 * written from U+00FB, so that "flow" reads "ýow" or "üow". A misnamed glyph is found by its width, because ü
 * is as wide as u and a ligature about as wide as its letters, and by its place in the range.
 *
 * @param glyphs of one page
 */
export function mendLigatures(glyphs: readonly (Glyph | White)[]): void {
  const open = glyphs.filter((glyph) => typeof glyph !== 'string' && codeOf(glyph) !== null) as Glyph[];
  if (open.length === 0) return;
  const fonts = new Map<number, FontWidths>(
    open.map(({ font }) => [font, { letters: new Map(), whole: new Map(), misnamed: new Map() }]),
  );
  for (const glyph of glyphs) if (typeof glyph !== 'string') measure(glyph, fonts.get(glyph.font));
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

/** Letters of a well-named ligature share one box, so that the narrowest width counts. */
function measure(glyph: Glyph, font: FontWidths | undefined): void {
  if (font === undefined || !measured.has(glyph.text)) return;
  const width = widthOf(glyph);
  font.letters.set(glyph.text, Math.min(font.letters.get(glyph.text) ?? Infinity, width));
  if (!baseLetters.has(glyph.text)) return;
  const widths = font.whole.get(glyph.text);
  if (widths === undefined) font.whole.set(glyph.text, [width]);
  else if (!widths.some((known) => Math.abs(known - width) <= sameWidthMax / 2)) widths.push(width);
}

function codeOf({ text }: Glyph): number | null {
  const code = text.codePointAt(0)! - firstMisnamed;
  return text.length === 1 && code >= 0 && code < ligatures.length ? code : null;
}

function widthOf({ left, right, top, bottom, turn, size }: Glyph): number {
  return (turn === 1 || turn === 3 ? bottom - top : right - left) / size;
}

/** @param unmeasured result for a font that shows no letter to compare with */
function isMisnamed(glyph: Glyph, { whole }: FontWidths, unmeasured: boolean): boolean {
  const widths = whole.get(bases[codeOf(glyph)!]!);
  return widths?.every((base) => Math.abs(widthOf(glyph) - base) > sameWidthMax) ?? unmeasured;
}

/**
 * Ligature of a misnamed code, by its width and the widths of its neighbours in the range; null where no
 * ligature is as wide.
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

/** A range may begin with any of the ligatures, most likely with the first. */
const starts = ligatures.map((_, index) => index);

function lengthAt(index: number): number {
  return ligatures[index]?.length ?? 0;
}

/** Difference, as a share, between a width and that of the ligature at its offset behind `start`. */
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
