import { type CellRow, createRowBuffer, growRowBuffer } from '../src/row-buffer';
import {
  CellKind,
  type SheetFigure,
  type SheetInfo,
  type SheetLayout,
  type WorkbookReader,
} from '../src/workbook-reader';

/** A cell of a sheet in memory: a bare value, or one with style and kind. */
export type MemoryValue = string | number | boolean | null;
export interface MemoryCell {
  value: string | number | boolean;
  /** Number format code. */
  format?: string;
  kind?: 'date' | 'error' | 'formula';
  formula?: boolean;
  /** Tells cells of one number format apart, as fonts and fills do. */
  look?: number;
}
export type MemoryRow = readonly (MemoryValue | MemoryCell)[];

/** A sheet as rows of cells; `at` puts the first row and column elsewhere. Null is a blank cell. */
export interface MemorySheet {
  name?: string;
  state?: SheetInfo['state'];
  kind?: SheetInfo['kind'];
  rows: readonly MemoryRow[];
  at?: { row: number; column: number };
  hiddenRows?: readonly number[];
  layout?: Partial<SheetLayout>;
  figures?: readonly SheetFigure[];
}

/** A workbook in memory behind the readers' interface, for tests of what comes after reading. */
export function memoryWorkbook(
  sheets: readonly MemorySheet[],
  options: { format?: WorkbookReader['format']; date1904?: boolean; images?: Record<string, Buffer> } = {},
): WorkbookReader {
  const codes: string[] = ['General'];
  const styles = new Map<string, number>([['General/0', 0]]);
  const row = createRowBuffer();

  function styleOf(cell: MemoryCell): number {
    const code = cell.format ?? 'General';
    const key = `${code}/${cell.look ?? 0}`;
    if (!styles.has(key)) styles.set(key, codes.push(code) - 1);
    return styles.get(key)!;
  }

  function put(target: CellRow, column: number, value: MemoryValue | MemoryCell): void {
    if (value === null || value === '') return;
    const cell: MemoryCell = typeof value === 'object' ? value : { value };
    if (target.length === target.column.length) growRowBuffer(target);
    const i = target.length++;
    const text = typeof cell.value === 'string';
    target.column[i] = column;
    target.style[i] = styleOf(cell);
    target.formula[i] = cell.formula === true ? 1 : 0;
    target.text[i] = typeof cell.value === 'string' ? cell.value : '';
    target.number[i] = Number(text ? 0 : cell.value);
    target.kind[i] =
      cell.kind === undefined
        ? CellKind[text ? 'text' : typeof cell.value === 'boolean' ? 'boolean' : 'number']
        : CellKind[cell.kind];
  }

  return {
    format: options.format ?? 'xlsx',
    date1904: options.date1904 ?? false,
    sheets: sheets.map((sheet, index) => ({
      index,
      name: sheet.name ?? `Sheet${index + 1}`,
      state: sheet.state ?? 'visible',
      kind: sheet.kind ?? 'worksheet',
    })),
    warnings: [],
    formatCode: (style) => codes[style] ?? 'General',
    layout: ({ index }) =>
      Promise.resolve({
        merges: [],
        hiddenColumns: [],
        tables: [],
        links: [],
        comments: [],
        complete: true,
        ...sheets[index]!.layout,
      }),
    readRows({ index }, onRow) {
      const sheet = sheets[index]!;
      const { row: firstRow, column: firstColumn } = sheet.at ?? { row: 1, column: 0 };
      sheet.rows.forEach((cells, r) => {
        row.row = firstRow + r;
        row.length = 0;
        row.hidden = sheet.hiddenRows?.includes(row.row) ?? false;
        cells.forEach((cell, c) => {
          put(row, firstColumn + c, cell);
        });
        if (row.length > 0) onRow(row);
      });
      return Promise.resolve();
    },
    figures: ({ index }) => Promise.resolve([...(sheets[index]!.figures ?? [])]),
    imageBytes: (figure) => Promise.resolve(options.images?.[figure.image!.part] ?? Buffer.alloc(0)),
    close: () => undefined,
  };
}
