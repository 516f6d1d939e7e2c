import { type Rule } from '../page-drawings';
import { type Rect } from '../rect';
import { footnoteStart } from './classify';
import { isNumeric } from './header-rows';
import { lineNumbersOf } from './line-numbers';
import { isNoteNumber, joinWords, linesOf, type Segment } from './segment';
import { type Word } from './word';

/** Text in the margins of a page. */
export interface MarginLines {
  header: Segment[];
  footer: Segment[];
  /** Numbers that count the lines of the page, from top to bottom. */
  lineNumbers: Word[];
}

/** Shares of the page's height: its margins, their outer part, and the edge that no text reaches. */
const marginShare = 0.12;
const outerShare = 0.07;
const edgeShare = 0.065;
/** Place of a page number below the text: distance from the middle, and from the text in font sizes. */
const centreShareMax = 0.03;
const centredSizesMin = 2.5;
/** Distance of baselines, in font sizes, between a running line and the text. */
const apartSizesMin = 1.7;
/** Lines of a running block, and the size of its print as a share of the text's. */
const blockLinesMax = 3;
const blockPrintShareMax = 0.9;
/** Width of the rule that divides a running line from the text, as a share of the page's. */
const dividingRuleShareMin = 0.5;
/** Size, as a share of the text's, up to which print in a margin is no text of the page. */
const smallPrintShareMax = 0.78;
/** Size, as a share of the text's, up to which turned text at the edge of a page is none, as a stamp. */
const turnedSizeShareMax = 2.2;
const runningSizeShareMax = 1.1;
const numberedSizeShareMax = 1.3;
const runningCharsMax = 160;
const titleWordsMax = 8;
/** Lines of a page from which a title at its edge runs over pages: on one of few lines it is its heading. */
const fullLinesMin = 8;
const sentencePart = /^\p{Ll}|[.,;:!?]$/u;
const sentenceEnd = /[;:!?]$/u;
/** Room around a running line, in font sizes, in which rules of a table would stand. */
const ruleRoomSizes = 6;
/** White between a page number and a running title, in font sizes. */
const numberGapSizesMin = 0.9;
const pageWord = String.raw`(?:page|pg\.?|p\.|seite|s\.|p[áa]gina|strona|стр\.?)\s*`;
const pageNumber = new RegExp(
  String.raw`^[-–—|\s]*(?:${pageWord})?(?:[A-Z]{1,2}[-–.])?(?:\d{1,5}|\d(?:\s\d){1,2}|(?=[ivx])x{0,3}(?:ix|iv|v?i{0,3}))` +
    String.raw`(?:\s*(?:of|von|de|di|sur|из|\/)\s*\d{1,4})?[-–—|\s]*$`,
  'iu',
);
const shortNumber = /^\d{1,5}$/u;
const pageAtEnd = /\bpage \d{1,4}(?: of \d{1,4})?$/iu;
/** A line that is nothing but an address on the web. */
const address = /^(?:https?:\/\/|www\.|doi:\s?)\S+$/iu;
/** A line that is nothing but a date, with its place before it, as those of letters. */
const dateLine =
  /^(?:\p{Lu}[\p{L} .-]*,\s*)?(?:(?:the|le|den|el|il)\s+)?(?:\d{1,2}\.?(?:st|nd|rd|th)?\s+(?:de\s+)?\p{L}{3,10}\.?,?\s+(?:de\s+)?\d{4}|\p{L}{3,10}\.?\s+\d{1,2},?\s+\d{4}|\d{1,4}[./-]\d{1,2}[./-]\d{2,4})$/u;
/** Words of the lines of a running block, and of a line at the right of a page's head. */
const blockWordsMax = 14;
const asideWordsMax = 6;
/** Place and size of such a line, as shares of the page's width and of the text's size. */
const asideLeftMin = 0.55;
const asideSizeShareMax = 1.6;

/** Height of the margins of a tagged page, as a share of it. */
const untaggedShareMax = 0.15;
const touchPoints = 1;

/**
 * Finds running lines by place, size and form, and line numbers beside the text.
 *
 * @param rules rules of the page; they may stand anywhere
 */
export function findMarginLines(
  words: readonly Word[],
  rules: readonly Rule[],
  page: { width: number; height: number },
  bodySize: number,
): MarginLines {
  const lines = linesOf(joinWords(words));
  const isFull = lines.length >= fullLinesMin;
  const sizes = { body: bodySize, page: page.height, width: page.width, isFull };
  const header: Segment[] = [];
  const footer: Segment[] = [];
  const across = rules.filter(
    (rule) => rule.horizontal && rule.right - rule.left >= page.width * dividingRuleShareMin,
  );
  const isTop = (line: Segment) => line.bottom <= page.height * marginShare;
  const isBottom = (line: Segment) =>
    line.top >= page.height * (1 - marginShare) || isCentredNumber(line, lines, page.width);
  /** Lines from the edge of the page on that are no text of it. */
  const runningFrom = (edge: readonly Segment[], found: readonly Segment[]): number => {
    const count = closeLines(edge, bodySize);
    const [line, neighbour] = [edge[0]!, edge[count]];
    if (count > 1)
      return found.length === 0 && isRunningBlock(edge.slice(0, count), neighbour, sizes) ? count : 0;
    const isDivided = found.length === 0 && isCutOff(line, neighbour, across, sizes);
    if (!isDivided && !(isRunning(line, neighbour, sizes) && (found.length === 0 || hasNumber(line))))
      return 0;
    return !hasNumber(line) && isInCells(line, rules) ? 0 : 1;
  };
  for (let count = 1; count > 0 && lines.length > 0;) {
    count = runningFrom(lines, header);
    if (!lines.slice(0, count).every(isTop)) break;
    header.push(...lines.splice(0, count));
  }
  for (let count = 1; count > 0 && lines.length > 0;) {
    count = runningFrom([...lines].reverse(), footer);
    if (!lines.slice(lines.length - count).every(isBottom)) break;
    footer.unshift(...lines.splice(lines.length - count, count));
  }
  return { header, footer, lineNumbers: lineNumbersOf(lines) };
}

/** Number of lines at the edge of a page that are close to each other. */
function closeLines(edge: readonly Segment[], bodySize: number): number {
  const end = edge.findIndex((line, at) => at + 1 >= edge.length || isApart(line, edge[at + 1]!, bodySize));
  return end + 1;
}

function isApart(line: Segment, neighbour: Segment, bodySize: number): boolean {
  const distance = Math.abs(line.baseline - neighbour.baseline);
  return distance >= Math.max(line.size, Math.min(neighbour.size, bodySize)) * apartSizesMin;
}

/** Whether a few lines at the edge of a page are small print, or a running title of several lines with a number. */
function isRunningBlock(
  block: readonly Segment[],
  neighbour: Segment | undefined,
  sizes: { body: number; page: number },
): boolean {
  const outermost = edgeOf(block[0]!, sizes.page);
  const isFootnote = block.some(({ text }) => footnoteStart.test(text) && !pageNumber.test(text));
  if (neighbour === undefined || block.length > blockLinesMax || outermost > outerShare || isFootnote)
    return false;
  if (block.some(({ text }) => text.length > runningCharsMax)) return false;
  const isUpTo = (share: number) => block.every(({ size }) => size <= sizes.body * share);
  const isShort = block.every(
    ({ words, text }) => address.test(text) || (words.length <= blockWordsMax && !sentencePart.test(text)),
  );
  return isUpTo(blockPrintShareMax) || (isUpTo(runningSizeShareMax) && isShort && block.some(hasNumber));
}

/** Whether a rule across the page, the only one between them, divides a short line in its margin from the text. */
function isCutOff(
  line: Segment,
  neighbour: Segment | undefined,
  across: readonly Rule[],
  sizes: { body: number; page: number },
): boolean {
  if (neighbour === undefined || line.text.length > runningCharsMax || sentenceEnd.test(line.text))
    return false;
  const [upper, lower] = line.baseline < neighbour.baseline ? [line, neighbour] : [neighbour, line];
  const between = across.filter(({ top }) => top >= upper.baseline && top <= lower.baseline - lower.size / 2);
  const isAtLine = between.some(({ top }) => Math.abs(top - line.baseline) <= line.size * apartSizesMin);
  const isAlone = across.every(
    (rule) => between.includes(rule) || Math.abs(rule.top - line.baseline) > line.size * ruleRoomSizes,
  );
  return (
    line.size <= sizes.body * runningSizeShareMax &&
    isAtLine &&
    isAlone &&
    !isRow(line) &&
    !isRow(neighbour) &&
    isApart(line, neighbour, sizes.body)
  );
}

/** Whether several numbers of a line stand by themselves, as those of a row of a table. */
function isRow({ words, size }: Segment): boolean {
  const isApartFrom = (before: Word, word: Word) => word.left - before.right >= size * numberGapSizesMin;
  const numbers = words.filter(
    (word, at) => at > 0 && isNumeric(word.text) && isApartFrom(words[at - 1]!, word),
  );
  return numbers.length >= 2;
}

/** Whether rules at both sides and between the words of a line make it a row of a table. */
function isInCells({ words, left, right, baseline, size }: Segment, rules: readonly Rule[]): boolean {
  const upright = rules.filter(
    (rule) => !rule.horizontal && rule.top <= baseline - size / 2 && rule.bottom >= baseline,
  );
  const isBetween = ({ left: x }: Rule) =>
    words.slice(1).some((word, index) => x >= words[index]!.right && x <= word.left);
  return (
    upright.some((rule) => rule.right <= left) &&
    upright.some((rule) => rule.left >= right) &&
    upright.some(isBetween)
  );
}

/** Distance of a line from the nearer edge of the page, as a share of its height. */
function edgeOf({ top, bottom }: Segment, height: number): number {
  return Math.min(top, height - bottom) / height;
}

/** Divides words of another turn than the page's into those at its left and right edge, and text. */
export function turnedMargins<T extends Word>(
  words: readonly T[],
  page: { width: number },
  bodySize: number,
): { inMargins: T[]; text: T[] } {
  const isIn = ({ left, right, size }: T) =>
    (right <= page.width * outerShare || left >= page.width * (1 - outerShare)) &&
    size <= bodySize * turnedSizeShareMax;
  return { inMargins: words.filter(isIn), text: words.filter((word) => !isIn(word)) };
}

/**
 * Finds the running lines of a tagged page, which have no tags, as ISO 32000 wants it: those in the margins
 * beyond all tagged text.
 */
export function findUntaggedLines(
  untagged: readonly Word[],
  tagged: Rect,
  page: { height: number },
): MarginLines {
  const isNote = ({ words: [first, next] }: Segment) => next !== undefined && isNoteNumber(first!, next);
  const lines = linesOf(joinWords(untagged)).filter(
    (line) => line.text.length <= runningCharsMax && !isNote(line),
  );
  return {
    header: lines.filter(
      ({ top, bottom }) => bottom <= tagged.top + touchPoints && top <= page.height * untaggedShareMax,
    ),
    footer: lines.filter(
      ({ top, bottom }) =>
        top >= tagged.bottom - touchPoints && bottom >= page.height * (1 - untaggedShareMax),
    ),
    lineNumbers: [],
  };
}

/** @param neighbour the next line towards the text, undefined for none */
function isRunning(
  line: Segment,
  neighbour: Segment | undefined,
  sizes: { body: number; page: number; width: number; isFull: boolean },
): boolean {
  const { text, size } = line;
  if (text.length > runningCharsMax) return false;
  if (neighbour === undefined) return pageNumber.test(text);
  if (!isApart(line, neighbour, sizes.body)) return false;
  if (pageNumber.test(text) || (address.test(text) && size <= sizes.body * runningSizeShareMax)) return true;
  const edge = edgeOf(line, sizes.page);
  if (dateLine.test(text) && size > sizes.body * smallPrintShareMax) return false;
  if (sizes.isFull && edge <= outerShare && standsAside(line, sizes)) return true;
  const isSmall = size <= sizes.body * smallPrintShareMax && !footnoteStart.test(text);
  if (edge <= outerShare && isSmall) return true;
  const isTitle =
    sizes.isFull && edge <= edgeShare && line.words.length <= titleWordsMax && !sentencePart.test(text);
  return (
    (size <= sizes.body * runningSizeShareMax && isTitle) ||
    (size <= sizes.body * numberedSizeShareMax && hasPageNumber(line))
  );
}

/** Whether a short line stands at the right of the head of a page, where no text begins. */
function standsAside(
  { text, words, left, top, size }: Segment,
  { body, page, width }: { body: number; page: number; width: number },
): boolean {
  return (
    top < page / 2 &&
    left >= width * asideLeftMin &&
    words.length <= asideWordsMax &&
    size <= body * asideSizeShareMax &&
    !/[.,;:!?]$/u.test(text)
  );
}

/** Whether the last line is a page number in the middle of a page that is not full. */
function isCentredNumber(line: Segment, lines: readonly Segment[], width: number): boolean {
  const before = lines.at(-2);
  return (
    before !== undefined &&
    pageNumber.test(line.text) &&
    Math.abs(line.left + line.right - width) <= width * centreShareMax * 2 &&
    line.baseline - before.baseline >= line.size * centredSizesMin
  );
}

function hasNumber(line: Segment): boolean {
  return pageNumber.test(line.text) || hasPageNumber(line);
}

/** Whether a line of words begins or ends with a number that stands by itself. */
function hasPageNumber(line: Segment): boolean {
  const { words, size } = line;
  if (pageAtEnd.test(line.text)) return true;
  if (words.length < 2 || words.every(({ text }) => isNumeric(text)) || isRow(line)) return false;
  const gap = (index: number) => words[index + 1]!.left - words[index]!.right;
  const isApart = (index: number) => gap(index) >= size * numberGapSizesMin;
  const [first, last] = [words[0]!, words.at(-1)!];
  return (
    (shortNumber.test(first.text) && isApart(0) && !isNoteNumber(first, words[1]!)) ||
    (shortNumber.test(last.text) && isApart(words.length - 2))
  );
}
