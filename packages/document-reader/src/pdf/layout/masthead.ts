import { type Rule } from '../page-drawings';
import { joinWords, type Segment } from './segment';
import { type Word } from './word';

/**
 * A masthead: its height and the width of the rule below, as shares of the page, and sizes as shares of the
 * text's.
 */
const mastheadShareMax = 0.2;
const mastheadRuleShareMin = 0.7;
const mastheadTitleSizeMin = 1.3;
const mastheadPrintSizeMax = 0.92;
const mastheadLinesMax = 6;

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
