import { type DeclaredTable } from '../../workbook-reader';
import { readRecords, requireBytes } from './record-feed';
import { RecordType } from './record-type';
import { readRange } from './surroundings';
import { wideTexts } from './wide-text';

/** Bytes of a table's record in front of its names ([MS-XLSB] 2.4.111). */
const headBytes = 64;

/** Reads a binary table part; null where its range is invalid. */
export function readBinaryTable(part: Buffer): DeclaredTable | null {
  let table: DeclaredTable | null = null;
  readRecords(part, (type, bytes, start, end) => {
    if (type !== RecordType.table || table !== null) return;
    requireBytes(start, end, headBytes);
    const range = readRange(bytes, start, end);
    if (range === null) return;
    const [name = '', displayName = ''] = wideTexts(bytes, start + headBytes, end, 2);
    table = {
      name: displayName === '' ? name : displayName,
      range,
      headerRows: bytes.readUInt32LE(start + 24),
      totalsRows: bytes.readUInt32LE(start + 28),
    };
  });
  return table;
}
