import { readFile } from 'node:fs/promises';
import { read, type WorkBook } from 'xlsx';
import { readMarkup } from './markup-text';
import { withPlainData } from './plain-data';
import { type LegacyAnswer, type LegacyRequest, type LegacyWorkbook } from './messages';
import { sheetjsLayout } from './sheetjs-layout';
import { sheetjsRows, tabulateFormats } from './sheetjs-rows';
import { sheetOf } from './sheetjs-sheet';

const SHEET_STATES = ['visible', 'hidden', 'veryHidden'] as const;
/** First bytes of a bare BIFF stream and of a compound file. */
const BINARY = new Set([0x09, 0xd0]);

/**
 * Reads a workbook with SheetJS and returns the function that answers requests about it. Cells of HTML stay
 * unchanged text, because a page does not declare numbers. Runs in the child process only.
 */
export async function openSheetjsWorkbook(path: string): Promise<(request: LegacyRequest) => LegacyAnswer> {
  const bytes = await readFile(path);
  // Without WTF, SheetJS leaves out sheets that it fails on.
  const options = { dense: true, cellNF: true, cellStyles: true, WTF: true } as const;
  const workbook = BINARY.has(bytes[0]!)
    ? read(bytes, { ...options, type: 'buffer' })
    : read(withPlainData(await readMarkup(path)), { ...options, type: 'string', raw: true });
  const formats = tabulateFormats(workbook);
  return (request) => {
    if (request.ask === 'rows') return sheetjsRows(sheetOf(workbook, request.sheet), request.from, formats);
    if (request.ask === 'layout') return sheetjsLayout(sheetOf(workbook, request.sheet));
    return describe(workbook, formats.codes);
  };
}

function describe({ SheetNames, Workbook }: WorkBook, formatCodes: string[]): LegacyWorkbook {
  return {
    date1904: Workbook?.WBProps?.date1904 === true,
    formatCodes,
    sheets: SheetNames.map((name, index) => ({
      index,
      name,
      state: SHEET_STATES[Workbook?.Sheets?.[index]?.Hidden ?? 0],
      kind: 'worksheet',
    })),
  };
}
