import { type CellObject, type Range, type WorkBook } from 'xlsx';

/** A sheet in SheetJS's dense form; each level may be missing. */
export interface SheetjsSheet {
  '!data': readonly (readonly (CellObject | null | undefined)[] | null | undefined)[];
  '!merges'?: readonly Range[];
  '!rows'?: readonly ({ hidden?: boolean } | null | undefined)[];
  '!cols'?: readonly ({ hidden?: boolean } | null | undefined)[];
}

export function sheetOf(workbook: WorkBook, index: number): SheetjsSheet {
  return workbook.Sheets[workbook.SheetNames[index]!] as unknown as SheetjsSheet;
}

/** Calls `visit` for each cell with content, with its 0-based row and column. */
export function forEachCell(
  sheet: SheetjsSheet,
  visit: (cell: CellObject, row: number, column: number) => void,
): void {
  for (const [at, row] of sheet['!data'].entries()) {
    for (const [column, cell] of row?.entries() ?? []) if (cell) visit(cell, at, column);
  }
}
