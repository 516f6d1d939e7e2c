import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import iconv from 'iconv-lite';
import { deflateRawSync, gzipSync } from 'node:zlib';
import { utils, write as writeWorkbook, type BookType } from 'xlsx';
import { sniffBytes } from '../../src/sniff-bytes';
import { contentTypeOf, sniffSpreadsheet } from '../../src/file-type';
import { realSpreadsheets } from '../real-spreadsheets';
import { writeXls } from '../xls/biff-writer';
import { writeCompoundFile } from '../xls/compound-file-writer';

const fixture = (name: string) => readFileSync(join(__dirname, '../fixtures', name));
const latin = (text: string) => Buffer.from(text, 'latin1');
const page = '<html><head><title>x</title></head><body><table><tr><td>1</td></tr></table></body></html>';
const spreadsheetMl =
  '<?xml version="1.0"?><?mso-application progid="Excel.Sheet"?><Workbook xmlns="urn:schemas-microsoft-com:office:spreadsheet"/>';
const sheetjs = (bookType: BookType) => {
  const workbook = utils.book_new();
  utils.book_append_sheet(workbook, utils.aoa_to_sheet([['a', 1]]));
  return writeWorkbook(workbook, { type: 'buffer', bookType }) as Buffer;
};

/** Local headers of a ZIP archive, whose sizes stand in front of the data or behind it. */
function zip(names: readonly string[], { streamed = false, dataBytes = 10 } = {}): Buffer {
  const parts = names.map((name) => {
    const data = deflateRawSync(Buffer.alloc(dataBytes, name));
    const head = Buffer.alloc(30);
    head.write('PK\x03\x04', 'latin1');
    head.writeUInt16LE(streamed ? 8 : 0, 6);
    head.writeUInt16LE(8, 8);
    head.writeUInt32LE(streamed ? 0 : data.length, 18);
    head.writeUInt16LE(name.length, 26);
    return Buffer.concat([head, latin(name), data]);
  });
  return Buffer.concat(parts);
}
const opc = ['[Content_Types].xml', '_rels/.rels', 'docProps/app.xml'];

describe('the type of a file', () => {
  it.each([
    ['an XLSX workbook', 'xlsx', sheetjs('xlsx')],
    ['an XLSM workbook', 'xlsx', zip([...opc, 'xl/workbook.xml', 'xl/vbaProject.bin'])],
    ['a workbook with streamed entries', 'xlsx', zip([...opc, 'xl/workbook.xml'], { streamed: true })],
    ['a workbook with backslashes and capitals', 'xlsx', zip(['XL\\Workbook.xml'])],
    ['a package that does not show its parts yet', 'xlsx', zip(opc)],
    ['an XLSB workbook', 'xlsb', zip([...opc, 'xl/workbook.bin'])],
    ['an XLSB workbook by its relations', 'xlsb', zip([...opc, 'xl/_rels/workbook.bin.rels'])],
    [
      'an XLSX workbook with printer settings',
      'xlsx',
      zip([...opc, 'xl/printerSettings/printerSettings1.bin', 'xl/workbook.xml']),
    ],
    ['a Word document', null, zip([...opc, 'word/document.xml'])],
    ['a presentation', null, zip([...opc, 'ppt/presentation.xml'], { streamed: true })],
    ['an OpenDocument spreadsheet', 'ods', sheetjs('ods')],
    ['a Java archive', null, zip(['META-INF/MANIFEST.MF', 'a.class'])],
    ['a small archive of photos', null, zip(['photo.jpg'])],
    ['an empty archive', null, Buffer.concat([latin('PK\x05\x06'), Buffer.alloc(18)])],
    ['a BIFF8 workbook', 'xls', fixture('biff8.xls')],
    ['a small BIFF8 workbook', 'xls', writeXls({ sheets: [{ records: [] }] })],
    ['a BIFF5 workbook', 'xls', writeXls({ version: 0x0500, sheets: [{ records: [] }] })],
    ['a bare BIFF8 stream', 'xls', Buffer.from('0908100000060500bb0dcc07', 'hex')],
    ['an encrypted workbook', 'encrypted', fixture('encrypted.xlsx')],
    [
      'an old Word document',
      null,
      writeCompoundFile({ WordDocument: Buffer.alloc(5_000), '1Table': Buffer.alloc(5_000) }),
    ],
    ['an Outlook message', null, writeCompoundFile({ '__properties_version1.0': Buffer.alloc(32) })],
    ['a compound file that is cut', null, Buffer.from('d0cf11e0a1b11ae1', 'hex')],
    ['BIFF2', 'legacy', sheetjs('biff2')],
    ['BIFF3', 'legacy', sheetjs('biff3' as BookType)],
    ['BIFF4', 'legacy', sheetjs('biff4' as BookType)],
    ['SpreadsheetML', 'legacy', latin(spreadsheetMl)],
    [
      'SpreadsheetML with a prefix',
      'legacy',
      latin('<?xml version="1.0"?>\n<!-- x --><ss:Workbook xmlns:ss="urn:x">'),
    ],
    ['SpreadsheetML in UTF-16', 'legacy', Buffer.from(`\ufeff${spreadsheetMl}`, 'utf16le')],
    ['an HTML page with a table', null, latin(page)],
    ['an HTML page behind its type and a comment', null, latin(`\r\n<!DOCTYPE html><!-- > -->${page}`)],
    ['a table alone', null, latin('<TABLE border=1><tr><td>1</td></tr></TABLE>')],
    ['an HTML page without a table', null, latin('<html><body>Not found</body></html>')],
    ['XML of another kind', null, latin('<?xml version="1.0"?><svg xmlns="x"></svg>')],
    ['XML without a declaration', null, latin('<rss version="2"><channel></channel></rss>')],
    ['text that begins like markup', 'csv', latin('<5,low\n<10,high\n')],
    ['a word in brackets', 'csv', latin('<unknown>,1\n<none>,2\n')],
    ['commas', 'csv', latin('a,b\n1,2\n')],
    ['semicolons', 'csv', latin('a;b\n1;2\n')],
    ['tabs', 'tsv', latin('a\tb\n1\t2\n')],
    ['one column', 'csv', latin('name\nvalue\n')],
    ['one character', 'csv', latin('x')],
    ['UTF-8', 'csv', Buffer.from('Größe,名前\n')],
    ['UTF-16 with a mark', 'tsv', fixture('utf16.tsv')],
    ['UTF-16 without a mark', 'csv', Buffer.from('Größe;名前\n1;2\n', 'utf16le')],
    ['UTF-16 the other way round', 'tsv', Buffer.from('a\tb\n1\t2\n', 'utf16le').swap16()],
    ['Windows-1252', 'csv', fixture('german.csv')],
    ['Shift-JIS', 'csv', iconv.encode('名前,住所\n山田,東京\n', 'cp932')],
    ['a NUL in text', 'csv', latin('a\0b,c\n1,2\n')],
    ['the end mark of DOS', 'csv', latin('a,b\r\n1,2\r\n\x1a')],
    ['JSON', null, latin('{"a": 1}')],
    ['a JSON list of rows', null, latin('[["a", 1],\n["b", 2]]\n')],
    ['JSON Lines', null, latin('{"a": 1}\n{"a": 2}\n')],
    ['a log whose lines begin with brackets', 'csv', latin('[2024-01-05],start\n[2024-01-06],end\n')],
    ['nothing', 'empty', Buffer.alloc(0)],
    ['PDF', null, latin('%PDF-1.7\n%\xe2\xe3\xcf\xd3\n1 0 obj\n')],
    ['RTF', null, latin('{\\rtf1\\ansi a}')],
    ['PostScript', null, latin('%!PS-Adobe-3.0\n')],
    ['a web archive', null, latin('MIME-Version: 1.0\nContent-Type: multipart/related\n')],
    ['PNG', null, Buffer.from('89504e470d0a1a0a0000000d49484452', 'hex')],
    ['JPEG', null, Buffer.from('ffd8ffe000104a46494600010100', 'hex')],
    ['GIF', null, latin('GIF89a\x01\x00\x01\x00')],
    ['gzip', null, gzipSync('a,b\n1,2\n')],
    ['7z', null, Buffer.from('377abcaf271c0004', 'hex')],
    ['a program', null, Buffer.concat([Buffer.from('7f454c4602010100', 'hex'), Buffer.alloc(100)])],
    [
      'a Windows program',
      null,
      Buffer.concat([latin('MZ\x90\0\x03\0\0\0\x04\0\0\0\xff\xff\0\0'), Buffer.alloc(100)]),
    ],
    ['a database', null, Buffer.concat([latin('SQLite format 3\0'), Buffer.alloc(84)])],
    ['zeros', null, Buffer.alloc(1_000)],
    [
      'random bytes',
      null,
      Buffer.from(Array.from({ length: 4_096 }, (_, i) => (i * 167 + (i >> 3) * 31) & 0xff)),
    ],
  ])('of %s is %s', (_name, expected, bytes) => {
    expect(sniffSpreadsheet(bytes.subarray(0, sniffBytes), bytes.length)).toBe(expected);
  });

  it.each([
    ['an archive of photos, of which there is more', 'xlsx', zip(['photo.jpg'])],
    [
      'a compound file whose directory is further back',
      'xls',
      writeCompoundFile({ Workbook: Buffer.alloc(200_000) }),
    ],
    ['a declaration, behind which there is more', 'legacy', latin('<?xml version="1.0"?><!-- ')],
  ])('is left open where the first bytes cannot tell: %s', (_name, expected, bytes) => {
    expect(sniffSpreadsheet(bytes.subarray(0, sniffBytes), 5_000_000)).toBe(expected);
  });

  it.each([
    ['a page whose table may be further back', '<html><head><style>td { color: red }'],
    ['a JSON object', '{"rows": [{"a": 1}, '],
    ['a JSON list of objects', '[\n  {"a": 1},\n'],
    ['a JSON list of texts', '["a", "b", '],
    ['a JSON list of numbers', '[1, 2.5, '],
  ])('is no spreadsheet by the first bytes of %s', (_name, head) => {
    expect(sniffSpreadsheet(latin(head.padEnd(sniffBytes, 'x')), 5_000_000)).toBeNull();
  });

  it('is that of a text whose long first line begins with a bracket', () => {
    const log = '[2024-01-05 10:00] start,1\n'.repeat(4_000);
    expect(sniffSpreadsheet(latin(log).subarray(0, sniffBytes), log.length)).toBe('csv');
  });

  it('takes a head that is shorter than it may be for the whole file where the size is unknown', () => {
    const photos = zip(['photo.jpg']);
    expect(sniffSpreadsheet(photos)).toBeNull();
    expect(sniffSpreadsheet(Buffer.concat([photos, Buffer.alloc(sniffBytes)]).subarray(0, sniffBytes))).toBe(
      'xlsx',
    );
  });

  it.each([
    ['xlsx', 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet'],
    ['xls', 'application/vnd.ms-excel'],
    ['legacy', 'application/vnd.ms-excel'],
    ['encrypted', 'application/x-ole-storage'],
    ['csv', 'text/csv'],
    ['tsv', 'text/tab-separated-values'],
  ] as const)('%s has the media type %s', (type, expected) => {
    expect(contentTypeOf(type)).toBe(expected);
  });

  const files = realSpreadsheets('xlsx', 'xlsm', 'xls', 'csv', 'tsv');
  const typesOf: Record<string, string[]> = {
    xlsx: ['xlsx', 'encrypted'],
    xlsm: ['xlsx'],
    xls: ['xls', 'encrypted', 'legacy'],
    csv: ['csv', 'tsv'],
    tsv: ['tsv', 'csv'],
  };
  (files.length > 0 ? it : it.skip).each(files)(
    'of $id of other people is right',
    ({ path, format, outcome }) => {
      const bytes = readFileSync(path);
      const type = sniffSpreadsheet(bytes.subarray(0, sniffBytes), bytes.length);
      if (outcome !== 'bounded') expect(typesOf[format]).toContain(type);
      if (outcome === 'values' && format !== 'csv') expect(type).toBe(typesOf[format]![0]);
    },
  );
});
