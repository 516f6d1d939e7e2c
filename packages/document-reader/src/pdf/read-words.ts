import { joinAccents } from './accents';
import { orderArabicLigatures } from './arabic-ligatures';
import { isRightToLeft } from './layout/script';
import { type Word } from './layout/word';
import { closeLetterSpacing } from './letter-spacing';
import { mendLigatures } from './ligatures';
import { type PageSpace } from './page-space';
import { type Pdfium, type Pointer } from './pdfium';
import { type Glyph, type GlyphLosses, readGlyphs, type White } from './read-glyphs';
import { around } from './rect';

/** Reading direction of a text in quarter turns clockwise on the rendered page; null for oblique text. */
export type Turn = 0 | 1 | 2 | 3 | null;

/** A word with its reading direction; its rectangle is on the rendered page. */
export interface TurnedWord extends Word {
  turn: Turn;
}

/** Words of a page, in the order of the file. */
export interface PageWords extends GlyphLosses {
  words: TurnedWord[];
}

const wordsMax = 30_000;
/** Distance, in font sizes, up to which glyphs touch. */
const touchSizesMax = 0.1;
/** Distance, in font sizes, below which two letters belong to one word. */
const kernSizesMax = 0.13;
const letter = /^\p{L}/u;
const lineEndHyphen = /^[-‐\u00ad]$/u;

/** Reads the words of a loaded page in the order of the file. */
export function readWords(pdfium: Pdfium, page: Pointer, space: PageSpace): PageWords {
  const { glyphs: all, ...losses } = readGlyphs(pdfium, page, space);
  mendLigatures(all);
  orderArabicLigatures(all);
  const words: TurnedWord[] = [];
  let glyphs: Glyph[] = [];
  let spaceBefore = true;

  function endWord(): void {
    if (glyphs.length === 0) return;
    words.push(wordOf(glyphs, spaceBefore, words.length));
    glyphs = [];
    spaceBefore = false;
  }

  let last: Glyph | null = null;
  let white: White | null = null;
  for (const glyph of closeLetterSpacing(joinAccents(all))) {
    if (typeof glyph === 'string') {
      if (white !== 'written') white = glyph;
      continue;
    }
    if (white === 'supposed' && last !== null && (touchesTurned(last, glyph) || isKerned(last, glyph)))
      white = null;
    if (white !== null) {
      endWord();
      spaceBefore = white === 'written' || last === null || !isRaised(last, glyph);
    }
    last = glyph;
    white = null;
    const before = glyphs.at(-1);
    if (before !== undefined && !continuesWord(before, glyph)) endWord();
    glyphs.push(glyph);
  }
  endWord();
  const drawn = withoutRepeats(words);
  const truncated = losses.truncated || drawn.length > wordsMax;
  return { ...losses, words: drawn.slice(0, wordsMax), truncated };
}

/** Words without those that are drawn once more at the same place, as lines that a form and its filling both have. */
function withoutRepeats(words: readonly TurnedWord[]): TurnedWord[] {
  const places = new Set<string>();
  return words.filter(({ text, left, baseline, size, turn }) => {
    const place = JSON.stringify([
      text,
      turn,
      ...[left, baseline, size].map((points) => Math.round(points * 4)),
    ]);
    if (places.has(place)) return false;
    places.add(place);
    return true;
  });
}

/** Whether a glyph stands where the next one of the same word would, at any turn of the text. */
function continuesWord(before: Glyph, glyph: Glyph): boolean {
  // Hyphenating programs leave the hyphen outside the marked content of its word.
  const tagged = before.mark === glyph.mark || lineEndHyphen.test(glyph.text);
  if (before.turn !== glyph.turn || !tagged) return false;
  if (glyph.turn === null) return true;
  const size = Math.max(before.size, glyph.size);
  const across = glyph.turn % 2 === 0 ? Math.abs(glyph.y - before.y) : Math.abs(glyph.x - before.x);
  if (across > size * 0.6) return false;
  const gap =
    glyph.turn % 2 === 0
      ? Math.max(glyph.left - before.right, before.left - glyph.right)
      : Math.max(glyph.top - before.bottom, before.top - glyph.bottom);
  return gap < size * 0.25;
}

/**
 * Whether a glyph of a text that runs up or down begins where the one before ends: white that PDFium supposes
 * between them is none.
 */
function touchesTurned(before: Glyph, glyph: Glyph): boolean {
  if ((glyph.turn !== 1 && glyph.turn !== 3) || before.turn !== glyph.turn) return false;
  const gap = glyph.turn === 1 ? glyph.top - before.bottom : before.top - glyph.bottom;
  return Math.max(Math.abs(gap), Math.abs(glyph.x - before.x)) < glyph.size * touchSizesMax;
}

/**
 * Whether two letters of an upright line are further apart than usual, but by less than a space. PDFium supposes
 * white between them where the font declares a narrow space.
 */
function isKerned(before: Glyph, glyph: Glyph): boolean {
  const areLetters = letter.test(before.text) && letter.test(glyph.text);
  if (!areLetters || before.turn !== 0 || glyph.turn !== 0 || before.size !== glyph.size) return false;
  const gap = glyph.left - before.right;
  return gap >= 0 && gap < glyph.size * kernSizesMax && Math.abs(glyph.y - before.y) < glyph.size * 0.05;
}

/** Whether a glyph is a superscript or subscript directly beside a letter. */
function isRaised(before: Glyph, glyph: Glyph): boolean {
  const size = Math.max(before.size, glyph.size);
  const across = Math.abs(glyph.y - before.y);
  const gap = glyph.left - before.right;
  const upright = glyph.turn === 0 && before.turn === 0;
  return upright && across > size * 0.05 && across < size * 0.6 && Math.abs(gap) < size * 0.1;
}

function wordOf(glyphs: Glyph[], spaceBefore: boolean, order: number): TurnedWord {
  const first = glyphs[0]!;
  // Soft hyphens, which are not visible here, and lone surrogates, which broken fonts yield.
  const text = glyphs
    .map((glyph) => glyph.text)
    .join('')
    .replace(/\u00ad(?!$)|\p{Surrogate}/gu, '');
  return {
    ...around(glyphs),
    text,
    baseline: first.turn === 1 || first.turn === 3 ? first.x : first.y,
    size: first.size,
    bold: first.bold,
    confidence: 1,
    rtl: first.turn === 0 && isRightToLeft(text),
    spaceBefore,
    order,
    line: null,
    mark: first.mark,
    turn: first.turn,
  };
}
