import { createDice } from './dice';
import type { CellValue, SheetPlan } from './table-plan';

/** Columns of an XLSX sheet, `A` to `XFD`. */
const columnsMax = 16_384;

/**
 * Measurements as an instrument writes them: one row per run, every column of the sheet in use, one cell in
 * ten blank.
 */
export function wideTable(name: string, options: { seed: number; rows: number }): SheetPlan {
  function* generate(): Iterable<readonly CellValue[]> {
    const dice = createDice(options.seed);
    for (let row = 0; row < options.rows; row++) {
      yield Array.from({ length: columnsMax }, (_, column) => {
        if (column === 0) return `run ${String(row + 1)}`;
        return dice.fraction() < 0.1 ? null : dice.between(-999_999, 999_999) / 1_000;
      });
    }
  }
  const columns = Array.from({ length: columnsMax }, (_, column) => ({
    header: column === 0 ? 'Run' : `Sensor ${String(column)}`,
    style: 'general' as const,
  }));
  return { name, columns, rowCount: options.rows, rows: generate };
}
