import { findPart, readRelationships, relatedPart } from '../../ooxml/relationships';
import { type ZipArchive } from '../../zip';
import { noStyles } from '../workbook/styles';
import { addSheet, createWorkbookPart, notAWorkbook, type WorkbookPart } from '../workbook/workbook-part';
import { readRecords, requireBytes } from './record-feed';
import { RecordType } from './record-type';
import { readBinaryStyles } from './styles';
import { wideTexts } from './wide-text';

const date1904Flag = 0x01;
const STATES = ['visible', 'hidden', 'veryHidden'];
/** Bytes of a sheet's record in front of its texts: state and number. */
const sheetHeadBytes = 8;
/** Further bytes that the first versions of Excel 2007 wrote there. */
const earlyBytes = 4;

/** Reads the binary workbook part of a package; errors are those of the XML part. */
export function readBinaryWorkbook(archive: ZipArchive, part: string, sheetsMax: number): WorkbookPart {
  const relationships = readRelationships(archive, part);
  const stylesPart = relatedPart(relationships, 'styles');
  const stylesEntry = stylesPart === undefined ? undefined : findPart(archive, stylesPart);
  const styles = stylesEntry === undefined ? noStyles : readBinaryStyles(archive.read(stylesEntry));
  const workbook = createWorkbookPart(relationships, styles);
  /** Type of the first record. */
  const root: number[] = [];
  readRecords(archive.read(findPart(archive, part)!), (type, bytes, start, end) => {
    if (root.length === 0) root.push(type);
    switch (type) {
      case RecordType.workbookProperties:
        requireBytes(start, end, 4);
        workbook.date1904 = (bytes[start]! & date1904Flag) !== 0;
        break;
      case RecordType.sheet: {
        requireBytes(start, end, sheetHeadBytes);
        const texts = start + sheetHeadBytes;
        const isEarly = !endsWithTexts(bytes, texts, end) && endsWithTexts(bytes, texts + earlyBytes, end);
        const [relationshipId = '', name = ''] = wideTexts(
          bytes,
          isEarly ? texts + earlyBytes : texts,
          end,
          2,
        );
        addSheet(workbook, { name, state: STATES[bytes.readUInt32LE(start)], relationshipId }, sheetsMax);
      }
    }
  });
  if (root[0] !== RecordType.beginBook) throw notAWorkbook();
  return workbook;
}

/** Whether a record ends with two texts. */
function endsWithTexts(bytes: Buffer, from: number, end: number): boolean {
  let at = from;
  for (let texts = 0; texts < 2; texts++) {
    if (at + 4 > end) return false;
    at += 4 + bytes.readUInt32LE(at) * 2;
  }
  return at === end;
}
