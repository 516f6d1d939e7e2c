import { COLUMNS_MAX, ROWS_MAX } from '../xlsx/limits';
import { oversizedPart } from '../xlsx/rows/row-errors';
import { type ContentHandler, type ContentTag } from './content-scan';

const cellCharsMax = 8 * 1024 * 1024;
const spacesMax = 1_000;
const noAttributes: ReadonlyMap<string, string> = new Map();
/** Elements within a table that hold no cells of it, whatever is in them. */
const asides = new Set(['table:table', 'table:tracked-changes', 'table:scenario', 'office:forms']);
const rowGroups = new Set(['table:table-row-group', 'table:table-column-group']);

/** A picture or an object in or above the cells. */
export interface OdsFrame {
  name: string;
  altText: string;
  /** Link to a picture within the file; null for an object such as a chart. */
  picture: string | null;
}

/** A cell, or several equal ones beside each other. */
export interface OdsCell {
  /** Row, 1-based, and column, 0-based. */
  row: number;
  column: number;
  repeats: number;
  attributes: ReadonlyMap<string, string>;
  /** Name of its style, else that of its row or column. */
  style: string | undefined;
  /** True under a merged cell, whose text is not shown. */
  isCovered: boolean;
  text: string;
  url: string | null;
  comment: { author: string | null; text: string } | null;
  frames: OdsFrame[];
}

export interface TableEvents {
  /** Columns, 0-based, of one style. */
  columns(first: number, last: number, hidden: boolean): void;
  cell(cell: OdsCell): void;
  /** Ends a row, or several equal ones below each other. */
  row(first: number, repeats: number, hidden: boolean): void;
  /** A frame that stands above the cells. */
  frame(frame: OdsFrame): void;
}

/**
 * Creates the handler of the content of one table; it ends with the table.
 *
 * @param tableDepth number of elements around the table
 * @param options.isLayout true to read what stands around the values of cells, but not these
 * @throws SourceError `too_large` for a cell of 8 million characters
 */
export function createTableScan(
  tableDepth: number,
  events: TableEvents,
  { isLayout = false }: { isLayout?: boolean } = {},
): ContentHandler {
  const columnStyles = new Array<string | undefined>(COLUMNS_MAX);
  let columnsSeen = 0;
  /** Depths of the open groups of rows or columns that are hidden. */
  const hiddenGroups: number[] = [];
  let row = { number: 1, repeats: 1, hidden: false, style: undefined as string | undefined, depth: -1 };
  let nextRow = 1;
  let nextColumn = 0;
  let cell: OdsCell | null = null;
  let cellDepth = -1;
  let paragraphs = 0;
  /** Depth of an element whose content is passed over, of a frame, and of the text that is read; else -1. */
  let aside = -1;
  let frameDepth = -1;
  let textDepth = -1;
  let textOf: 'cell' | 'comment' | 'author' | 'title' = 'cell';
  let commentDepth = -1;
  let frame: OdsFrame | null = null;

  function add(text: string): void {
    if (textOf === 'title') {
      if (frame !== null) frame.altText += text;
      return;
    }
    if (cell === null) return;
    if (cell.text.length + text.length > cellCharsMax) throw oversizedPart();
    if (textOf === 'cell') cell.text += text;
    else if (cell.comment !== null && textOf === 'author')
      cell.comment.author = (cell.comment.author ?? '') + text;
    else if (cell.comment !== null) cell.comment.text += text;
  }

  function beginColumns(tag: ContentTag): void {
    const attributes = tag.attributes();
    const first = columnsSeen;
    columnsSeen = Math.min(COLUMNS_MAX, first + repeatsOf(attributes, 'table:number-columns-repeated'));
    const style = attributes.get('table:default-cell-style-name');
    columnStyles.fill(style, first, columnsSeen);
    if (first < columnsSeen) events.columns(first, columnsSeen - 1, isHidden(attributes));
  }

  function isHidden(attributes: ReadonlyMap<string, string>): boolean {
    const visibility = attributes.get('table:visibility') ?? 'visible';
    return visibility !== 'visible' || hiddenGroups.length > 0;
  }

  function beginRow(tag: ContentTag): void {
    const attributes = tag.attributes();
    row = {
      number: nextRow,
      repeats: repeatsOf(attributes, 'table:number-rows-repeated'),
      hidden: isHidden(attributes),
      style: attributes.get('table:default-cell-style-name'),
      depth: tag.depth,
    };
    nextRow += row.repeats;
    nextColumn = 0;
  }

  function beginCell(tag: ContentTag): void {
    const tells = !isLayout || /-(?:repeated|spanned)/.test(tag.xml);
    const attributes = tells ? tag.attributes() : noAttributes;
    cell = {
      row: row.number,
      column: nextColumn,
      repeats: repeatsOf(attributes, 'table:number-columns-repeated'),
      attributes,
      style: attributes.get('table:style-name') ?? row.style ?? columnStyles[nextColumn],
      isCovered: tag.name === 'table:covered-table-cell',
      text: '',
      url: null,
      comment: null,
      frames: [],
    };
    nextColumn += cell.repeats;
    cellDepth = tag.depth;
    paragraphs = 0;
  }

  function endCell(): void {
    const ended = cell!;
    cell = null;
    cellDepth = -1;
    const isBlank = ended.text === '' && !ended.attributes.has('office:value-type');
    const isBare = ended.comment === null && ended.frames.length === 0;
    const tells =
      ended.attributes.has('table:formula') || ended.attributes.has('table:number-columns-spanned');
    if (!isBlank || !isBare || tells) events.cell(ended);
  }

  function openInCell(tag: ContentTag): void {
    switch (tag.name) {
      case 'text:p':
      case 'text:h':
        if (isLayout && commentDepth < 0) break;
        textDepth = tag.depth;
        textOf = commentDepth < 0 ? 'cell' : 'comment';
        if (paragraphs++ > 0) add('\n');
        break;
      case 'text:s':
        add(' '.repeat(Math.min(spacesMax, repeatsOf(tag.attributes(), 'text:c'))));
        break;
      case 'text:tab':
        add('\t');
        break;
      case 'text:line-break':
        add('\n');
        break;
      case 'text:a':
        if (cell !== null && commentDepth < 0) cell.url ??= tag.attributes().get('xlink:href') ?? null;
        break;
      case 'office:annotation':
        commentDepth = tag.depth;
        paragraphs = 0;
        if (cell !== null) cell.comment = { author: null, text: '' };
        break;
      case 'dc:creator':
        textDepth = tag.depth;
        textOf = 'author';
    }
  }

  function openInFrame(tag: ContentTag): void {
    if (frame === null) return;
    if (tag.name === 'draw:image') frame.picture ??= tag.attributes().get('xlink:href') ?? null;
    if (tag.name !== 'svg:title' && tag.name !== 'svg:desc') return;
    textDepth = tag.depth;
    textOf = 'title';
    if (frame.altText !== '') frame.altText += ' ';
  }

  function endFrame(): void {
    const ended = frame;
    frame = null;
    frameDepth = -1;
    if (ended === null) return;
    if (cell !== null) cell.frames.push(ended);
    else events.frame(ended);
  }

  return {
    get wantsText() {
      return textDepth >= 0 && aside < 0;
    },
    open(tag) {
      if (aside >= 0) return;
      if (frameDepth >= 0) openInFrame(tag);
      else if (tag.name === 'draw:frame') {
        frameDepth = tag.depth;
        frame = { name: tag.attributes().get('draw:name') ?? '', altText: '', picture: null };
      } else if (tag.name.startsWith('draw:') || asides.has(tag.name)) aside = tag.depth;
      else if (cell !== null) openInCell(tag);
      else if (tag.name === 'table:table-column') beginColumns(tag);
      else if (tag.name === 'table:table-row') beginRow(tag);
      else if (tag.name === 'table:table-cell' || tag.name === 'table:covered-table-cell') beginCell(tag);
      else if (rowGroups.has(tag.name) && tag.attributes().get('table:display') === 'false')
        hiddenGroups.push(tag.depth);
    },
    text(text) {
      add(text.replace(/[ \t\r\n]+/g, ' '));
    },
    close(_name, depth) {
      if (aside >= 0) {
        if (depth === aside) aside = -1;
        return true;
      }
      if (depth === textDepth) textDepth = -1;
      if (depth === frameDepth) endFrame();
      else if (depth === commentDepth) {
        commentDepth = -1;
        paragraphs = 0;
      } else if (depth === cellDepth) endCell();
      else if (depth === row.depth) {
        row.depth = -1;
        events.row(row.number, row.repeats, row.hidden);
      } else if (hiddenGroups.at(-1) === depth) hiddenGroups.pop();
      return depth !== tableDepth;
    },
  };
}

/** Number of equal cells, rows or columns that an element stands for, 1 or more. */
export function repeatsOf(attributes: ReadonlyMap<string, string>, name: string): number {
  const repeats = Number(attributes.get(name) ?? 1);
  return Number.isInteger(repeats) && repeats > 1 ? Math.min(repeats, ROWS_MAX) : 1;
}
