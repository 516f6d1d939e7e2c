import { CellKind, openWorkbook } from 'spreadsheet-reader';
import type { Found } from './found';

/** Reads every cell of every sheet with the project's own reader and touches each value. */
export async function readWorkbook(path: string, found: Found): Promise<void> {
  const book = await openWorkbook(path);
  try {
    for (const sheet of book.sheets) {
      if (sheet.kind !== 'worksheet') continue;
      await book.readRows(sheet, (row) => {
        found.cells += row.length;
        for (let cell = 0; cell < row.length; cell++) {
          switch (row.kind[cell]) {
            case CellKind.number:
            case CellKind.date:
              found.numberSum += row.number[cell]!;
              break;
            case CellKind.text:
              found.texts++;
              found.touched += row.text[cell]!.charCodeAt(0);
          }
        }
      });
    }
  } finally {
    book.close();
  }
}
