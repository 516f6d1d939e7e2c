import { type CellRange } from '../../workbook-reader';
import { rangeName } from '../../a1';
import { COLUMNS_MAX, ROWS_MAX } from '../limits';
import { addHiddenColumns, LINKS_MAX, MERGES_MAX, type SheetSurroundings } from '../sheet/surroundings';
import { requireBytes, type TakeRecord } from './record-feed';
import { RecordType } from './record-type';
import { wideText, wideTexts } from './wide-text';

const rangeBytes = 16;
const columnInfoBytes = 18;
const hiddenColumnFlag = 0x01;

/** Creates the reader of the records around the rows of a part. */
export function createSurroundingsReader(surroundings: SheetSurroundings): TakeRecord {
  return (type, bytes, start, end) => {
    switch (type) {
      case RecordType.columnInfo:
        requireBytes(start, end, columnInfoBytes);
        if ((bytes[start + 16]! & hiddenColumnFlag) !== 0)
          addHiddenColumns(
            surroundings.hiddenColumns,
            bytes.readUInt32LE(start),
            bytes.readUInt32LE(start + 4),
          );
        break;
      case RecordType.mergedCells: {
        const range = readRange(bytes, start, end);
        if (range === null) break;
        if (surroundings.merges.length < MERGES_MAX) surroundings.merges.push(range);
        else surroundings.whole = false;
        break;
      }
      case RecordType.hyperlink:
        addHyperlink(surroundings, bytes, start, end);
        break;
      case RecordType.background:
        surroundings.pictures.push({
          relationshipId: wideText(bytes, start, end),
          role: 'background',
          anchor: null,
        });
        break;
      case RecordType.headerFooterDrawing:
        surroundings.headerFooterDrawing = wideText(bytes, start, end);
    }
  };
}

function addHyperlink(surroundings: SheetSurroundings, bytes: Buffer, start: number, end: number): void {
  const range = readRange(bytes, start, end);
  const [id = '', place = ''] = wideTexts(bytes, start + rangeBytes, end, 2);
  if (range === null) return;
  if (surroundings.hyperlinks.length >= LINKS_MAX) {
    surroundings.whole = false;
    return;
  }
  surroundings.hyperlinks.push({
    reference: rangeName(range.firstRow, range.lastRow, range.firstColumn, range.lastColumn),
    relationshipId: id === '' ? undefined : id,
    location: place === '' ? undefined : place,
  });
}

/** Range at the start of a record ([MS-XLSB] 2.5.154); null for one outside of a sheet. */
export function readRange(bytes: Buffer, start: number, end: number): CellRange | null {
  requireBytes(start, end, rangeBytes);
  const range = {
    firstRow: bytes.readUInt32LE(start) + 1,
    lastRow: bytes.readUInt32LE(start + 4) + 1,
    firstColumn: bytes.readUInt32LE(start + 8),
    lastColumn: bytes.readUInt32LE(start + 12),
  };
  const isForward = range.firstRow <= range.lastRow && range.firstColumn <= range.lastColumn;
  return isForward && range.lastRow <= ROWS_MAX && range.lastColumn < COLUMNS_MAX ? range : null;
}
