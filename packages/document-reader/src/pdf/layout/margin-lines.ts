import { median } from '../../median';
import { type Rule } from '../page-drawings';
import { type Rect } from '../rect';
import { footnoteStart } from './classify';
import { isNumeric } from './header-rows';
import { joinWords, linesOf, type Segment } from './segment';
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
const edgeShare = 0.045;
/** Place of a page number below the text: distance from the middle, and from the text in font sizes. */
const centreShareMax = 0.03;
const centredSizesMin = 2.5;
/** Distance of baselines, in font sizes, between a running line and the text. */
const apartSizesMin = 1.7;
/** Size, as a share of the text's, up to which print in a margin is no text of the page. */
const smallPrintShareMax = 0.78;
const runningSizeShareMax = 1.1;
const runningCharsMax = 160;
const titleWordsMax = 8;
const sentencePart = /^\p{Ll}|[.,;:!?]$/u;
/** White between a page number and a running title, in font sizes. */
const numberGapSizesMin = 0.9;
const pageWord = String.raw`(?:page|pg\.?|p\.|seite|s\.|p[áa]gina|strona|стр\.?)\s*`;
const pageNumber = new RegExp(
  String.raw`^[-–—|\s]*(?:${pageWord})?(?:[A-Z]{1,2}[-–.])?(?:\d{1,5}|(?=[ivx])x{0,3}(?:ix|iv|v?i{0,3}))` +
    String.raw`(?:\s*(?:of|von|de|di|sur|из|\/)\s*\d{1,4})?[-–—|\s]*$`,
  'iu',
);
const shortNumber = /^\d{1,5}$/u;

/** Height of the margins of a tagged page, as a share of it. */
const untaggedShareMax = 0.15;
const touchPoints = 1;

/**
 * A masthead: its height and the width of the rule below, as shares of the page, and sizes as shares of the
 * text's.
 */
const mastheadShareMax = 0.2;
const mastheadRuleShareMin = 0.7;
const mastheadTitleSizeMin = 1.3;
const mastheadPrintSizeMax = 0.92;
const mastheadLinesMax = 6;

const lineNumbersMin = 6;
const lineNumberDigits = /^\d{1,3}$/u;
const numberEdgePoints = 3;
const ascendingShareMin = 0.9;
const proseWordsMin = 4;

/** Finds running lines by place, size and form, and line numbers beside the text. */
export function findMarginLines(
  words: readonly Word[],
  page: { width: number; height: number },
  bodySize: number,
): MarginLines {
  const sizes = { body: bodySize, page: page.height };
  const lines = linesOf(joinWords(words));
  const header: Segment[] = [];
  const footer: Segment[] = [];
  const isTop = (line: Segment) => line.bottom <= page.height * marginShare;
  const isBottom = (line: Segment) =>
    line.top >= page.height * (1 - marginShare) || isCentredNumber(line, lines, page.width);
  const isNext = (line: Segment, neighbour: Segment | undefined, found: readonly Segment[]) =>
    isRunning(line, neighbour, sizes) && (found.length === 0 || hasNumber(line));
  while (lines.length > 0 && isTop(lines[0]!) && isNext(lines[0]!, lines[1], header))
    header.push(lines.shift()!);
  while (lines.length > 0 && isBottom(lines.at(-1)!) && isNext(lines.at(-1)!, lines.at(-2), footer))
    footer.unshift(lines.pop()!);
  return { header, footer, lineNumbers: lineNumbersOf(lines) };
}

/**
 * Finds the small print of a masthead, such as volume and date beside the name of a gazette: lines smaller
 * than the text at the right of a large title, over a rule across the page.
 *
 * @param rules rules of the page; they may stand anywhere
 */
export function findMasthead(
  words: readonly Word[],
  rules: readonly Rule[],
  page: { width: number; height: number },
  bodySize: number,
): Segment[] {
  const isAcross = (rule: Rule) =>
    rule.horizontal &&
    rule.bottom <= page.height * mastheadShareMax &&
    rule.right - rule.left >= page.width * mastheadRuleShareMin;
  const below = Math.max(...rules.filter(isAcross).map(({ top }) => top));
  const segments = joinWords(words.filter(({ baseline }) => baseline <= below));
  const titles = segments.filter(({ size }) => size >= bodySize * mastheadTitleSizeMin);
  const print = segments.filter(({ size }) => size <= bodySize * mastheadPrintSizeMax);
  const isBeside = ({ left }: Segment) => titles.every(({ right }) => left >= right);
  if (titles.length === 0 || segments.length > mastheadLinesMax || !print.every(isBeside)) return [];
  return print.sort((a, b) => a.baseline - b.baseline);
}

/** Divides words of another turn than the page's into small print at its left and right edge, and text. */
export function turnedMargins<T extends Word>(
  words: readonly T[],
  page: { width: number },
  bodySize: number,
): { inMargins: T[]; text: T[] } {
  const isIn = ({ left, right, size }: T) =>
    (right <= page.width * outerShare || left >= page.width * (1 - outerShare)) &&
    size <= bodySize * smallPrintShareMax;
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
  const lines = linesOf(joinWords(untagged)).filter(({ text }) => text.length <= runningCharsMax);
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
  sizes: { body: number; page: number },
): boolean {
  const { text, size, baseline } = line;
  if (text.length > runningCharsMax) return false;
  if (neighbour === undefined) return pageNumber.test(text);
  const distance = Math.abs(baseline - neighbour.baseline);
  if (distance < Math.max(size, Math.min(neighbour.size, sizes.body)) * apartSizesMin) return false;
  if (pageNumber.test(text)) return true;
  const edge = Math.min(line.top, sizes.page - line.bottom) / sizes.page;
  const isSmall = size <= sizes.body * smallPrintShareMax && !footnoteStart.test(text);
  if (edge <= outerShare && isSmall) return true;
  const isTitle = edge <= edgeShare && line.words.length <= titleWordsMax && !sentencePart.test(text);
  return size <= sizes.body * runningSizeShareMax && (isTitle || hasPageNumber(line));
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
function hasPageNumber({ words, size }: Segment): boolean {
  if (words.length < 2 || words.every(({ text }) => isNumeric(text))) return false;
  const gap = (index: number) => words[index + 1]!.left - words[index]!.right;
  const isApart = (index: number) => gap(index) >= size * numberGapSizesMin;
  const [first, last] = [words[0]!, words.at(-1)!];
  return (
    (shortNumber.test(first.text) && isApart(0)) || (shortNumber.test(last.text) && isApart(words.length - 2))
  );
}

/** Numbers that begin lines of running text, one below the other, and count up by one step. */
function lineNumbersOf(lines: readonly Segment[]): Word[] {
  const numbered = lines.filter(({ words }) => lineNumberDigits.test(words[0]!.text));
  if (numbered.length < lineNumbersMin) return [];
  const firsts = numbered.map(({ words }) => words[0]!);
  const edge = median(firsts.map(({ right }) => right))!;
  const column = firsts.filter(({ right }) => Math.abs(right - edge) <= numberEdgePoints);
  if (column.length < lineNumbersMin) return [];
  const edges = { left: Math.min(...column.map(({ left }) => left)), right: edge + numberEdgePoints };
  const steps = column.slice(1).map((word, index) => Number(word.text) - Number(column[index]!.text));
  const step = median(steps)!;
  const ascending = steps.filter((value) => value === step).length;
  if (step < 1 || ascending < steps.length * ascendingShareMin) return [];
  const counted = new Set(column);
  const isFree = lines.every(({ words }) =>
    words.every((word) => word.right <= edges.left || word.left >= edges.right || counted.has(word)),
  );
  const beside = numbered.map(({ words }) => words.length - 1).filter((count) => count > 0);
  return isFree && beside.length > 0 && median(beside)! >= proseWordsMin ? column : [];
}
