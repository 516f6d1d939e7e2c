import { isOnPage, mapPoint, mapRect, type PageSpace } from './page-space';
import { type Pdfium, type Pointer } from './pdfium';
import { type Rect } from './rect';
import { type Turn } from './read-words';
import { texLigatureOf, withoutFalseLigatures } from './tex-ligatures';

/** White space between characters: written in the file, or supposed by distance. */
export type White = 'written' | 'supposed';

/** A character on the rendered page. */
export interface Glyph extends Rect {
  text: string;
  /** False where `text` is guessed from the character's code in its font. */
  named: boolean;
  /** Origin of the glyph: the start of its baseline. */
  x: number;
  y: number;
  /** Font size in points. */
  size: number;
  bold: boolean;
  /** Address of the font; distinguishes the fonts of a page. */
  font: Pointer;
  turn: Turn;
  /** Id of the marked content around it, -1 for none. */
  mark: number;
}

/** Style of the characters of one text object. */
interface Style {
  size: number;
  bold: boolean;
  font: Pointer;
  turn: Turn;
  mark: number;
}

const charactersMax = 150_000;
/** Flag of a font descriptor (ISO 32000, table 121). */
const forceBold = 1 << 18;
const obliqueRadians = 0.09;
/** Height of a glyph's box, in font sizes, past which it says nothing of the line, as in Cambria. */
const boxSizesMax = 1.8;
/** Room above and below the baseline, in font sizes, that such a box keeps. */
const ascentSizes = 1;
const descentSizes = 0.35;

/** Content that `readGlyphs` could not read. */
export interface GlyphLosses {
  /** True where characters past 150,000 were left out. */
  truncated: boolean;
  /** Number of drawn characters without a Unicode value. */
  unmapped: number;
  /** Number of characters that were taken for what their codes in the font are in Unicode. */
  guessed: number;
}

/** Reads the characters of a loaded page, in the order of the file, and the white space between them. */
export function readGlyphs(
  pdfium: Pdfium,
  page: Pointer,
  space: PageSpace,
): GlyphLosses & { glyphs: (Glyph | White)[] } {
  const text = pdfium.FPDFText_LoadPage(page);
  if (text === 0) return { glyphs: [], truncated: false, unmapped: 0, guessed: 0 };
  const glyphs: (Glyph | White)[] = [];
  const { scratch } = pdfium;
  const styles = new Map<Pointer, Style>();
  const fonts = new Map<Pointer, boolean>();
  const count = pdfium.FPDFText_CountChars(text);
  let unmapped = 0;
  let guessed = 0;

  function styleOf(object: Pointer, index: number): Style {
    const known = styles.get(object);
    if (known !== undefined) return known;
    pdfium.FPDFText_GetMatrix(text, index, scratch);
    const [a, b, c, d] = [0, 4, 8, 12].map((offset) => pdfium.float(scratch + offset)) as [
      number,
      number,
      number,
      number,
    ];
    const [ox, oy] = mapPoint(space.toRendered, 0, 0);
    const [x, y] = mapPoint(space.toRendered, a, b);
    const font = pdfium.FPDFTextObj_GetFont(object);
    let bold = fonts.get(font);
    if (bold === undefined) fonts.set(font, (bold = isBold(pdfium, font)));
    const style = {
      size: Math.abs(pdfium.FPDFText_GetFontSize(text, index)) * Math.hypot(c, d),
      bold,
      font,
      turn: turnOf(Math.atan2(y - oy, x - ox)),
      mark: pdfium.FPDFPageObj_GetMarkedContentID(object),
    };
    styles.set(object, style);
    return style;
  }

  /** Box and baseline origin of a character on the rendered page. */
  function placeOf(index: number): { rect: Rect; x: number; y: number } {
    pdfium.FPDFText_GetLooseCharBox(text, index, scratch);
    const rect = mapRect(
      space.toRendered,
      pdfium.float(scratch),
      pdfium.float(scratch + 4),
      pdfium.float(scratch + 8),
      pdfium.float(scratch + 12),
    );
    pdfium.FPDFText_GetCharOrigin(text, index, scratch + 16, scratch + 24);
    const [x, y] = mapPoint(space.toRendered, pdfium.double(scratch + 16), pdfium.double(scratch + 24));
    return { rect, x, y };
  }

  for (let index = 0; index < Math.min(count, charactersMax); index++) {
    const code = pdfium.FPDFText_GetUnicode(text, index);
    const object = pdfium.FPDFText_GetTextObject(text, index);
    const hyphen = pdfium.FPDFText_IsHyphen(text, index) === 1;
    let guess: string | null = null;
    if ((!hyphen && isSpace(code)) || object === 0) {
      const written = object !== 0 && pdfium.FPDFText_IsGenerated(text, index) !== 1;
      guess = written ? texLigatureOf(code) : null;
      if (guess === null) {
        glyphs.push(written ? 'written' : 'supposed');
        continue;
      }
    }
    if (!hyphen && isControl(code)) {
      unmapped++;
      continue;
    }
    if (pdfium.FPDFText_HasUnicodeMapError(text, index) === 1) guessed++;
    const style = styleOf(object, index);
    const { rect, x, y } = placeOf(index);
    if (!isOnPage(rect, space)) {
      glyphs.push('supposed');
      continue;
    }
    const size = style.size > 0 ? style.size : rect.bottom - rect.top;
    const glyph: Glyph = {
      ...withinLine({ rect, y, size, turn: style.turn }, () => drawnBox(pdfium, text, index, space)),
      text: guess ?? (hyphen ? '-' : String.fromCodePoint(code)),
      named: guess === null,
      x,
      y,
      size,
      bold: style.bold,
      font: style.font,
      turn: style.turn,
      mark: style.mark,
    };
    glyphs.push(glyph);
  }
  pdfium.FPDFText_ClosePage(text);
  return { glyphs: withoutFalseLigatures(glyphs), truncated: count > charactersMax, unmapped, guessed };
}

/**
 * Box of a glyph, in an upright line bounded by its font size and by what is drawn where it is much taller: some
 * fonts give all their glyphs the height of the tallest formula, so that boxes of several lines overlap.
 */
function withinLine(
  { rect, y, size, turn }: { rect: Rect; y: number; size: number; turn: Turn },
  drawnBoxOf: () => Rect,
): Rect {
  if (turn !== 0 || rect.bottom - rect.top <= size * boxSizesMax) return rect;
  const drawn = drawnBoxOf();
  return {
    ...rect,
    top: Math.max(rect.top, Math.min(drawn.top, y - size * ascentSizes)),
    bottom: Math.min(rect.bottom, Math.max(drawn.bottom, y + size * descentSizes)),
  };
}

/** Box of what is drawn of a character. */
function drawnBox(pdfium: Pdfium, text: Pointer, index: number, space: PageSpace): Rect {
  const at = [0, 8, 16, 24].map((offset) => pdfium.scratch + offset) as [number, number, number, number];
  pdfium.FPDFText_GetCharBox(text, index, ...at);
  const [left, right, bottom, top] = at.map((place) => pdfium.double(place)) as typeof at;
  return mapRect(space.toRendered, left, top, right, bottom);
}

function isSpace(code: number): boolean {
  return code <= 0x20 || code === 0xa0 || (code >= 0x2000 && code <= 0x200b) || code === 0x3000;
}

/** Names of bold fonts, those of TeX among them: Computer Modern bold extended, and Nimbus medium. */
const boldName = /bold|black|heavy|demi|[-,]bd|-medi(?!um)|^(?:[A-Z]{6}\+)?(?:cmb|cmssbx|ecbx|sfbx|lmbx)/i;

/** Whether a code has no character; PDFium returns 0xfffe or 0xffff where a font does not map a glyph. */
function isControl(code: number): boolean {
  return (code >= 0x7f && code < 0xa0) || code === 0xfffe || code === 0xffff || code > 0x10ffff;
}

function isBold(pdfium: Pdfium, font: Pointer): boolean {
  if (font === 0) return false;
  const name = pdfium.text('utf-8', (buffer, size) => pdfium.FPDFFont_GetBaseFontName(font, buffer, size));
  return boldName.test(name) || (pdfium.FPDFFont_GetFlags(font) & forceBold) !== 0;
}

function turnOf(radians: number): Turn {
  const quarters = radians / (Math.PI / 2);
  const nearest = Math.round(quarters);
  if (Math.abs(quarters - nearest) * (Math.PI / 2) > obliqueRadians) return null;
  return (((nearest % 4) + 4) % 4) as Turn;
}
