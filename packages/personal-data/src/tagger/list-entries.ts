import type { LabelledText, Run } from './label-runs';
import { SHAPE } from './shapes';

/** Least number of lines of a list, and most tokens of a line of it, bullets included. */
const entriesMin = 8;
const entryTokensMax = 6;
/** Least share of the entries of a list that are names when it is one of persons. */
const shareOfNames = 0.4;
/** Greatest share of lines with numbers: blocks of addresses and signatures are no lists. */
const shareOfNumbers = 0.2;

/** Lines of a text that follow each other and are short. */
interface List {
  /** First token, and the end. */
  from: number;
  to: number;
  entries: number;
  /** Lines with a number or a value that a rule has found, as addresses have them. */
  numbered: number;
}

/**
 * Runs without persons that are single entries of lists of other things, such as companies or languages: the
 * entries of a list are of one kind. Names that their place has given stay.
 */
export function withoutOddEntries(labelled: LabelledText, runs: readonly Run[]): readonly Run[] {
  const found = runs.filter((run) => run.tag === 'PERSON' && isWholeLine(labelled, run));
  if (found.length === 0) return runs;
  const odd = new Set<Run>();
  let next = 0;
  for (const { from, to, entries, numbered } of listsOf(labelled)) {
    while (next < found.length && found[next]!.from < from) next++;
    const first = next;
    while (next < found.length && found[next]!.from < to) next++;
    const names = found.slice(first, next);
    if (numbered > entries * shareOfNumbers || names.length >= entries * shareOfNames) continue;
    for (const run of names) if (labelled.placed[run.from] === 0) odd.add(run);
  }
  return odd.size === 0 ? runs : runs.filter((run) => !odd.has(run));
}

const isBreak = ({ tokens }: LabelledText, index: number): boolean => {
  const shape = tokens.shape[index];
  return shape === undefined || shape === SHAPE.newline || shape === SHAPE.blankLine;
};

/** Whether a line holds a run, signs and nothing else. */
function isWholeLine(labelled: LabelledText, { from, to }: Run): boolean {
  const { shape } = labelled.tokens;
  let before = from - 1;
  while (shape[before] === SHAPE.sign) before--;
  let behind = to;
  while (behind < labelled.tokens.count && shape[behind] === SHAPE.sign) behind++;
  return isBreak(labelled, before) && (behind >= labelled.tokens.count || isBreak(labelled, behind));
}

/** Lists of a text, in order. */
function* listsOf(labelled: LabelledText): Generator<List> {
  const { count } = labelled.tokens;
  let list: List = { from: 0, to: 0, entries: 0, numbered: 0 };
  for (let from = 0; from < count;) {
    let to = from;
    while (to < count && !isBreak(labelled, to)) to++;
    if (to - from > entryTokensMax) {
      if (list.entries >= entriesMin) yield list;
      list = { from: to + 1, to: to + 1, entries: 0, numbered: 0 };
    } else if (to > from) {
      const numbered = list.numbered + (hasNumber(labelled, from, to) ? 1 : 0);
      list = { ...list, to, entries: list.entries + 1, numbered };
    }
    from = to + 1;
  }
  if (list.entries >= entriesMin) yield list;
}

function hasNumber({ tokens }: LabelledText, from: number, to: number): boolean {
  for (let index = from; index < to; index++) {
    const shape = tokens.shape[index]! & ~SHAPE.foreign;
    if (shape === SHAPE.found || (shape >= SHAPE.digitsOne && shape <= SHAPE.lowerDigits)) return true;
  }
  return false;
}
