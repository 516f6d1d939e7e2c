import { rangeName } from '../a1';
import { type CellRange, type SheetLayout } from '../workbook-reader';
import { COLUMNS_MAX } from '../xlsx/limits';
import { nextOtherRecord, type RowOrder } from './cell-record';
import { createCommentScan } from './comment-scan';
import { readHyperlink } from './hyperlink';
import { type RecordCursor, skipSubstream } from './record-cursor';
import { RecordType } from './record-type';
import { type BiffText } from './biff-text';
import { type XlsSheet } from './workbook-globals';
import { damagedXls, oversizedXls } from './xls-error';

/** Facts that one pass over a sheet's records collects before its cells are read. */
export interface SheetScan {
  layout: SheetLayout;
  /** False where cells of a row follow those of a later row. */
  ordered: boolean;
  /** Whether a row is hidden, by 0-based row. */
  isHidden: (row: number) => boolean;
  /** Offsets of drawing records in the stream; `objects` are the OBJ records in order. */
  drawings: number[];
  objects: SheetObject[];
}

/** An OBJ record, which describes a shape of the drawing layer. */
export interface SheetObject {
  /** Object type `ot` ([MS-XLS] 2.5.143): 5 is a chart, 8 a picture. */
  kind: number;
  /** Offset of the chart's substream, null for other objects. */
  chart: number | null;
  /** A1 range in BIFF5; BIFF8 has it in the drawing. */
  anchor: string | null;
}

const rowsMax = 65_536;
const layoutItemsMax = 1_000_000;
const hiddenRowFlag = 0x20;
const hiddenByDefaultFlag = 0x02;

/**
 * Scans the records of a sheet and collects everything but its cells; embedded charts are skipped.
 *
 * @throws SourceError `corrupt` where there is no sheet or its end is missing, `too_large` for a million
 *   merges or links
 */
export function scanSheet(cursor: RecordCursor, { position, limit }: XlsSheet, text: BiffText): SheetScan {
  const comments = createCommentScan(text);
  const merges: SheetLayout['merges'] = [];
  const links: SheetLayout['links'] = [];
  const hiddenColumns: SheetLayout['hiddenColumns'] = [];
  const shown = new Uint8Array(rowsMax);
  const drawings: number[] = [];
  const objects: SheetObject[] = [];
  let hiddenByDefault = false;
  const order: RowOrder = { lastRow: 0, ascending: true };

  seekSheet(cursor, position);
  let found = nextOtherRecord(cursor, order);
  for (; found && cursor.type !== RecordType.eof; found = nextOtherRecord(cursor, order)) {
    if (cursor.type === RecordType.bof) skipEmbedded();
    else readRecord();
  }
  if (!found && !cursor.stream.complete) throw damagedXls('it ends within a sheet');
  if (found ? cursor.position() >= limit : limit < Infinity) throw damagedXls('two sheets overlap');

  function skipEmbedded(): void {
    const object = objects.at(-1);
    if (object !== undefined) object.chart ??= cursor.position();
    skipSubstream(cursor);
  }

  function readRecord(): void {
    const { type, start, end, view } = cursor;
    const length = end - start;
    switch (type) {
      case RecordType.row:
        if (length >= 14)
          shown[view.getUint16(start, true)] = view.getUint8(start + 12) & hiddenRowFlag ? 2 : 1;
        break;
      case RecordType.defaultRowHeight:
        hiddenByDefault = length >= 2 && (view.getUint8(start) & hiddenByDefaultFlag) !== 0;
        break;
      case RecordType.columnInfo:
        if (length >= 9 && view.getUint8(start + 8) & 1) {
          hiddenColumns.push({
            first: view.getUint16(start, true),
            last: Math.min(view.getUint16(start + 2, true), 255),
          });
        }
        break;
      case RecordType.mergeCells:
        readMerges(cursor, merges);
        break;
      case RecordType.hyperlink: {
        const link = readHyperlink(cursor);
        if (link) links.push(link);
        break;
      }
      case RecordType.drawing:
        drawings.push(cursor.position());
        break;
      case RecordType.object:
        objects.push({
          kind: objectKind(cursor),
          chart: null,
          anchor: text.biff8 ? null : objectAnchor(cursor),
        });
        break;
    }
    comments.visit(cursor);
    if (merges.length > layoutItemsMax || links.length > layoutItemsMax) {
      throw oversizedXls('a sheet has more merged cells or links than any real one');
    }
  }

  return {
    layout: { merges, hiddenColumns, tables: [], links, comments: comments.comments(), complete: true },
    ordered: order.ascending,
    isHidden: (row) => shown[row] === 2 || (hiddenByDefault && shown[row] === 0),
    drawings,
    objects,
  };
}

function seekSheet(cursor: RecordCursor, position: number): void {
  cursor.seek(position);
  const found = cursor.next() && cursor.type === RecordType.bof;
  if (!found) throw damagedXls('a sheet is not where it should be');
}

/** Reads merged ranges ([MS-XLS] 2.4.168); invalid ranges are left out. */
function readMerges({ view, start, end }: RecordCursor, merges: CellRange[]): void {
  const count = end - start >= 2 ? view.getUint16(start, true) : 0;
  for (let i = 0, at = start + 2; i < count && at + 8 <= end; i++, at += 8) {
    const firstRow = view.getUint16(at, true) + 1;
    const lastRow = view.getUint16(at + 2, true) + 1;
    const firstColumn = view.getUint16(at + 4, true);
    const lastColumn = view.getUint16(at + 6, true);
    const forward = firstRow <= lastRow && firstColumn <= lastColumn && lastColumn < COLUMNS_MAX;
    if (forward && (firstRow < lastRow || firstColumn < lastColumn)) {
      merges.push({ firstRow, lastRow, firstColumn, lastColumn });
    }
  }
}

function objectKind({ view, start, end }: RecordCursor): number {
  return end - start >= 6 ? view.getUint16(start + 4, true) : 0;
}

/** A1 range of an object in BIFF5: columns and rows, each with an offset in it. */
function objectAnchor({ view, start, end }: RecordCursor): string | null {
  if (end - start < 26) return null;
  const [firstColumn, firstRow] = [view.getUint16(start + 10, true), view.getUint16(start + 14, true)];
  const [lastColumn, lastRow] = [view.getUint16(start + 18, true), view.getUint16(start + 22, true)];
  const inside = firstColumn <= lastColumn && firstRow <= lastRow && lastColumn < 256;
  return inside ? rangeName(firstRow + 1, lastRow + 1, firstColumn, lastColumn) : null;
}
