import { type ContentsEntry, contentsLines, pageOrder } from '../../contents/leaders';
import { around, holdsMiddle, type Rect } from '../rect';
import { linesOf, type Segment, segmentOf } from './segment';
import { type Word } from './word';

/** Lines that titles, leaders and pages form, as in a table of contents. */
export interface ContentsList {
  rect: Rect;
  /** All lines in the list's rectangle, from top to bottom; long titles and part headings are among them. */
  lines: Segment[];
  words: Set<Word>;
}

/** Gap, in font sizes, that parts columns; a number stands less far from its title. */
const columnGapSizesMin = 3;
/** Line distance, in font sizes, that ends a list. */
const lineGapSizesMax = 5;
const entriesMin = 3;
const leaderWord = /^[.·․∙⋅・･…‥_~=*—–-]+$/u;
const holdsLeader = /([.·…_])\1{2,}/u;

interface EntryLine {
  words: Word[];
  rect: Rect;
  entry: ContentsEntry;
}

/**
 * Finds lists of entries with leaders, whose pages ascend, before columns and tables are looked for: numbers
 * and titles look like two columns, and leaders fill the white that would part them.
 */
export function findContentsLists(words: readonly Word[]): ContentsList[] {
  if (!words.some(({ text }) => leaderWord.test(text) || holdsLeader.test(text))) return [];
  const lists: EntryLine[][] = [];
  for (const line of linesOf(words.map((word) => segmentOf([word])))) {
    for (const entry of entriesOf(line.words)) {
      const list = lists.find((known) => continues(known.at(-1)!, entry));
      if (list === undefined) lists.push([entry]);
      else list.push(entry);
    }
  }
  return lists
    .filter((list) => list.length >= entriesMin)
    .map((list) => {
      const rect = around(list.map((line) => line.rect));
      const inside = words.filter((word) => holdsMiddle(rect, word));
      return { rect, lines: linesOf(inside.map((word) => segmentOf([word]))), words: new Set(inside) };
    });
}

/** Entries on one line; several where tables of contents stand in columns. */
function entriesOf(words: readonly Word[]): EntryLine[] {
  const found: EntryLine[] = [];
  let part: Word[] = [];
  let led = false;

  function end(): void {
    const { entries } = contentsLines(part.length > 0 && led ? segmentOf(part).text : '');
    const entry = entries.at(-1);
    if (entries.length === 1 && !entry!.bare) found.push({ words: part, rect: around(part), entry: entry! });
    part = [];
    led = false;
  }

  for (const word of words) {
    const last = part.at(-1);
    const gap = last === undefined ? 0 : word.left - last.right;
    const isLeader = leaderWord.test(word.text) || holdsLeader.test(word.text);
    if (last !== undefined && !isLeader) {
      const paged = led && !leaderWord.test(last.text) && !/[.…]$/u.test(last.text);
      if (paged || (!led && gap > Math.max(word.size, last.size) * columnGapSizesMin)) end();
    }
    part.push(word);
    led ||= isLeader;
  }
  end();
  return found;
}

function continues(above: EntryLine, { words, rect, entry }: EntryLine): boolean {
  const size = Math.max(...words.map((word) => word.size), ...above.words.map((word) => word.size));
  const common = Math.min(rect.right, above.rect.right) - Math.max(rect.left, above.rect.left);
  const narrower = Math.min(rect.right - rect.left, above.rect.right - above.rect.left);
  const [before, page] = [pageOrder(above.entry.page), pageOrder(entry.page)];
  return (
    common > narrower / 2 &&
    rect.top - above.rect.bottom <= size * lineGapSizesMax &&
    (before.group !== page.group || before.value <= page.value)
  );
}
