import { type Block, type TableBlock } from '../block';
import { type BlockSink } from '../block-sink';
import { blockText } from '../block-text';
import { isNumeric } from './layout/header-rows';

/** The table that the next page may continue. */
interface OpenTable {
  page: number;
  left: number;
  right: number;
  header: readonly (readonly string[])[];
  /** Whether the cells of a column are numbers, by column. */
  numbers: readonly boolean[];
}

/** Greatest difference of the edges of a table from page to page, as a fraction of the page's width. */
const edgeShareMax = 0.03;
const numberShareMin = 0.6;
/** Height of the page's edges where running lines may stand between the parts of a table. */
const marginShare = 0.09;
const runningCharsMax = 200;
const textsMax = 1_000;
const continuation = /\b(?:cont(?:inued|['’]?d)?|fortsetzung|suite|continuaci[oó]n|segue)\b/iu;

/**
 * Marks tables that continue the table at the end of the page before: they have the same edges and columns,
 * and nothing but running lines and notes stands between. Header rows that the page does not repeat are none.
 *
 * @param emit takes the blocks, in their order
 */
export function createContinuedTables(emit: BlockSink['block']): BlockSink['block'] {
  let open: OpenTable | null = null;
  let page = -1;
  /** Texts of the page before and of this one, for lines that repeat at the head of each page. */
  let before = new Set<string>();
  let texts = new Set<string>();

  function turnTo(next: number | null): void {
    if (next === null || next === page) return;
    before = next === page + 1 ? texts : new Set();
    texts = new Set();
    page = next;
  }

  function isRepeated(block: Block): boolean {
    const key = blockText(block).replace(/\d+/gu, '#');
    if (key.length > runningCharsMax) return false;
    if (texts.size < textsMax) texts.add(key);
    return before.has(key);
  }

  function marked(table: TableBlock): TableBlock {
    if (open === null || !isContinued(open, table)) {
      open = openTable(table);
      return table;
    }
    const { header } = open;
    const headerRows = repeatsHeader(header, table) ? header.length : 0;
    open = { ...openTable({ ...table, headerRows })!, header };
    return { ...table, headerRows, continues: true };
  }

  return (block) => {
    turnTo(block.page);
    if (block.kind === 'table') emit(marked(block));
    else {
      if (!isRepeated(block) && !mayStandBetween(block)) open = null;
      emit(block);
    }
  };
}

function openTable({ page, box, rows, headerRows }: TableBlock): OpenTable | null {
  if (page === null || box === null) return null;
  const body = rows.slice(headerRows);
  const numbers = rows[0]!.map((_, column) => {
    const filled = body.map((row) => row[column]!).filter((cell) => cell !== '');
    return filled.length > 0 && filled.filter(isNumeric).length >= filled.length * numberShareMin;
  });
  return { page, left: box.left, right: box.left + box.width, header: rows.slice(0, headerRows), numbers };
}

function isContinued(open: OpenTable, table: TableBlock): boolean {
  const { page, box, rows } = table;
  if (page !== open.page + 1 || box === null || rows[0]!.length !== open.numbers.length) return false;
  const isAt = (edge: number, other: number) => Math.abs(edge - other) <= edgeShareMax;
  if (!isAt(box.left, open.left) || !isAt(box.left + box.width, open.right)) return false;
  if (repeatsHeader(open.header, table)) return true;
  // Names above numbers are the header of another table.
  const first = open.numbers.flatMap((isNumber, column) => (isNumber ? [rows[0]![column]!] : []));
  const filled = first.filter((cell) => cell !== '');
  return filled.length === 0 || filled.some(isNumeric);
}

function repeatsHeader(header: OpenTable['header'], { rows }: TableBlock): boolean {
  return (
    header.length > 0 &&
    header.length < rows.length &&
    header.every((cells, row) => cells.every((cell, column) => cell === rows[row]![column]))
  );
}

function mayStandBetween(block: Block): boolean {
  switch (block.kind) {
    case 'page_header':
    case 'page_footer':
    case 'footnote':
      return true;
    case 'caption':
      return continuation.test(block.text);
    case 'paragraph':
    case 'heading': {
      if (block.box === null || block.text.length > runningCharsMax) return false;
      const { top, height } = block.box;
      return top + height <= marginShare || top >= 1 - marginShare || continuation.test(block.text);
    }
    default:
      return false;
  }
}
