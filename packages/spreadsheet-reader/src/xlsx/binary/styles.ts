import { type CellStyles, createStyles, STYLES_MAX, type Styles } from '../workbook/styles';
import { readRecords, requireBytes } from './record-feed';
import { RecordType } from './record-type';
import { wideText } from './wide-text';

/** Reads the binary part of styles: number formats, and the format of each cell style. */
export function readBinaryStyles(part: Buffer): Styles {
  const styles: CellStyles = { codes: new Map(), formatOfStyle: [] };
  // The same records describe named styles in another list.
  let inCellFormats = false;
  readRecords(part, (type, bytes, start, end) => {
    switch (type) {
      case RecordType.format:
        requireBytes(start, end, 2);
        styles.codes.set(bytes.readUInt16LE(start), wideText(bytes, start + 2, end));
        break;
      case RecordType.beginCellFormats:
      case RecordType.endCellFormats:
        inCellFormats = type === RecordType.beginCellFormats;
        break;
      case RecordType.cellFormat:
        requireBytes(start, end, 4);
        if (inCellFormats && styles.formatOfStyle.length < STYLES_MAX)
          styles.formatOfStyle.push(bytes.readUInt16LE(start + 2));
    }
  });
  return createStyles(styles);
}
