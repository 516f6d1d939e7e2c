import { open } from 'node:fs/promises';
import {
  countRow,
  linesOf,
  noFacts,
  type CellValue,
  type ColumnPlan,
  type SheetPlan,
  type TableFacts,
} from './table-plan';

const pieceChars = 256 * 1024;
const dayMs = 86_400_000;
/** Serial 25,569 of the 1900 date system is 1 January 1970. */
const unixEpochSerial = 25_569;

const isoTime = (serial: number): string =>
  new Date(Math.round((serial - unixEpochSerial) * dayMs)).toISOString();

function fieldText(value: CellValue, column: ColumnPlan): string {
  switch (typeof value) {
    case 'number':
      if (column.style === 'date') return isoTime(value).slice(0, 10);
      if (column.style === 'datetime') return isoTime(value).slice(0, 19).replace('T', ' ');
      return column.product === undefined ? String(value) : value.toFixed(2);
    case 'string':
      return /[",\n]/.test(value) ? `"${value.replaceAll('"', '""')}"` : value;
    case 'boolean':
      return value ? 'true' : 'false';
    default:
      return value === null ? '' : value.error;
  }
}

/**
 * Writes a sheet as RFC 4180 text in UTF-8: `,`, line feeds, quotes only where they are needed, ISO dates.
 *
 * @returns what a reader must find; cells are the fields that are not empty
 */
export async function writeCsv(path: string, plan: SheetPlan): Promise<TableFacts> {
  const facts = { ...noFacts(), sheets: 1 };
  const file = await open(path, 'w');
  let piece = '';
  for (const values of linesOf(plan)) {
    countRow(facts, values);
    piece += `${values.map((value, column) => fieldText(value, plan.columns[column]!)).join(',')}\n`;
    if (piece.length > pieceChars) {
      await file.write(piece);
      piece = '';
    }
  }
  await file.write(piece);
  await file.close();
  return facts;
}
