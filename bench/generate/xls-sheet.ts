import {
  countRow,
  linesOf,
  type CellValue,
  type ColumnStyle,
  type SheetPlan,
  type TableFacts,
} from './table-plan';
import { createRecordBuffer, type RecordBuffer } from './record-buffer';
import type { SharedTexts } from './shared-texts';

/** Rows of a BIFF8 sheet. */
const xlsRowsMax = 65_536;

/**
 * Index of the cell format in the workbook's XF records: the first fifteen are styles, which Excel demands.
 */
const XLS_STYLE: Record<ColumnStyle, number> = {
  general: 15,
  date: 16,
  datetime: 17,
  currency: 18,
  percent: 19,
};

const BOF = 0x0809;
const EOF = 0x000a;
const DIMENSIONS = 0x0200;
const WINDOW2 = 0x023e;
const ROW = 0x0208;
const FORMULA = 0x0006;
const NUMBER = 0x0203;
const RK = 0x027e;
const MULRK = 0x00bd;
const LABELSST = 0x00fd;
const BOOLERR = 0x0205;
const ERROR_CODES = { '#DIV/0!': 0x07, '#N/A': 0x2a } as const;
/** Excel writes row records for 32 rows, then their cells. */
const rowsPerBlock = 32;

export function writeBof(out: RecordBuffer, kind: 'globals' | 'sheet'): void {
  const at = out.record(BOF, 16);
  out.u16(at, 0x0600);
  out.u16(at + 2, kind === 'globals' ? 0x0005 : 0x0010);
  out.u16(at + 4, 0x0dbb);
  out.u16(at + 6, 0x07cc);
  out.u32(at + 12, 0x0006);
}

export const writeEof = (out: RecordBuffer): void => void out.record(EOF, 0);

/** The 30-bit form of a number ([MS-XLS] 2.5.122), whole or as hundredths, or null where it has none. */
function rkOf(value: number): number | null {
  const fits = (whole: number) => Number.isInteger(whole) && whole >= -(2 ** 29) && whole < 2 ** 29;
  if (fits(value)) return (value << 2) | 2;
  const hundredths = Math.round(value * 100);
  return fits(hundredths) && hundredths / 100 === value ? (hundredths << 2) | 3 : null;
}

function cellRecord(
  out: RecordBuffer,
  type: number,
  bytes: number,
  row: number,
  column: number,
  xf: number,
): number {
  const at = out.record(type, bytes);
  out.u16(at, row);
  out.u16(at + 2, column);
  out.u16(at + 4, xf);
  return at + 6;
}

/** `first * second * (1 - third)` as parsed tokens with relative references, behind its cached value. */
function writeProduct(
  out: RecordBuffer,
  row: number,
  column: number,
  xf: number,
  value: CellValue,
  [first, second, third]: readonly [number, number, number],
): void {
  const tokens = Buffer.alloc(5 + 5 + 1 + 3 + 5 + 1 + 1 + 1);
  const reference = (at: number, target: number) => {
    tokens[at] = 0x44;
    tokens.writeUInt16LE(row, at + 1);
    tokens.writeUInt16LE(target | 0xc000, at + 3);
  };
  reference(0, first);
  reference(5, second);
  tokens[10] = 0x05;
  tokens[11] = 0x1e;
  tokens.writeUInt16LE(1, 12);
  reference(14, third);
  tokens.set([0x04, 0x15, 0x05], 19);

  const at = cellRecord(out, FORMULA, 22 + tokens.length, row, column, xf);
  if (typeof value === 'number') {
    out.f64(at, value);
  } else if (typeof value === 'object' && value !== null) {
    out.u16(at, 2);
    out.u16(at + 2, ERROR_CODES[value.error]);
    out.u16(at + 6, 0xffff);
  }
  out.u16(at + 14, tokens.length);
  out.bytes(at + 16, tokens);
}

/** Neighbours that have a short form share one MULRK record; returns the column behind the run. */
function writeShortNumbers(
  out: RecordBuffer,
  row: number,
  from: number,
  values: readonly CellValue[],
  xfs: number[],
): number {
  const run: number[] = [];
  for (let column = from; column < values.length; column++) {
    const value = values[column];
    const rk = typeof value === 'number' ? rkOf(value) : null;
    if (rk === null) break;
    run.push(rk);
  }
  if (run.length === 1) {
    const at = cellRecord(out, RK, 10, row, from, xfs[from]!);
    out.u32(at, run[0]!);
  } else {
    const at = out.record(MULRK, 6 + 6 * run.length);
    out.u16(at, row);
    out.u16(at + 2, from);
    run.forEach((rk, step) => {
      out.u16(at + 4 + 6 * step, xfs[from + step]!);
      out.u32(at + 6 + 6 * step, rk);
    });
    out.u16(at + 4 + 6 * run.length, from + run.length - 1);
  }
  return from + run.length;
}

function writeCells(
  out: RecordBuffer,
  row: number,
  values: readonly CellValue[],
  plan: SheetPlan,
  texts: SharedTexts,
): void {
  const xfs = plan.columns.map((column) => XLS_STYLE[row === 0 ? 'general' : column.style]);
  for (let column = 0; column < values.length;) {
    const value = values[column] ?? null;
    const xf = xfs[column]!;
    const product = row === 0 ? undefined : plan.columns[column]!.product;
    if (value === null) {
      column++;
    } else if (product !== undefined) {
      writeProduct(out, row, column++, xf, value, product);
    } else if (typeof value === 'number' && rkOf(value) !== null) {
      column = writeShortNumbers(out, row, column, values, xfs);
    } else if (typeof value === 'number') {
      out.f64(cellRecord(out, NUMBER, 14, row, column++, xf), value);
    } else if (typeof value === 'string') {
      out.u32(cellRecord(out, LABELSST, 10, row, column++, xf), texts.indexOf(value));
    } else {
      const at = cellRecord(out, BOOLERR, 8, row, column++, xf);
      out.u16(at, typeof value === 'boolean' ? Number(value) : ERROR_CODES[value.error] | 0x0100);
    }
  }
}

/**
 * The substream of one worksheet: row blocks of 32, numbers in their shortest record, formulas with tokens
 * and cached value, texts by index.
 *
 * @throws RangeError when the plan has more rows than the format
 */
export function xlsSheet(plan: SheetPlan, texts: SharedTexts, facts: TableFacts): Buffer {
  if (plan.rowCount + 1 > xlsRowsMax) throw new RangeError(`${plan.name} has more rows than an XLS sheet.`);
  const out = createRecordBuffer();
  writeBof(out, 'sheet');
  const dimensions = out.record(DIMENSIONS, 14);
  out.u32(dimensions + 4, plan.rowCount + 1);
  out.u16(dimensions + 10, plan.columns.length);
  let block: (readonly CellValue[])[] = [];
  let firstRow = 0;
  const flush = () => {
    block.forEach((values, step) => {
      const at = out.record(ROW, 16);
      out.u16(at, firstRow + step);
      out.u16(at + 4, values.length);
      out.u16(at + 6, 0x00ff);
      out.u32(at + 12, 0x000f0100);
    });
    block.forEach((values, step) => {
      writeCells(out, firstRow + step, values, plan, texts);
    });
    firstRow += block.length;
    block = [];
  };
  for (const values of linesOf(plan)) {
    countRow(facts, values);
    if (block.push(values) === rowsPerBlock) flush();
  }
  flush();
  const window = out.record(WINDOW2, 18);
  out.u16(window, 0x00b6);
  writeEof(out);
  return out.content();
}
