import { type Block, type TextBlock } from '../block';
import { isContentsHeading } from './contents-heading';
import { type ContentsRun, createContentsRun } from './contents-run';
import { type ContentsLines, contentsLines, withoutLeaders } from './leaders';

/** Finder of tables of contents among the blocks of a document, whatever its format. */
export interface ContentsFinder {
  /** Adds the next block, in order, and returns it without leaders. */
  add(block: Block): Block;
  /**
   * Returns a function that takes the returned blocks in the same order, and returns those of a table of
   * contents as `contents`. Call it after all blocks were added.
   *
   * @param pageCount pages of the document, null in formats without pages
   */
  marker(pageCount: number | null): (block: Block) => Block;
}

/** Least share of a block's letters that its entries hold. */
const entryShareMin = 0.6;
const titleLinesMax = 2;
const titleLineCharsMax = 100;
/** Blocks without an entry between two entries, such as part headings and running lines, and their text. */
const gapBlocksMax = 4;
const gapCharsMax = 400;
/** Blocks from a heading to its first entry. */
const headingReach = 3;
const titlesMax = 20_000;
const titleCharsMax = 400;
const runsMax = 10_000;
/** Kinds that no heuristic turns into contents: running lines are known by their place. */
const kept = new Set<Block['kind']>(['break', 'figure', 'page_header', 'page_footer']);

export function createContentsFinder(): ContentsFinder {
  const runs: ContentsRun[] = [];
  /** Runs by the titles that no later block has repeated yet. */
  const named = new Map<string, ContentsRun>();
  let open: ContentsRun | null = null;
  let gap = { blocks: 0, chars: 0 };
  let ordinal = 0;
  let headingAt = -Infinity;

  function startRun(): ContentsRun | null {
    if (runs.length >= runsMax) return null;
    const run = createContentsRun(ordinal);
    run.headed = ordinal - headingAt <= headingReach;
    runs.push(run);
    return run;
  }

  function addLines(block: Block, { entries }: ContentsLines): void {
    open ??= startRun();
    gap = { blocks: 0, chars: 0 };
    if (open === null) return;
    open.last = ordinal;
    open.declared ||= block.kind === 'contents';
    open.headed ||= headingAt === ordinal;
    for (const entry of entries) {
      open.add(entry);
      const key = titleKey(entry.title);
      if (key !== '' && named.size < titlesMax && !named.has(key)) named.set(key, open);
    }
  }

  function addOther(block: Block, text: string): void {
    if (named.size > 0 && (block.kind === 'heading' || block.kind === 'paragraph')) {
      const key = titleKey(text.slice(0, titleCharsMax).split('\n')[0]!);
      const run = named.get(key);
      if (run !== undefined) run.confirmed++;
      named.delete(key);
    }
    gap.blocks++;
    gap.chars += text.length;
    if (block.kind === 'break' || gap.blocks > gapBlocksMax || gap.chars > gapCharsMax) open = null;
  }

  /** Whether lines without leaders count: below a heading, as long as no leader was met. */
  const takesBare = () => (open === null ? ordinal - headingAt <= headingReach : open.headed && open.bare);

  function isCandidate({ kind }: Block, { entries, others }: ContentsLines): boolean {
    if (kind === 'contents') return true;
    if (kept.has(kind) || !entries.some(({ bare }) => !bare || takesBare())) return false;
    return holdsEntries({ entries, others });
  }

  return {
    add(block) {
      const text = linedText(block);
      const lines = contentsLines(text);
      if (lines.others.slice(0, 2).some(isContentsHeading)) headingAt = ordinal;
      if (isCandidate(block, lines)) addLines(block, lines);
      else if (block.kind !== 'figure') addOther(block, text);
      ordinal++;
      return cleared(block, lines);
    },
    marker(pageCount) {
      const found = runs.filter((run) => run.isContents(pageCount));
      let at = 0;
      let next = 0;
      return (block) => {
        while (next < found.length && found[next]!.last < at) next++;
        const inside = next < found.length && found[next]!.first <= at;
        at++;
        return inside && !kept.has(block.kind) ? asContents(block) : block;
      };
    },
  };
}

/** Text in lines; a row of a table is one, its last cell set off by a tab. */
function linedText(block: Block): string {
  if (block.kind === 'break') return '';
  if (block.kind !== 'table') return block.text;
  return block.rows
    .map((cells) => cells.map((cell) => cell.replace(/\s+/g, ' ').trim()).filter((cell) => cell !== ''))
    .map((filled) => `${filled.slice(0, -1).join(' ')}\t${filled.at(-1) ?? ''}`.trim())
    .join('\n');
}

/** Whether a block is mostly entries; each may have a part heading and the begin of its title above it. */
function holdsEntries({ entries, others }: Pick<ContentsLines, 'entries' | 'others'>): boolean {
  const letters = entries.reduce((sum, { title, page }) => sum + title.length + page.length, 0);
  const isTitle = (line: string) => line.length <= titleLineCharsMax;
  if (others.length <= entries.length * titleLinesMax && others.every(isTitle)) return entries.length > 0;
  const rest = others.reduce((sum, line) => sum + line.length, 0);
  return letters >= (letters + rest) * entryShareMin;
}

/** The block without leaders, the entries of a text on lines of their own. Code is shown as it is. */
function cleared(block: Block, lines: ContentsLines): Block {
  switch (block.kind) {
    case 'break':
    case 'code':
      return block;
    case 'table':
      return { ...block, rows: block.rows.map((cells) => cells.map((cell) => withoutLeaders(cell).trim())) };
    case 'contents':
      return { ...block, text: lines.text };
    default: {
      const isList = lines.entries.some(({ bare }) => !bare) && holdsEntries(lines);
      return { ...block, text: isList ? lines.text : withoutLeaders(block.text) };
    }
  }
}

function asContents(block: Block): Block {
  const { page, seconds, box, confidence, origin } = block;
  const mark = block.kind === 'list_item' && block.mark !== '' ? `${block.mark} ` : '';
  const text = mark + contentsLines(linedText(block)).text;
  return { page, seconds, box, confidence, origin, kind: 'contents', text } satisfies TextBlock;
}

/** Words of a title without its number. */
function titleKey(title: string): string {
  return title
    .toLowerCase()
    .replace(/^[\s\d.]+/u, '')
    .replace(/[^\p{L}\p{N}]+/gu, ' ')
    .trim();
}
