import { join } from 'node:path';
import { utils, write as writeWorkbook, type BookType } from 'xlsx';
import { openWorkbook } from '../../src/open-workbook';
import { linesOf } from '../xlsx/read-cells';
import { workbookStream } from '../xls/biff-writer';
import { writeCompoundFile } from '../xls/compound-file-writer';
import { tempFiles } from '../zip/temp-files';

const write = tempFiles();
const sheetjs = (bookType: BookType) => {
  const workbook = utils.book_new();
  utils.book_append_sheet(workbook, utils.aoa_to_sheet([['a', 1]]));
  return writeWorkbook(workbook, { type: 'buffer', bookType }) as Buffer;
};
const typed = ['A1 text "a"', 'B1 number 1'];
const texts = ['A1 text "a"', 'B1 text "1"'];

describe('a spreadsheet', () => {
  it.each([
    ['XLSX', 'xlsx', sheetjs('xlsx'), typed],
    ['XLSB', 'xlsb', sheetjs('xlsb'), typed],
    ['XLS', 'xls', sheetjs('biff8'), typed],
    ['BIFF5', 'xls', sheetjs('biff5'), typed],
    ['CSV', 'csv', Buffer.from('a,1\n'), texts],
    ['TSV', 'csv', Buffer.from('a\t1\n'), texts],
    ['SpreadsheetML', 'legacy', sheetjs('xlml'), typed],
    ['BIFF4', 'legacy', sheetjs('biff4' as BookType), typed],
    ['BIFF4 in a compound file', 'legacy', writeCompoundFile({ Book: sheetjs('biff4' as BookType) }), typed],
  ])('is opened by its content, without a name to go by: %s', async (_name, format, bytes, expected) => {
    const reader = await openWorkbook(write(bytes));
    const lines: string[] = [];
    await reader.readRows(reader.sheets[0]!, (row) => lines.push(...linesOf(row)));
    reader.close();
    expect(reader.format).toBe(format);
    expect(lines).toEqual(expected);
  });

  it.each([
    ['an empty file', 'unsupported', Buffer.alloc(0)],
    ['a PDF', 'unsupported', Buffer.from('%PDF-1.7\n')],
    ['an HTML page with a table', 'unsupported', sheetjs('html')],
    ['JSON', 'unsupported', Buffer.from('[["a", 1]]')],
    [
      'a Word document with a workbook in it',
      'unsupported',
      writeCompoundFile({ WordDocument: Buffer.alloc(9_000), x: workbookStream({ sheets: [] }) }),
    ],
    ['a damaged XLS file', 'corrupt', writeCompoundFile({ Workbook: Buffer.alloc(9_000) })],
  ])('is refused with a typed error: %s', async (_name, code, bytes) => {
    await expect(openWorkbook(write(bytes))).rejects.toMatchObject({ name: 'SourceError', code });
  });

  it('is an HTML page with a table only for those who ask for pages', async () => {
    const reader = await openWorkbook(write(sheetjs('html')), { pages: true });
    reader.close();
    expect(reader.format).toBe('legacy');
  });

  it('that is encrypted is refused with a sentence that says so', async () => {
    const path = join(__dirname, '../fixtures/encrypted.xlsx');
    await expect(openWorkbook(path)).rejects.toMatchObject({
      code: 'encrypted',
      message: expect.stringMatching(/password/) as unknown,
    });
  });
});
