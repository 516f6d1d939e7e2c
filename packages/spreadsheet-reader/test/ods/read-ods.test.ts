import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { utils, write } from 'xlsx';
import { CellDisplay } from '../../src/display/cell-display';
import { openOds } from '../../src/ods';
import { openWorkbook } from '../../src/open-workbook';
import { type WorkbookReader } from '../../src/workbook-reader';
import { defaultXlsxLimits } from '../../src/xlsx/limits';
import { type CellLine, linesOf } from '../xlsx/read-cells';
import { writeZip, type ZipPart } from '../zip/write-zip';

const folder = mkdtempSync(join(tmpdir(), 'sheaf-ods-'));
afterAll(() => {
  rmSync(folder, { recursive: true, force: true });
});

const namespaces = [
  'office',
  'table',
  'text',
  'style',
  'drawing',
  'datastyle',
  'xsl-fo-compatible',
  'svg-compatible',
]
  .map((name) => {
    const prefix = {
      drawing: 'draw',
      datastyle: 'number',
      'xsl-fo-compatible': 'fo',
      'svg-compatible': 'svg',
    }[name];
    return `xmlns:${prefix ?? name}="urn:oasis:names:tc:opendocument:xmlns:${name}:1.0"`;
  })
  .join(' ');

const mimetype: ZipPart = {
  name: 'mimetype',
  data: 'application/vnd.oasis.opendocument.spreadsheet',
  stored: true,
};
const contentOf = (tables: string, styles = '') =>
  `<?xml version="1.0" encoding="UTF-8"?><office:document-content ${namespaces} xmlns:xlink="http://www.w3.org/1999/xlink" ` +
  `xmlns:dc="http://purl.org/dc/elements/1.1/"><office:automatic-styles>${styles}</office:automatic-styles>` +
  `<office:body><office:spreadsheet>${tables}</office:spreadsheet></office:body></office:document-content>`;

let files = 0;
function fileOf(parts: readonly ZipPart[]): string {
  const path = join(folder, `${files++}.ods`);
  writeFileSync(path, writeZip([mimetype, ...parts]));
  return path;
}
const workbook = (tables: string, styles?: string) =>
  fileOf([{ name: 'content.xml', data: contentOf(tables, styles) }]);
const table = (rows: string, attributes = 'table:name="One"') =>
  `<table:table ${attributes}>${rows}</table:table>`;
const row = (cells: string, attributes = '') => `<table:table-row ${attributes}>${cells}</table:table-row>`;
const words = (text: string, attributes = '') =>
  `<table:table-cell office:value-type="string" ${attributes}><text:p>${text}</text:p></table:table-cell>`;
const number = (value: number, attributes = '') =>
  `<table:table-cell office:value-type="float" office:value="${value}" ${attributes}><text:p>${value}</text:p></table:table-cell>`;

async function using<T>(path: string, use: (reader: WorkbookReader) => Promise<T>): Promise<T> {
  const reader = await openWorkbook(path);
  try {
    return await use(reader);
  } finally {
    reader.close();
  }
}

/** Cells of a sheet; texts as they are shown with `shown`. */
async function cellsOf(path: string, sheet = 0): Promise<CellLine[]> {
  return using(path, async (reader) => {
    const lines: CellLine[] = [];
    await reader.readRows(reader.sheets[sheet]!, (read) => lines.push(...linesOf(read)));
    return lines;
  });
}

async function shownCells(path: string): Promise<string[]> {
  return using(path, async (reader) => {
    const display = new CellDisplay(reader);
    const texts: string[] = [];
    await reader.readRows(reader.sheets[0]!, (read) => {
      for (let cell = 0; cell < read.length; cell++) texts.push(display.text(read, cell));
    });
    return texts;
  });
}

it('reads values of each type', async () => {
  const typed = (type: string, value: string) =>
    `<table:table-cell office:value-type="${type}" office:${value}><text:p>shown</text:p></table:table-cell>`;
  const path = workbook(
    table(
      row(
        words('a  b<text:s text:c="2"/>c<text:tab/>d') +
          typed('float', 'value="-1.5e3"') +
          typed('percentage', 'value="0.125"') +
          typed('currency', 'value="9.99"') +
          typed('date', 'date-value="2026-11-29T12:00:00"') +
          typed('time', 'time-value="PT36H30M00S"') +
          typed('boolean', 'boolean-value="true"') +
          '<table:table-cell office:value-type="string"><text:p>one</text:p><text:p>t<text:span>w</text:span>o</text:p></table:table-cell>' +
          typed('float', 'value="many"'),
      ),
    ),
  );
  expect(await cellsOf(path)).toEqual([
    'A1 text "a b  c\\td"',
    'B1 number -1500',
    'C1 number 0.125',
    'D1 number 9.99',
    'E1 date 46355.5',
    'F1 date 1.5208333333333333',
    'G1 boolean 1',
    'H1 text "one\\ntwo"',
    'I1 text "shown"',
  ]);
});

it('tells stored results of formulas, errors, and formulas without a result', async () => {
  const path = workbook(
    table(
      row(
        number(3, 'table:formula="of:=SUM([.A1:.B2])"') +
          words('#N/A', 'table:formula="of:=NA()"') +
          words('Err:502', 'table:formula="of:=X"') +
          '<table:table-cell table:formula="of:=[$Sheet2.A1]*SUM([.A1:.B2])"/>' +
          words('', 'table:formula="of:=T(0)"'),
      ),
    ),
  );
  expect(await cellsOf(path)).toEqual([
    'A1 number 3 =',
    'B1 error "#N/A" =',
    'C1 error "Err:502" =',
    'D1 formula "=$Sheet2.A1*SUM(A1:B2)" =',
  ]);
});

it('repeats cells and rows, and skips blank ones', async () => {
  const path = workbook(
    table(
      row('<table:table-cell table:number-columns-repeated="16384"/>', 'table:number-rows-repeated="3"') +
        row(
          `<table:table-cell/>${number(7, 'table:number-columns-repeated="2"')}`,
          'table:number-rows-repeated="2"',
        ) +
        row(words('end')) +
        row(
          '<table:table-cell table:number-columns-repeated="16384"/>',
          'table:number-rows-repeated="1048570"',
        ),
    ),
  );
  expect(await cellsOf(path)).toEqual([
    'B4 number 7',
    'C4 number 7',
    'B5 number 7',
    'C5 number 7',
    'A6 text "end"',
  ]);
});

it('tells merged cells, hidden rows, columns and sheets, links, remarks and pictures', async () => {
  const hidden =
    '<style:style style:name="ta2" style:family="table"><style:table-properties table:display="false"/></style:style>';
  const path = fileOf([
    {
      name: 'content.xml',
      data: contentOf(
        table(
          '<table:table-column/><table:table-column table:visibility="collapse" table:number-columns-repeated="2"/>' +
            row(
              `${words('wide', 'table:number-columns-spanned="2" table:number-rows-spanned="3"')}<table:covered-table-cell><text:p>under</text:p></table:covered-table-cell>`,
            ) +
            row(words('gone'), 'table:visibility="filter"') +
            `<table:table-row-group table:display="false">${row(words('grouped'))}</table:table-row-group>` +
            row(
              '<table:table-cell office:value-type="string"><office:annotation><dc:creator>Ann</dc:creator><dc:date>2026-01-01</dc:date><text:p>check</text:p><text:p>this</text:p></office:annotation>' +
                '<draw:frame draw:name="Logo"><draw:image xlink:href="Pictures/a.png"><text:p/></draw:image><svg:desc>Our logo</svg:desc></draw:frame>' +
                '<text:p><text:a xlink:href="https://example.org/">site</text:a></text:p></table:table-cell>',
            ),
        ) +
          table(row(words('secret')), 'table:name="Two" table:style-name="ta2"') +
          table(row(words('copy')), `table:name="'file:///tmp/b.ods'#$Sheet1"`),
        hidden,
      ),
    },
    { name: 'Pictures/a.png', data: Buffer.from('\x89PNG\r\n\x1a\n0000', 'latin1') },
  ]);
  expect(await cellsOf(path)).toEqual([
    'A1 text "wide"',
    'A2 text "gone" ~',
    'A3 text "grouped" ~',
    'A4 text "site"',
  ]);
  await using(path, async (reader) => {
    expect(reader.sheets.map(({ name, state }) => [name, state])).toEqual([
      ['One', 'visible'],
      ['Two', 'hidden'],
    ]);
    const [sheet] = reader.sheets;
    expect(await reader.layout(sheet!)).toEqual({
      merges: [{ firstRow: 1, lastRow: 3, firstColumn: 0, lastColumn: 1 }],
      hiddenColumns: [{ first: 1, last: 2 }],
      tables: [],
      links: [{ cell: 'A4', url: 'https://example.org/' }],
      comments: [{ cell: 'A4', author: 'Ann', text: 'check\nthis' }],
      complete: true,
    });
    const [figure] = await reader.figures(sheet!);
    expect(figure).toMatchObject({ kind: 'image', anchor: 'A4', name: 'Logo', altText: 'Our logo' });
    expect((await reader.imageBytes(figure!)).toString('latin1')).toMatch(/^\x89PNG/);
  });
  expect(await cellsOf(path, 1)).toEqual(['A1 text "secret"']);
});

it('shows values in the format of their cell, its column or its row', async () => {
  const styles =
    '<number:currency-style style:name="N1P0"><number:number number:decimal-places="2" number:min-integer-digits="1" number:grouping="true"/><number:text> </number:text><number:currency-symbol>€</number:currency-symbol></number:currency-style>' +
    '<number:currency-style style:name="N1"><number:text>-</number:text><number:number number:decimal-places="2" number:min-integer-digits="1" number:grouping="true"/><number:text> </number:text><number:currency-symbol>€</number:currency-symbol><style:map style:condition="value()&gt;=0" style:apply-style-name="N1P0"/></number:currency-style>' +
    '<number:date-style style:name="N2"><number:day number:style="long"/><number:text>.</number:text><number:month number:style="long"/><number:text>.</number:text><number:year number:style="long"/></number:date-style>' +
    '<number:percentage-style style:name="N3"><number:number number:decimal-places="1" number:min-integer-digits="1"/><number:text>%</number:text></number:percentage-style>' +
    '<number:time-style style:name="N4" number:truncate-on-overflow="false"><number:hours/><number:text>:</number:text><number:minutes number:style="long"/></number:time-style>' +
    '<style:style style:name="euro" style:family="table-cell" style:data-style-name="N1"/>' +
    '<style:style style:name="bold" style:family="table-cell" style:parent-style-name="euro"/>' +
    '<style:style style:name="day" style:family="table-cell" style:data-style-name="N2"/>' +
    '<style:style style:name="share" style:family="table-cell" style:data-style-name="N3"/>' +
    '<style:style style:name="hours" style:family="table-cell" style:data-style-name="N4"/>';
  const path = workbook(
    table(
      '<table:table-column/><table:table-column/><table:table-column table:default-cell-style-name="share"/>' +
        row(
          number(1234.5, 'table:style-name="bold"') + number(-0.5, 'table:style-name="euro"') + number(0.256),
        ) +
        row(
          '<table:table-cell office:value-type="date" office:date-value="2026-03-09"><text:p/></table:table-cell>' +
            '<table:table-cell office:value-type="time" office:time-value="PT30H05M" table:style-name="hours"/>',
          'table:default-cell-style-name="day"',
        ),
      'table:name="One"',
    ),
    styles,
  );
  expect(await shownCells(path)).toEqual(['1,234.50 €', '-0.50 €', '25.6%', '09.03.2026', '30:05']);
});

it('reads what SheetJS and pandas write', async () => {
  const book = utils.book_new();
  utils.book_append_sheet(
    book,
    utils.aoa_to_sheet([
      ['Name', 'Größe'],
      ['Öl & Co <x>', 4.25],
      [true, null],
    ]),
    'S',
  );
  const path = join(folder, 'sheetjs.ods');
  writeFileSync(path, write(book, { type: 'buffer', bookType: 'ods' }) as Buffer);
  expect(await cellsOf(path)).toEqual([
    'A1 text "Name"',
    'B1 text "Größe"',
    'A2 text "Öl & Co <x>"',
    'B2 number 4.25',
    'A3 boolean 1',
  ]);
  expect(await shownCells(join(__dirname, '../fixtures/pandas.ods'))).toEqual(
    'Product Price Sold|In stock|Count Valve 12.5 2026-01-05 TRUE 5 Gasket 3 2026-02-14 FALSE 1200 Pump 1999.99 TRUE 7'
      .replace('Sold|In stock|Count', 'Sold In_stock Count')
      .split(' ')
      .map((text) => text.replace('_', ' ')),
  );
});

it('reads a part that is longer than its pieces, cut anywhere', async () => {
  const rows = Array.from({ length: 30_000 }, (_, at) => row(words(`Zeile ${at} für „Ärger“`) + number(at)));
  const lines = await cellsOf(workbook(table(rows.join(''))));
  expect(lines).toHaveLength(60_000);
  expect(lines.slice(-2)).toEqual(['A30000 text "Zeile 29999 für „Ärger“"', 'B30000 number 29999']);
});

it.each<[what: string, path: () => string, code: string]>([
  ['has no content', () => fileOf([]), 'corrupt'],
  [
    'ends within a tag',
    () => fileOf([{ name: 'content.xml', data: contentOf(table('')).slice(0, -9) }]),
    'corrupt',
  ],
  [
    'declares a document type',
    () => fileOf([{ name: 'content.xml', data: '<!DOCTYPE a [<!ENTITY b "c">]><a/>' }]),
    'corrupt',
  ],
  ['is nested too deeply', () => workbook(table('<table:table-rows>'.repeat(300))), 'corrupt'],
  [
    'holds no sheets',
    () => fileOf([{ name: 'content.xml', data: `<office:document-content ${namespaces}/>` }]),
    'corrupt',
  ],
  [
    'repeats a cell past the last column',
    () => workbook(table(row(number(1, 'table:number-columns-repeated="99999999"')))),
    'corrupt',
  ],
  [
    'repeats a row past the last one',
    () => workbook(table(row('', 'table:number-rows-repeated="1048576"') + row(number(2)))),
    'corrupt',
  ],
  ['has a cell of megabytes', () => workbook(table(row(words('x'.repeat(9_000_000))))), 'too_large'],
  [
    'is encrypted',
    () =>
      fileOf([
        { name: 'content.xml', data: Buffer.from('noise') },
        { name: 'META-INF/manifest.xml', data: '<manifest:encryption-data manifest:checksum="x"/>' },
      ]),
    'encrypted',
  ],
])('refuses a file that %s', async (_, path, code) => {
  await expect(cellsOf(path())).rejects.toMatchObject({ name: 'SourceError', code });
});

it('refuses a sheet that repeats its way past the limits, at once', async () => {
  const bomb = workbook(
    table(row(number(1, 'table:number-columns-repeated="16384"'), 'table:number-rows-repeated="1048576"')),
  );
  await expect(cellsOf(bomb)).rejects.toMatchObject({ code: 'too_large' });
  const wordy = workbook(table(row(words('x'.repeat(100_000)), 'table:number-rows-repeated="100000"')));
  await expect(cellsOf(wordy)).rejects.toMatchObject({ code: 'too_large' });
});

it('inflates a large part anew for each sheet, from where the sheet begins', async () => {
  const tables = [1, 2, 3].map((at) => table(row(words(`sheet ${at}`)), `table:name="S${at}"`)).join('');
  const limits = { ...defaultXlsxLimits, zip: { ...defaultXlsxLimits.zip, wholeEntryBytesMax: 500 } };
  const reader = await openOds(workbook(tables), limits);
  const lines: CellLine[] = [];
  for (const sheet of [...reader.sheets].reverse())
    await reader.readRows(sheet, (read) => lines.push(...linesOf(read)));
  reader.close();
  expect(lines).toEqual(['A1 text "sheet 3"', 'A1 text "sheet 2"', 'A1 text "sheet 1"']);
});
