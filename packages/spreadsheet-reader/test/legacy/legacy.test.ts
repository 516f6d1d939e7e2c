import { utils, write as writeWorkbook, type BookType } from 'xlsx';
import { openLegacy } from '../../src/legacy';
import { type WorkbookReader } from '../../src/workbook-reader';
import { realSpreadsheets } from '../real-spreadsheets';
import { eof, f64, record, u16 } from '../xls/biff-writer';
import { linesOf } from '../xlsx/read-cells';
import { tempFiles } from '../zip/temp-files';

const write = tempFiles();

/** Cells of all sheets, and what else `use` wants to know of the reader. */
async function readLegacy<T>(bytes: Buffer, use?: (reader: WorkbookReader) => Promise<T>) {
  const reader = await openLegacy(write(bytes));
  try {
    const lines: string[] = [];
    for (const sheet of reader.sheets) {
      await reader.readRows(sheet, (row) => {
        lines.push(...linesOf(row));
      });
    }
    return { lines, more: await use?.(reader) };
  } finally {
    reader.close();
  }
}

const spreadsheetMl = (worksheets: string, before = '') =>
  Buffer.from(`<?xml version="1.0"?>${before}
<Workbook xmlns="urn:schemas-microsoft-com:office:spreadsheet" xmlns:ss="urn:schemas-microsoft-com:office:spreadsheet">
  <Styles><Style ss:ID="day"><NumberFormat ss:Format="yyyy\\-mm\\-dd"/></Style></Styles>
  ${worksheets}
</Workbook>`);

describe('an old BIFF workbook', () => {
  it.each(['biff2', 'biff3', 'biff4'])('has its cells: %s', async (bookType) => {
    const workbook = utils.book_new();
    utils.book_append_sheet(
      workbook,
      utils.aoa_to_sheet([
        ['plain', 1.5, true],
        [null, -7],
      ]),
    );
    const bytes = writeWorkbook(workbook, { type: 'buffer', bookType: bookType as BookType }) as Buffer;
    expect((await readLegacy(bytes)).lines).toEqual([
      'A1 text "plain"',
      'B1 number 1.5',
      'C1 boolean 1',
      'B2 number -7',
    ]);
  });

  it('has its texts in its code page', async () => {
    const label = record(0x0004, u16(0, 0), Buffer.from([0, 0, 0, 2, 0xcf, 0xf0]));
    const bytes = Buffer.concat([record(0x0009, u16(2, 0x10)), record(0x0042, u16(1251)), label, eof]);
    expect((await readLegacy(bytes)).lines).toEqual(['A1 text "Пр"']);
  });

  it('has an error where a number is none', async () => {
    const number = record(0x0003, u16(0, 0), Buffer.from([0, 0, 0]), f64(NaN));
    const bytes = Buffer.concat([record(0x0009, u16(2, 0x10)), number, eof]);
    expect((await readLegacy(bytes)).lines).toEqual(['A1 error "#NUM!"']);
  });

  it('with a password is refused with its reason', async () => {
    const bytes = Buffer.from('09000400020010002f0004000000000000000a000000', 'hex');
    await expect(openLegacy(write(bytes))).rejects.toMatchObject({ code: 'encrypted' });
  });
});

describe('a SpreadsheetML workbook', () => {
  it('has its cells, sheets and layout', async () => {
    const bytes = spreadsheetMl(`
      <Worksheet ss:Name="Größe"><Table>
        <Column ss:Index="2" ss:Hidden="1"/>
        <Row ss:Hidden="1"><Cell ss:StyleID="day"><Data ss:Type="DateTime">2024-05-12T00:00:00.000</Data></Cell>
          <Cell ss:MergeAcross="1"><Data ss:Type="Number">1.5</Data></Cell></Row>
        <Row ss:Index="5"><Cell ss:Index="3" ss:HRef="https://example.com/"><Data ss:Type="String">a&#10;b &lt;</Data>
          <Comment ss:Author="Me"><Data>look</Data></Comment></Cell>
          <Cell ss:Formula="=1/0"><Data ss:Type="Error">#DIV/0!</Data></Cell>
          <Cell><Data ss:Type="Boolean">1</Data></Cell></Row>
      </Table></Worksheet>
      <Worksheet ss:Name="__proto__"><Table><Row><Cell><Data ss:Type="String">constructor</Data></Cell></Row></Table>
        <WorksheetOptions xmlns="urn:schemas-microsoft-com:office:excel"><Visible>SheetHidden</Visible></WorksheetOptions>
      </Worksheet>`);
    const { lines, more } = await readLegacy(bytes, async (reader) => ({
      sheets: reader.sheets.map(({ name, state }) => [name, state]),
      layout: await reader.layout(reader.sheets[0]!),
      format: reader.format,
    }));
    expect(lines).toEqual([
      'A1 date 45424 ~',
      'B1 number 1.5 ~',
      'C5 text "a\\nb <"',
      'D5 error "#DIV/0!" =',
      'E5 boolean 1',
      'A1 text "constructor"',
    ]);
    expect(more).toMatchObject({
      format: 'legacy',
      sheets: [
        ['Größe', 'visible'],
        ['__proto__', 'hidden'],
      ],
      layout: {
        merges: [{ firstRow: 1, lastRow: 1, firstColumn: 1, lastColumn: 2 }],
        hiddenColumns: [{ first: 1, last: 1 }],
        links: [{ cell: 'C5', url: 'https://example.com/' }],
        comments: [{ cell: 'C5', author: 'Me', text: 'look' }],
      },
    });
  });

  it('that declares entities is refused', async () => {
    const bytes = spreadsheetMl('', '<!DOCTYPE x [<!ENTITY a "aaaa"><!ENTITY b "&a;&a;">]>');
    await expect(openLegacy(write(bytes))).rejects.toMatchObject({ code: 'unsupported' });
  });
});

describe('an HTML page', () => {
  it('has its cells as the text that they show', async () => {
    const page =
      '<html><body><table><tr><th>Größe</th><th colspan="2">x &amp; y</th></tr>' +
      '<tr><td>00123</td><td>1,234.50</td><td>12/05/2024</td></tr></table><table><tr><td>=1+1</td></tr></table></body></html>';
    const { lines } = await readLegacy(Buffer.from(page));
    expect(lines).toEqual([
      'A1 text "Größe"',
      'B1 text "x & y"',
      'A2 text "00123"',
      'B2 text "1,234.50"',
      'C2 text "12/05/2024"',
      'A1 text "=1+1"',
    ]);
  });

  it.each([
    [
      'declares',
      Buffer.from(
        '<html><head><meta charset="windows-1251"></head><table><tr><td>\xcf\xf0\xe8</td></tr></table></html>',
        'latin1',
      ),
      'При',
    ],
    [
      'does not declare',
      Buffer.from('<table><tr><td>Gr\xf6\xdfe \x80</td></tr></table>', 'latin1'),
      'Größe €',
    ],
    ['marks', Buffer.from('\ufeff<table><tr><td>名前</td></tr></table>', 'utf16le'), '名前'],
  ])('may be in a character set that it %s', async (_name, bytes, expected) => {
    expect((await readLegacy(bytes)).lines).toEqual([`A1 text ${JSON.stringify(expected)}`]);
  });

  it('of many rows comes whole and in order', async () => {
    const rows = Array.from({ length: 6_000 }, (_, i) => `<tr>${`<td>${i}</td>`.repeat(8)}</tr>`);
    const { lines } = await readLegacy(Buffer.from(`<table>${rows.join('')}</table>`));
    expect(lines).toEqual(
      rows.flatMap((_, i) => Array.from('ABCDEFGH', (letter) => `${letter}${i + 1} text "${i}"`)),
    );
  });

  it('without a table is a typed error', async () => {
    await expect(openLegacy(write(Buffer.from('<html><p>x</p></html>')))).rejects.toMatchObject({
      code: 'corrupt',
    });
  });
});

const old = realSpreadsheets('xls').filter(({ outcome }) => outcome === 'old-biff');
(old.length > 0 ? it : it.skip).each(old)('reads $id of other people', async ({ path }) => {
  const reader = await openLegacy(path);
  let cells = 0;
  for (const sheet of reader.sheets) await reader.readRows(sheet, ({ length }) => (cells += length));
  reader.close();
  expect(cells).toBeGreaterThan(100);
});

describe('rich text of SpreadsheetML', () => {
  const cell = (data: string) =>
    spreadsheetMl(`<Worksheet ss:Name="A"><Table><Row><Cell>${data}</Cell></Row></Table></Worksheet>`);
  const rich = (content: string) =>
    `<ss:Data ss:Type="String" xmlns="http://www.w3.org/TR/REC-html40">${content}</ss:Data>`;

  it.each([
    ['beside a font', rich('<B>West</B> <Font>wing</Font>, <I>left</I>'), 'West wing, left'],
    ['without a font', rich('<B>West</B> wing'), 'West wing'],
    ['with several fonts', rich('<Font>a</Font> and <Font>b &lt; c</Font>'), 'a and b < c'],
    ['with a line break', rich('<Font>up</Font><BR/>down'), String.raw`up\ndown`],
    ['that is none', '<Data ss:Type="String">1 &lt; 2</Data>', '1 < 2'],
    ['behind an empty cell', `<Data ss:Type="String"/></Cell><Cell>${rich('<B>x</B> y')}`, 'x y'],
  ])('is read as a whole: %s', async (_, data, text) => {
    const { lines } = await readLegacy(cell(data));
    expect(lines.map((one) => one.replace(/^\w+ text /, ''))).toEqual([`"${text}"`]);
  });
});
