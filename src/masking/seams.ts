import { type PiiSpan } from '../privacy';
import { type FoundValue } from './known-values';
import { type Flow } from './flow';

/** Text without the bounds that may split a value, to search for values across them. */
export interface Seam {
  text: string;
  /** Offsets in `text`; a value must cross one of them. */
  bounds: number[];
  /** Tags of values that may cross the bounds; null for all. */
  tags: ReadonlySet<string> | null;
}

/** Characters of context on each side of a joint. */
const edgeChars = 120;
/** Tags of values that tables split into cells. Neighbouring cells do not have their form by chance. */
const cellTags = new Set(['CREDIT_CARD', 'IBAN', 'EMAIL']);
const emptyLine = /\n\s*\n/;
const cellBound = ' | ';

/** Seams of a flow, to be searched in addition: across its joints, line breaks, and cells. */
export function seamsOf({ text, parts }: Flow, before = ''): Seam[] {
  const seams: Seam[] = [];
  if (before !== '') seams.push(...jointSeams(before, text));
  for (const { at } of parts.slice(1)) seams.push(...jointSeams(text.slice(0, at - 1), text.slice(at)));
  for (const { at, start, end } of parts) {
    const part = text.slice(at, at + end - start);
    const paragraphs = part.split(emptyLine);
    for (const [n, paragraph] of paragraphs.entries()) {
      if (n > 0) seams.push(...spacedSeam(paragraphs[n - 1]!, paragraph));
      seams.push(...lineSeams(paragraph));
    }
  }
  return seams;
}

/** End of a flow, for the seam with the next text. */
export function flowEnd({ text }: Flow): string {
  return text.slice(-edgeChars);
}

/** Values in the spans of a seam that cross one of its bounds. */
export function valuesOver({ text, bounds, tags }: Seam, spans: readonly PiiSpan[]): FoundValue[] {
  return spans
    .filter(({ start, end, tag }) => {
      const isOver = bounds.some((bound) => start < bound && end > bound);
      return isOver && (tags === null || tags.has(tag));
    })
    .map(({ start, end, tag }) => ({ text: text.slice(start, end), tag, count: 1 }));
}

/** Seams between a text and its continuation: joined by a space and, where a word may be split, directly. */
function jointSeams(left: string, right: string): Seam[] {
  const seams = spacedSeam(left, right);
  if (!/[\p{L}\p{N}]$/u.test(left) || !/^[\p{L}\p{N}]/u.test(right)) return seams;
  const before = flat(left.slice(-edgeChars));
  const after = flat(right.slice(0, edgeChars));
  return [...seams, { text: before + after, bounds: [before.length], tags: null }];
}

/** The ends of two texts joined by a space. */
function spacedSeam(left: string, right: string): Seam[] {
  const before = flat(left.slice(-edgeChars)).trimEnd();
  const after = flat(right.slice(0, edgeChars)).trimStart();
  if (!mayBeCut(before, after)) return [];
  return [{ text: `${before} ${after}`, bounds: [before.length], tags: null }];
}

/** Seams of a paragraph without its line breaks, or of a row without its cell separators. */
function lineSeams(paragraph: string): Seam[] {
  const isTable = paragraph.includes(cellBound);
  const texts = isTable ? paragraph.split('\n') : [paragraph];
  return texts.flatMap((text) => {
    const pieces = text.split(isTable ? cellBound : '\n').map((piece) => flat(piece).trim());
    if (pieces.length < 2) return [];
    const bounds: number[] = [];
    let joined = pieces[0]!;
    for (const piece of pieces.slice(1)) {
      if (isTable ? mayBeDivided(joined, piece) : mayBeCut(joined, piece)) bounds.push(joined.length);
      joined += ` ${piece}`;
    }
    return bounds.length === 0 ? [] : [{ text: joined, bounds, tags: isTable ? cellTags : null }];
  });
}

/** Whether the last word of a text and the first word of the next may be parts of one value. */
function mayBeCut(left: string, right: string): boolean {
  const before = lastWord(left);
  const after = firstWord(right);
  if (mayBeDivided(left, right)) return true;
  if (/[.!?:;]$/.test(before)) return false;
  if (/^\p{Lu}/u.test(before)) return /^[\p{Lu}\p{N}]/u.test(after);
  return /^\p{N}/u.test(before) && /^\p{Lu}/u.test(after);
}

/** Whether two words may be parts of one number, one code of capitals and digits, or one e-mail address. */
function mayBeDivided(left: string, right: string): boolean {
  const before = lastWord(left);
  const after = firstWord(right);
  if (/[\d\-./(+]$/.test(before) && /^[\d\-./)]/.test(after)) return true;
  if (/^[A-Z0-9]*\d[A-Z0-9]*$/.test(before) && /^[A-Z0-9]*\d[A-Z0-9]*$/.test(after)) return true;
  return before.includes('@') || after.includes('@');
}

function lastWord(text: string): string {
  return text.slice(text.lastIndexOf(' ') + 1);
}

function firstWord(text: string): string {
  const end = text.indexOf(' ');
  return end < 0 ? text : text.slice(0, end);
}

function flat(text: string): string {
  return text.replace(/\s+/g, ' ');
}
