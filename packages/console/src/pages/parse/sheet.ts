import { type CellRange, columnNumber, readRange } from './a1';
import { type Axis, createAxis } from './axis';
import { chunkLines, type SheetChunk } from './chunk-lines';

/** A chunk with its range in the sheet. */
export interface Area extends CellRange {
  chunk: SheetChunk;
  /** Cells by row and column, from the first of the area; empty for a figure. */
  lines: () => readonly (readonly string[])[];
}

/** A detected table; its range covers all of its chunks. */
export interface TableArea extends CellRange {
  id: string;
  title: string | null;
}

/** A sheet of a workbook, with its chunks that have been read. */
export interface Sheet {
  name: string;
  state: SheetChunk['sheet_state'];
  /** Chunks in the order of the workbook. */
  chunks: readonly SheetChunk[];
  areas: readonly Area[];
  tables: readonly TableArea[];
  rows: Axis;
  columns: Axis;
  hiddenRows: ReadonlySet<number>;
  hiddenColumns: ReadonlySet<number>;
}

/** The sheets of a workbook in their order, from its chunks. */
export function sheetsOf(chunks: readonly SheetChunk[]): Sheet[] {
  const byName = new Map<string, SheetChunk[]>();
  for (const chunk of chunks) {
    const own = byName.get(chunk.sheet_name);
    if (own === undefined) byName.set(chunk.sheet_name, [chunk]);
    else own.push(chunk);
  }
  return [...byName].map(([name, own]) => sheetOf(name, own));
}

function sheetOf(name: string, chunks: readonly SheetChunk[]): Sheet {
  const areas = chunks.flatMap(areaOf);
  return {
    name,
    state: chunks[0]?.sheet_state ?? 'visible',
    chunks,
    areas,
    tables: tablesOf(areas),
    rows: createAxis(
      areas.map((area) => [area.firstRow, area.lastRow]),
      1,
    ),
    columns: createAxis(
      areas.map((area) => [area.firstColumn, area.lastColumn]),
      0,
    ),
    hiddenRows: new Set(chunks.flatMap(({ hidden_rows: rows = [] }) => rows)),
    hiddenColumns: new Set(chunks.flatMap(({ hidden_columns: letters = [] }) => letters.map(columnNumber))),
  };
}

function areaOf(chunk: SheetChunk): Area[] {
  const range = readRange(chunk.cell_range ?? chunk.figure?.anchor ?? '');
  if (range === null) return [];
  let lines: string[][] | undefined;
  return [
    { ...range, chunk, lines: () => (lines ??= chunk.chunk_type === 'table' ? chunkLines(chunk) : []) },
  ];
}

function tablesOf(areas: readonly Area[]): TableArea[] {
  const tables = new Map<string, TableArea>();
  for (const { chunk, firstRow, lastRow, firstColumn, lastColumn } of areas) {
    const { table_id: id, table_title: title = null } = chunk;
    if (id === undefined) continue;
    const known = tables.get(id);
    tables.set(id, {
      id,
      title: known?.title ?? title,
      firstRow: Math.min(firstRow, known?.firstRow ?? firstRow),
      lastRow: Math.max(lastRow, known?.lastRow ?? lastRow),
      firstColumn: Math.min(firstColumn, known?.firstColumn ?? firstColumn),
      lastColumn: Math.max(lastColumn, known?.lastColumn ?? lastColumn),
    });
  }
  return [...tables.values()];
}
