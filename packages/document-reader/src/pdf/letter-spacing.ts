import { median } from '../median';
import { type Glyph, type White } from './read-glyphs';

/** Least letter spacing that counts as wide, in font sizes. Justified text may be as loose below it. */
const spacingSizesMin = 0.08;
const spacingSizesMax = 1.2;
/**
 * Width that a space adds to the distance of letters, in font sizes; it is between a fifth and a third in
 * most fonts.
 */
const spaceSizesMin = 0.15;
/** Least gap between words, in font sizes, where the file contains no space. */
const wordGapSizesMin = 0.3;
/** Greatest gap, in font sizes, at which letters touch, so that a space supposed between them is none. */
const touchingSizesMax = 0.08;
/**
 * Share of the usual space of a line below which white that was only supposed is none, and its greatest width in
 * font sizes: some programs set a letter by itself, a little apart.
 */
const usualShareMax = 0.7;
const lonelySizesMax = 0.18;
const spacesMin = 3;
/** Greatest shift of a letter by kerning, in font sizes. */
const kerningSizesMax = 0.07;
const alikeShareMin = 0.7;
const gapsMin = 3;
/** Gaps past this many font sizes separate columns. */
const lineGapSizesMax = 3;

/** A letter, and the gap to the next letter of its line. */
interface Step {
  /** Index of the letter; white space follows it up to the index of the next letter. */
  index: number;
  next: number;
  /** Gap in points. */
  gap: number;
  white: White | null;
}

/**
 * Closes the gaps between letters of widely spaced text, such as "H A R B O U R", which would otherwise read
 * as one word per letter. Each letter grows by the letter spacing of its line; supposed white space within
 * words is removed.
 */
export function closeLetterSpacing(items: readonly (Glyph | White)[]): readonly (Glyph | White)[] {
  const steps = new Map<number, Step & { spacing: number }>();
  for (const line of linesOf(items)) {
    const spacing = spacingOf(line, items);
    const noSpace = spacing === null ? noSpaceBelow(line, glyphAt(items, line[0]!.index).size) : 0;
    for (const step of line) {
      if (spacing !== null) steps.set(step.index, { ...step, spacing });
      else if (step.white === 'supposed' && step.gap < noSpace) {
        steps.set(step.index, { ...step, spacing: Math.max(0, step.gap) });
      }
    }
  }
  if (steps.size === 0) return items;
  const closed: (Glyph | White)[] = [];
  for (let index = 0; index < items.length; index++) {
    const item = items[index]!;
    const step = steps.get(index);
    if (typeof item === 'string' || step === undefined) {
      closed.push(item);
      continue;
    }
    const { next, gap, white, spacing } = step;
    const more = white === null ? wordGapSizesMin : spaceSizesMin;
    const within = white !== 'written' && gap < spacing + item.size * more;
    closed.push({ ...item, right: item.right + (within ? Math.max(0, gap) : spacing) });
    if (!within) closed.push(white ?? 'supposed');
    index = next - 1;
  }
  return closed;
}

/** Gap in points below which supposed white of a line is none. */
function noSpaceBelow(line: readonly Step[], size: number): number {
  const spaces = line.flatMap(({ white, gap }) => (white === null ? [] : [gap]));
  const usual = median(spaces) ?? 0;
  const lonely = spaces.length < spacesMin ? 0 : Math.min(usual * usualShareMax, size * lonelySizesMax);
  return Math.max(size * touchingSizesMax, lonely);
}

function glyphAt(items: readonly (Glyph | White)[], index: number): Glyph {
  return items[index] as Glyph;
}

/** Lines of upright letters of one size on one baseline, in the order of the file. */
function linesOf(items: readonly (Glyph | White)[]): Step[][] {
  const lines: Step[][] = [];
  let last = -1;
  let white: White | null = null;
  let open = false;
  for (const [index, item] of items.entries()) {
    if (typeof item === 'string') {
      if (white !== 'written') white = item;
      continue;
    }
    const before = last < 0 ? null : glyphAt(items, last);
    if (before !== null && follows(before, item)) {
      const step = { index: last, next: index, gap: item.left - before.right, white };
      if (open) lines.at(-1)!.push(step);
      else lines.push([step]);
      open = true;
    } else open = false;
    last = index;
    white = null;
  }
  return lines;
}

function follows(before: Glyph, glyph: Glyph): boolean {
  const { size } = before;
  const gap = glyph.left - before.right;
  return (
    glyph.turn === 0 &&
    before.turn === 0 &&
    Math.abs(glyph.y - before.y) < size * 0.1 &&
    Math.abs(glyph.size - size) < size * 0.05 &&
    gap > -size * 0.3 &&
    gap < size * lineGapSizesMax
  );
}

/** Letter spacing within words of a widely spaced line, in points; null for any other line. */
function spacingOf(line: readonly Step[], items: readonly (Glyph | White)[]): number | null {
  const { size } = glyphAt(items, line[0]!.index);
  const inner = line.filter((step) => step.white !== 'written').map((step) => step.gap / size);
  if (inner.length < gapsMin) return null;
  const sorted = [...inner].sort((a, b) => a - b);
  const hasSpaces = inner.length < line.length;
  // Without written spaces, up to a third of the gaps separate words.
  const spacing = sorted[Math.floor((sorted.length - 1) * (hasSpaces ? 0.5 : 0.35))]!;
  if (spacing < spacingSizesMin || spacing > spacingSizesMax) return null;
  const alike = inner.filter((gap) => Math.abs(gap - spacing) <= kerningSizesMax).length;
  const between = inner.filter((gap) => gap >= spacing + spaceSizesMin).length;
  if (alike < (inner.length - between) * alikeShareMin || alike < gapsMin) return null;
  // Digits at equal distances are marks of a scale, or cells of a table.
  const letters = line.filter(({ index }) => /\p{L}/u.test(glyphAt(items, index).text)).length;
  return letters * 2 > line.length ? spacing * size : null;
}
