import { decryptBiff } from '../encryption';
import { openSourceFile, type SourceFile } from '../source/source-file';
import { SourceError } from '../source/source-error';
import { type SheetInfo, type WorkbookReader } from '../workbook-reader';
import { fileStream, type ByteStream } from '../source/byte-stream';
import { isCompoundFile, openCompoundFile } from '../source/compound/compound-file';
import { orderedSheet } from './order-rows';
import { readSheetRows } from './read-rows';
import { createRecordCursor } from './record-cursor';
import { scanSheet, type SheetScan } from './sheet-scan';
import { readGlobals, type WorkbookGlobals, type XlsSheet } from './workbook-globals';
import { createXlsFigures } from './figures';
import { encryptedWorkbook } from '../encryption/encrypted-workbook';
import { damagedXls } from './xls-error';

/**
 * Opens an XLS workbook of BIFF5 or BIFF8, in a compound file or bare, also one encrypted with Excel's
 * default password. Null for an older BIFF, which another reader takes.
 *
 * @throws SourceError `encrypted`, also for an encrypted XLSX, which is a compound file too; `unsupported`
 *   for a compound file without a workbook; `corrupt`; `too_large`
 */
export function openXls(path: string): Promise<WorkbookReader | null> {
  return settle(() => {
    const file = openSourceFile(path);
    try {
      const stream = decryptBiff(isCompoundFile(file) ? workbookStream(file) : fileStream(file));
      const globals = readGlobals(stream);
      if (globals) return createXlsReader(file, stream, globals);
    } catch (error) {
      file.close();
      throw error;
    }
    file.close();
    return null;
  });
}

const FOREIGN: readonly [stream: string, what: string][] = [
  ['worddocument', 'it is a Word document'],
  ['powerpoint document', 'it is a PowerPoint presentation'],
  ['__properties_version1.0', 'it is an Outlook message'],
  ['visiodocument', 'it is a Visio drawing'],
];

function workbookStream(file: SourceFile): ByteStream {
  const container = openCompoundFile(file);
  const own = ['workbook', 'book'].find((name) => container.rootNames.has(name));
  if (own === undefined) {
    if (container.rootNames.has('encryptedpackage')) throw encryptedWorkbook();
    const foreign = FOREIGN.find(([name]) => container.rootNames.has(name));
    if (foreign) throw new SourceError('unsupported', `The file is no workbook: ${foreign[1]}.`);
  }
  const stream =
    own === undefined ? (container.stream('workbook') ?? container.stream('book')) : container.stream(own);
  if (!stream) throw new SourceError('unsupported', 'The file is no workbook: nothing in it holds sheets.');
  return stream;
}

function createXlsReader(file: SourceFile, stream: ByteStream, globals: WorkbookGlobals): WorkbookReader {
  const cursor = createRecordCursor(stream);
  const warnings = new Set<string>();
  const figures = createXlsFigures(cursor, globals, (warning) => warnings.add(warning));
  let scanned: { sheet: XlsSheet; scan: SheetScan } | null = null;

  /** Scan of a sheet, which serves layout, rows and figures; they are requested in turn. */
  function scanOf({ index }: SheetInfo): { sheet: XlsSheet; scan: SheetScan } {
    const sheet = globals.sheets[index];
    if (!sheet) throw new RangeError(`the workbook has no sheet ${index}`);
    if (scanned?.sheet !== sheet) scanned = { sheet, scan: scanSheet(cursor, sheet, globals.text) };
    return scanned;
  }

  return {
    format: 'xls',
    date1904: globals.date1904,
    sheets: globals.sheets,
    get warnings() {
      return [...warnings];
    },
    formatCode: (style) => globals.formatCodes[style] ?? 'General',
    layout: (sheet) => settle(() => scanOf(sheet).scan.layout),
    readRows: (info, onRow) =>
      settle(() => {
        if (info.kind !== 'worksheet') return;
        const { sheet, scan } = scanOf(info);
        if (scan.ordered) readSheetRows(cursor, sheet.position, globals, scan.isHidden, onRow);
        else readSheetRows(orderedSheet(cursor, sheet.position), 0, globals, scan.isHidden, onRow);
      }),
    figures: (info) =>
      settle(() => {
        const { sheet, scan } = scanOf(info);
        return figures.ofSheet(sheet, scan);
      }),
    imageBytes: ({ image }) =>
      settle(() => {
        const bytes = image && figures.imageBytes(image.part);
        if (!bytes) throw damagedXls('it has no such picture');
        return bytes;
      }),
    close: () => {
      file.close();
    },
  };
}

/** The work is synchronous, because each parse has its own thread; its errors become rejections. */
function settle<T>(work: () => T): Promise<T> {
  return new Promise((resolve) => {
    resolve(work());
  });
}
