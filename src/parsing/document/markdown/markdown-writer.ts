import { type Block, type ListItemBlock, type TableBlock } from 'document-reader';
import { escapeDescription, escapeHeading, escapeLine, linesOfText, oneLine } from './escape-text';
import { columnsOf, delimiterLine, headerCells, rowLine } from './table-lines';

const headingLevelMax = 6;
const hardBreak = '  ';
/** Characters up to which the text of a figure is the description of its picture. */
const descriptionCharsMax = 200;

/** A list that further items may join. */
interface OpenList {
  /** Columns that its texts are indented by. */
  width: number;
  /** Last character of its marks: items with another one are another list. */
  kind: string;
}

/** Writer of one document as Markdown (GFM), which takes its blocks in order and holds none of them. */
export interface MarkdownWriter {
  block: (block: Block) => void;
}

export interface MarkdownTarget {
  /** Writes a line; it holds no line feed. */
  line: (line: string) => void;
  /** Link to the picture of a figure; null for a figure without one. */
  linkTo: (figureId: string) => string | null;
}

/**
 * Creates a writer. Text is escaped, so that it reads as in the file. Running lines are left out. A comment
 * names each page, from 0 as elsewhere, before its first block; pages within one table have none.
 */
export function createMarkdownWriter({ line, linkTo }: MarkdownTarget): MarkdownWriter {
  let isEmpty = true;
  let page: number | null = null;
  /** Kind of the last block that was written. */
  let last: Block['kind'] | null = null;
  /** A boundary that is written before the next block. */
  let hasBreak = false;
  /** Open lists, outermost first. */
  let lists: OpenList[] = [];
  let columns = 0;

  function paragraphBreak(): void {
    if (!isEmpty) line('');
    isEmpty = false;
  }

  function begin({ page: next, kind }: Block, joins: boolean): void {
    if (hasBreak && !isEmpty) {
      paragraphBreak();
      line('---');
    }
    if (next !== null && next !== page) {
      paragraphBreak();
      line(`<!-- page ${next} -->`);
      page = next;
      paragraphBreak();
    } else if (hasBreak || !joins) paragraphBreak();
    hasBreak = false;
    last = kind;
    if (kind !== 'list_item') lists = [];
  }

  function writeText(text: string): void {
    const lines = linesOfText(text);
    lines.forEach((content, at) => {
      const isBroken = content !== '' && (lines[at + 1] ?? '') !== '';
      if (content !== '' || lines[at + 1] !== '') line(escapeLine(content) + (isBroken ? hardBreak : ''));
    });
  }

  function writeCode(text: string): void {
    const runs = text.match(/`{3,}/g) ?? [];
    const fence = '`'.repeat(runs.reduce((length, run) => Math.max(length, run.length + 1), 3));
    line(fence);
    for (const content of text.replace(/\r\n?/g, '\n').split('\n')) line(content);
    line(fence);
  }

  function writeItem({ level, mark, text }: ListItemBlock): void {
    const depth = Math.min(level, lists.length);
    const { marker, prefix } = markerOf(mark.trim());
    const kind = marker.at(-1)!;
    // A number other than 1 begins a list only behind a blank line.
    const isFirst = /^(?:-|1[.)])$/.test(marker);
    if (lists.length > 0 && lists[depth]?.kind !== kind && !isFirst) line('');
    const outer = lists.slice(0, depth);
    const indent = ' '.repeat(outer.reduce((sum, list) => sum + list.width, 0));
    const width = marker.length + 1;
    lists = [...outer, { width, kind }];
    const lines = linesOfText(text).filter((content) => content !== '');
    lines.forEach((content, at) => {
      const start = at === 0 ? `${marker} ${prefix}` : ' '.repeat(width);
      line(`${indent}${start}${escapeLine(content)}${at + 1 < lines.length ? hardBreak : ''}`);
    });
  }

  function writeTable({ rows, headerRows }: TableBlock): void {
    columns = columnsOf(rows);
    line(rowLine(headerCells(rows.slice(0, headerRows), columns), columns));
    line(delimiterLine(columns));
    for (const row of rows.slice(headerRows)) writeRow(row);
  }

  function writeRow(row: readonly string[]): void {
    if (row.some((cell) => cell.trim() !== '')) line(rowLine(row, columns));
  }

  function writeFigure(figureId: string, text: string): void {
    const link = linkTo(figureId);
    const description = oneLine(text);
    const isShort = description.length <= descriptionCharsMax;
    if (link !== null) line(`![${isShort ? escapeDescription(description) : ''}](<${link}>)`);
    if (description === '' || (link !== null && isShort)) return;
    if (link !== null) line('');
    writeText(text);
  }

  /** Whether a table continues the last one, right behind it. */
  function continuesTable({ continues, rows }: TableBlock): boolean {
    return continues === true && last === 'table' && !hasBreak && columnsOf(rows) <= columns;
  }

  return {
    block(block) {
      if (block.kind === 'table' && continuesTable(block)) {
        for (const row of block.rows.slice(block.headerRows)) writeRow(row);
        return;
      }
      if (!isShown(block, linkTo)) {
        hasBreak ||= block.kind === 'break';
        return;
      }
      begin(block, block.kind === 'list_item' && last === 'list_item');
      switch (block.kind) {
        case 'heading':
          line(`${'#'.repeat(Math.min(block.level, headingLevelMax))} ${escapeHeading(oneLine(block.text))}`);
          break;
        case 'code':
          writeCode(block.text);
          break;
        case 'list_item':
          writeItem(block);
          break;
        case 'table':
          writeTable(block);
          break;
        case 'figure':
          writeFigure(block.figureId, block.text);
          break;
        default:
          if ('text' in block) writeText(block.text.trim());
      }
    },
  };
}

/** Whether a block is written: it has something to show, and is no running line. */
function isShown(block: Block, linkTo: MarkdownTarget['linkTo']): boolean {
  switch (block.kind) {
    case 'break':
    case 'page_header':
    case 'page_footer':
      return false;
    case 'table':
      return block.rows.some((row) => row.some((cell) => cell.trim() !== ''));
    case 'figure':
      return oneLine(block.text) !== '' || linkTo(block.figureId) !== null;
    default:
      return oneLine(block.text) !== '';
  }
}

const BOXES: Readonly<Record<string, string>> = { '☐': '[ ] ', '☑': '[x] ', '☒': '[x] ' };

/** Marker of a list item, and what its text begins with. Marks that Markdown does not know are text. */
function markerOf(mark: string): { marker: string; prefix: string } {
  if (/^\d{1,9}[.)]$/.test(mark)) return { marker: mark, prefix: '' };
  const box = BOXES[mark];
  if (box !== undefined) return { marker: '-', prefix: box };
  const isWord = /[\p{L}\p{N}]/u.test(mark);
  return { marker: '-', prefix: isWord ? `${escapeLine(oneLine(mark))} ` : '' };
}
