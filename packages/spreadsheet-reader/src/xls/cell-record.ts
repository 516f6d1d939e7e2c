import { recordHeadBytes, type RecordCursor } from './record-cursor';
import { RecordType } from './record-type';

/** 1 for each record type of cells with values, by type. */
const IS_CELL = new Uint8Array(0x407);
for (const type of [
  RecordType.labelShared,
  RecordType.number,
  RecordType.rk,
  RecordType.mulRk,
  RecordType.formula,
  RecordType.formula3,
  RecordType.formula4,
  RecordType.booleanOrError,
  RecordType.label,
  RecordType.richString,
]) {
  IS_CELL[type] = 1;
}

/** Whether the current record holds cells with values; its data begins with the row. */
export function isCellRecord({ type, start, end }: RecordCursor): boolean {
  return type < IS_CELL.length && IS_CELL[type] === 1 && end - start >= 2;
}

/** Row order found while cell records are skipped. */
export interface RowOrder {
  lastRow: number;
  /** False once a row was followed by a smaller one. */
  ascending: boolean;
}

/**
 * Skips cell records, which are nearly all of a sheet, to the next other record; false where there is none.
 */
export function nextOtherRecord(cursor: RecordCursor, order: RowOrder): boolean {
  const { view } = cursor;
  let { end: at, filled } = cursor;
  let { lastRow } = order;
  for (;;) {
    const head = at + recordHeadBytes;
    let end = head <= filled ? head + view.getUint16(at + 2, true) : Infinity;
    if (end > filled) {
      cursor.end = at;
      if (!cursor.next()) return false;
      ({ end, filled } = cursor);
      at = cursor.start - recordHeadBytes;
    }
    const type = view.getUint16(at, true);
    const start = at + recordHeadBytes;
    if (type >= IS_CELL.length || IS_CELL[type] === 0 || end - start < 2) {
      cursor.type = type;
      cursor.start = start;
      cursor.end = end;
      order.lastRow = lastRow;
      return true;
    }
    const row = view.getUint16(start, true);
    if (row < lastRow) order.ascending = false;
    lastRow = row;
    at = end;
  }
}
