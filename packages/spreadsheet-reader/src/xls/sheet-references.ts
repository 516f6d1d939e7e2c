import { RecordType } from './record-type';
import { type WorkbookGlobals } from './workbook-globals';

const ownBookMark = 0x0401;

/** Name of the sheet of a reference in BIFF8, quoted where it needs it; null for another workbook's. */
export type SheetNames = (index: number) => string | null;

/** Creates the lookup of sheets by the indices in formulas ([MS-XLS] 2.4.105). */
export function createSheetNames({ tabNames, references }: WorkbookGlobals): SheetNames {
  const books = references
    .filter(({ type }) => type === RecordType.supBook)
    .map(({ data }) => data.length >= 4 && data.readUInt16LE(2) === ownBookMark);
  const sheets = references.find(({ type }) => type === RecordType.externSheet)?.data ?? Buffer.alloc(0);
  return (index) => {
    const at = 2 + index * 6;
    if (at + 6 > sheets.length || books[sheets.readUInt16LE(at)] !== true) return null;
    const name = tabNames[sheets.readInt16LE(at + 2)];
    if (name === undefined) return null;
    return /^[\p{L}_][\p{L}\p{N}_.]*$/u.test(name) ? name : `'${name.replaceAll("'", "''")}'`;
  };
}
