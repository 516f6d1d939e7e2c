import { type CellObject, type WorkBook } from 'xlsx';
import { shownFormula } from '../formula';
import { isDateFormat } from '../number-format';
import { CellKind } from '../workbook-reader';
import { errorName } from '../xls/error-names';
import { type LegacyRow, type LegacyRows } from './messages';
import { forEachCell, sheetOf, type SheetjsSheet } from './sheetjs-sheet';

const cellsPerAnswerMax = 20_000;
const charsPerAnswerMax = 1_000_000;
const general = 'General';

/** Number formats of a workbook's cells; their indices are the styles of rows. */
export interface FormatTable {
  codes: string[];
  styleOf(cell: CellObject): number;
  isDate(style: number): boolean;
}

export function tabulateFormats(workbook: WorkBook): FormatTable {
  const styles = new Map([[general, 0]]);
  const codeOf = (cell: CellObject) => (typeof cell.z === 'string' ? cell.z : general);
  for (let index = 0; index < workbook.SheetNames.length; index++) {
    forEachCell(sheetOf(workbook, index), (cell) => {
      const code = codeOf(cell);
      if (!styles.has(code)) styles.set(code, styles.size);
    });
  }
  const codes = [...styles.keys()];
  const dates = codes.map(isDateFormat);
  return {
    codes,
    styleOf: (cell) => styles.get(codeOf(cell)) ?? 0,
    isDate: (style) => dates[style] === true,
  };
}

/** Rows with values, from a 0-based row on, until a message is full. */
export function sheetjsRows(sheet: SheetjsSheet, from: number, formats: FormatTable): LegacyRows {
  const rows: LegacyRow[] = [];
  let cells = 0;
  let chars = 0;
  for (let at = from; at < sheet['!data'].length; at++) {
    if (cells > cellsPerAnswerMax || chars > charsPerAnswerMax) return { rows, next: at };
    const row = readRow(sheet, at, formats);
    if (row.column.length === 0) continue;
    cells += row.column.length;
    for (const text of row.text) chars += text.length;
    rows.push(row);
  }
  return { rows, next: null };
}

function readRow(sheet: SheetjsSheet, at: number, formats: FormatTable): LegacyRow {
  const hidden = sheet['!rows']?.[at]?.hidden === true;
  const row: LegacyRow = {
    row: at + 1,
    hidden,
    column: [],
    kind: [],
    style: [],
    number: [],
    text: [],
    formula: [],
  };
  for (const [column, cell] of sheet['!data'][at]?.entries() ?? []) {
    if (!cell) continue;
    const style = formats.styleOf(cell);
    const value = valueOf(cell, formats.isDate(style)) ?? formulaOf(cell);
    if (!value) continue;
    row.column.push(column);
    row.kind.push(value.kind);
    row.style.push(style);
    row.number.push(value.number);
    row.text.push(value.text);
    row.formula.push(cell.f === undefined ? 0 : 1);
  }
  return row;
}

interface LegacyValue {
  kind: number;
  number: number;
  text: string;
}

/** Text of a formula without a stored value. */
function formulaOf({ f, v }: CellObject): LegacyValue | null {
  return f === undefined || v !== undefined
    ? null
    : { kind: CellKind.formula, number: 0, text: shownFormula(f) };
}

function valueOf({ t, v }: CellObject, date: boolean): LegacyValue | null {
  if (t === 'n' && !Number.isFinite(v)) return { kind: CellKind.error, number: 0, text: '#NUM!' };
  if (t === 'n' && typeof v === 'number')
    return { kind: date ? CellKind.date : CellKind.number, number: v, text: '' };
  if (t === 'b') return { kind: CellKind.boolean, number: v === true ? 1 : 0, text: '' };
  if (t === 'e') return { kind: CellKind.error, number: 0, text: errorName(Number(v)) };
  return t === 's' && typeof v === 'string' && v !== '' ? { kind: CellKind.text, number: 0, text: v } : null;
}
