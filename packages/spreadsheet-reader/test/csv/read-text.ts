import { openCsv } from '../../src/csv';

/** Rows of a file by the CSV reader. */
export interface ReadText {
  /** By row number; within a row by column, '' where a cell is blank. */
  rows: Record<number, string[]>;
  warnings: readonly string[];
}

export async function readText(path: string): Promise<ReadText> {
  const reader = await openCsv(path);
  const rows: Record<number, string[]> = {};
  await reader.readRows(reader.sheets[0]!, (row) => {
    const cells: string[] = (rows[row.row] = []);
    for (let i = 0; i < row.length; i++) {
      while (cells.length < row.column[i]!) cells.push('');
      cells.push(row.text[i]!);
    }
  });
  reader.close();
  return { rows, warnings: reader.warnings };
}
