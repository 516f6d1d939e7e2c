import { type Block, placeless } from '../../block';
import { blockText } from '../../block-text';

interface Cell {
  blocks: Block[];
  header: boolean;
  columns: number;
  rows: number;
}

/**
 * A table that is being read. The content of its cells is kept as blocks until it is clear whether it is a
 * data table.
 */
export interface TableFrame {
  openRow(inHead: boolean): void;
  openCell(header: boolean, columns: number, rows: number): void;
  add(block: Block): void;
  readonly inCell: boolean;
  /**
   * Returns the table as one block, or the blocks in it, in order, where it only lays out a page.
   *
   * @param layout true where the page declares a layout table
   */
  finish(layout: boolean): Block[];
}

const cellsMax = 1_000_000;
const columnsMax = 1_000;
/** Characters past which a cell does not belong to a data table. */
const cellCharsMax = 4_000;

export function createTableFrame(): TableFrame {
  const rows: { cells: Cell[]; inHead: boolean }[] = [];
  const outside: Block[] = [];
  let cells = 0;

  const lastCell = () => rows.at(-1)?.cells.at(-1);

  return {
    get inCell() {
      return lastCell() !== undefined;
    },
    openRow(inHead) {
      if (rows.length < cellsMax) rows.push({ cells: [], inHead });
    },
    openCell(header, columns, rowSpan) {
      if (rows.length === 0) rows.push({ cells: [], inHead: false });
      if (++cells > cellsMax) return;
      rows.at(-1)!.cells.push({ blocks: [], header, columns, rows: rowSpan });
    },
    add(block) {
      (lastCell()?.blocks ?? outside).push(block);
    },
    finish(layout) {
      const filled = rows.filter((row) => row.cells.length > 0);
      if (layout || isLayout(filled)) {
        return [...outside, ...filled.flatMap((row) => row.cells.flatMap((cell) => cell.blocks))];
      }
      const figures = filled.flatMap((row) =>
        row.cells.flatMap((cell) => cell.blocks.filter((block) => block.kind === 'figure')),
      );
      const table: Block = {
        ...placeless,
        kind: 'table',
        rows: toGrid(filled.map((row) => row.cells)),
        headerRows: countHeaders(filled),
      };
      return [...outside, table, ...figures];
    },
  };
}

/**
 * Whether a table lays out a page: it has no headers and holds headings, tables or long texts, or it has one
 * column.
 */
function isLayout(rows: readonly { cells: readonly Cell[] }[]): boolean {
  if (rows.every((row) => row.cells.length <= 1)) return true;
  if (rows[0]!.cells.every((cell) => cell.header)) return false;
  return rows.some((row) =>
    row.cells.some(
      ({ blocks }) =>
        blocks.some((block) => block.kind === 'table' || block.kind === 'heading') ||
        blocks.reduce((sum, block) => sum + blockText(block).length, 0) > cellCharsMax,
    ),
  );
}

function countHeaders(rows: readonly { cells: readonly Cell[]; inHead: boolean }[]): number {
  const isHeader = (row: (typeof rows)[number]) => row.inHead || row.cells.every((cell) => cell.header);
  const first = rows.findIndex((row) => !isHeader(row));
  // Header rows without data rows are data rows.
  return first < 0 ? 0 : first;
}

function cellText({ blocks }: Cell): string {
  return blocks
    .filter((block) => block.kind !== 'figure')
    .map((block) =>
      block.kind === 'table'
        ? block.rows.map((row) => row.filter(Boolean).join(', ')).join('\n')
        : blockText(block),
    )
    .join('\n');
}

/** Grid of cell texts in which spans are resolved, so that columns are under their headers. */
function toGrid(rows: readonly (readonly Cell[])[]): string[][] {
  const grid: string[][] = [];
  /** Per column, rows that a cell above still spans. */
  const covered: number[] = [];
  for (const cells of rows) {
    const line: string[] = [];
    const skipCovered = () => {
      while ((covered[line.length] ?? 0) > 0) {
        covered[line.length]!--;
        line.push('');
      }
    };
    for (const cell of cells) {
      skipCovered();
      const text = cellText(cell);
      for (let span = 0; span < cell.columns && (span === 0 || line.length < columnsMax); span++) {
        covered[line.length] = cell.rows - 1;
        line.push(span === 0 ? text : '');
      }
    }
    skipCovered();
    grid.push(line);
  }
  return grid;
}
