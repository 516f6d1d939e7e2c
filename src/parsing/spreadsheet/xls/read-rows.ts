import { createRowBuffer } from '../row-buffer';
import { type RowBuffer } from '../workbook-reader';
import { orderCells } from '../xlsx/rows/order-cells';
import { createCellReader, isCellRecord } from './cell-reader';
import { createRecordCursor, type RecordCursor } from './record-cursor';
import { RecordType } from './record-type';
import { type SheetScan } from './sheet-scan';
import { type WorkbookGlobals } from './workbook-globals';

/** Calls `onRow` for each row of a scanned sheet that has cells, ascending. */
export function readSheetRows(
  shared: RecordCursor,
  position: number,
  scan: SheetScan,
  globals: WorkbookGlobals,
  onRow: (row: RowBuffer) => void,
): void {
  const cursor = scan.ordered ? shared : wholeSheetCursor(shared, position, scan.end);
  const row = createRowBuffer();
  const cells = createCellReader(cursor, globals, row);
  let current = -1;

  function finish(): void {
    if (row.length > 0) {
      if (!isAscending(row)) orderCells(row);
      row.row = current + 1;
      row.hidden = scan.isHidden(current);
      onRow(row);
      row.length = 0;
    }
  }

  function read(): void {
    const next = cursor.view.getUint16(cursor.start, true);
    if (next !== current) {
      finish();
      current = next;
    }
    cells.append();
  }

  if (scan.ordered) {
    forEachCellRecord(cursor, position, read);
  } else {
    for (const place of placesByRow(cursor, position)) {
      cursor.seek(place);
      cursor.next();
      read();
    }
  }
  finish();
}

/** Steps over charts, which have cells of their own. */
function forEachCellRecord(cursor: RecordCursor, position: number, visit: () => void): void {
  cursor.seek(position);
  for (let depth = 0; cursor.next();) {
    if (cursor.type === RecordType.bof) depth++;
    else if (cursor.type === RecordType.eof && --depth === 0) break;
    else if (depth === 1 && isCellRecord(cursor)) visit();
  }
}

/** A cursor that jumps within a sheet without reading it again each time. */
function wholeSheetCursor({ stream }: RecordCursor, position: number, end: number): RecordCursor {
  const cursor = createRecordCursor(stream, Math.max(end - position, 0) + maxRecordBytes);
  cursor.seek(position);
  cursor.peek();
  return cursor;
}

const maxRecordBytes = 4 + 0xffff;

/** Places of all cell records, by row; within a row as they stand. */
function placesByRow(cursor: RecordCursor, position: number): Float64Array {
  const starts = new Uint32Array(0x10001);
  forEachCellRecord(cursor, position, () => {
    starts[cursor.view.getUint16(cursor.start, true) + 1]!++;
  });
  for (let row = 0; row < 0x10000; row++) starts[row + 1]! += starts[row]!;
  const places = new Float64Array(starts[0x10000]!);
  forEachCellRecord(cursor, position, () => {
    places[starts[cursor.view.getUint16(cursor.start, true)]!++] = cursor.position();
  });
  return places;
}

function isAscending({ column, length }: RowBuffer): boolean {
  for (let cell = 1; cell < length; cell++) if (column[cell]! <= column[cell - 1]!) return false;
  return true;
}
