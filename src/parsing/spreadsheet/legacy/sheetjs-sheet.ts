import { type CellObject, type Range, type WorkBook } from 'xlsx';

/** A sheet as SheetJS keeps it in its dense form; what is missing may be missing at every level. */
export interface SheetjsSheet {
  '!data': readonly (readonly (CellObject | null | undefined)[] | null | undefined)[];
  '!merges'?: readonly Range[];
  '!rows'?: readonly ({ hidden?: boolean } | null | undefined)[];
  '!cols'?: readonly ({ hidden?: boolean } | null | undefined)[];
}

export function sheetOf(workbook: WorkBook, index: number): SheetjsSheet {
  return workbook.Sheets[workbook.SheetNames[index]!] as unknown as SheetjsSheet;
}

/** Calls `visit` for every cell that has something to say, with its 0-based place. */
export function forEachCell(
  sheet: SheetjsSheet,
  visit: (cell: CellObject, row: number, column: number) => void,
): void {
  for (const [at, row] of sheet['!data'].entries()) {
    for (const [column, cell] of row?.entries() ?? []) if (cell) visit(cell, at, column);
  }
}
