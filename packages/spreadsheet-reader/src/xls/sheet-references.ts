import { RecordType } from './record-type';
import { type WorkbookGlobals } from './workbook-globals';

const ownBookMark = 0x0401;

/** The table by which formulas in BIFF8 refer to sheets ([MS-XLS] 2.4.105). */
export interface SheetReferences {
  tabNames: readonly string[];
  /** Whether each workbook that is referred to is this one. */
  isOwnBook: readonly boolean[];
  /** Data of the record with the sheets. */
  sheets: Buffer;
}

export function sheetReferences({ tabNames, references }: WorkbookGlobals): SheetReferences {
  return {
    tabNames,
    isOwnBook: references
      .filter(({ type }) => type === RecordType.supBook)
      .map(({ data }) => data.length >= 4 && data.readUInt16LE(2) === ownBookMark),
    sheets: references.find(({ type }) => type === RecordType.externSheet)?.data ?? Buffer.alloc(0),
  };
}

/** Name of the sheet that an index in a formula means, quoted where it needs it; null in another workbook. */
export function sheetNameAt({ tabNames, isOwnBook, sheets }: SheetReferences, index: number): string | null {
  const at = 2 + index * 6;
  if (at + 6 > sheets.length || isOwnBook[sheets.readUInt16LE(at)] !== true) return null;
  const name = tabNames[sheets.readInt16LE(at + 2)];
  if (name === undefined) return null;
  return /^[\p{L}_][\p{L}\p{N}_.]*$/u.test(name) ? name : `'${name.replaceAll("'", "''")}'`;
}
