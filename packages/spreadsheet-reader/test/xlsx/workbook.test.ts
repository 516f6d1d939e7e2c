import { tempFiles } from '../zip/temp-files';
import { writeZip } from '../zip/write-zip';
import { readCells, withReader } from './read-cells';
import {
  MAIN,
  OFFICE_RELATIONSHIPS,
  relationshipsXml,
  sheetXml,
  type TestWorkbook,
  writeXlsx,
} from './write-xlsx';

const file = tempFiles();
const one = sheetXml('<row r="1"><c r="A1"><v>1</v></c></row>');

function sheetsOf(workbook: TestWorkbook) {
  return withReader(file(writeXlsx(workbook)), (reader) => Promise.resolve(reader.sheets));
}

describe('sheets', () => {
  it('gives names, states and kinds in the order of the workbook', async () => {
    const sheets = await sheetsOf({
      sheets: [
        { name: 'Plain &amp; simple', xml: one },
        { name: '__proto__', state: 'hidden', xml: one },
        { name: '_x0041_ &#x1F600;', state: 'veryHidden', xml: one },
        { name: 'Chart', type: 'chartsheet', xml: '<chartsheet/>' },
        {
          name: 'Macro',
          type: 'http://schemas.microsoft.com/office/2006/relationships/xlMacrosheet',
          xml: one,
        },
        { name: 'Dialog', type: 'dialogsheet', xml: '<dialogsheet/>' },
        { name: 'constructor', state: 'unheard of', type: 'toString', xml: one },
      ],
    });
    expect(sheets).toEqual([
      { index: 0, name: 'Plain & simple', state: 'visible', kind: 'worksheet' },
      { index: 1, name: '__proto__', state: 'hidden', kind: 'worksheet' },
      { index: 2, name: 'A 😀', state: 'veryHidden', kind: 'worksheet' },
      { index: 3, name: 'Chart', state: 'visible', kind: 'chartsheet' },
      { index: 4, name: 'Macro', state: 'visible', kind: 'macrosheet' },
      { index: 5, name: 'Dialog', state: 'visible', kind: 'dialogsheet' },
      { index: 6, name: 'constructor', state: 'visible', kind: 'worksheet' },
    ]);
  });

  it('reads no rows of sheets that are no worksheets', async () => {
    const sheets = [{ type: 'xlMacrosheet', xml: one }, { xml: one }];
    expect(await readCells(file(writeXlsx({ sheets })))).toEqual(['A1 number 1']);
  });

  it('leaves out a sheet that leads nowhere, leaves one empty whose part is missing, and says both', async () => {
    const bytes = writeZip([
      {
        name: 'xl/workbook.xml',
        data: `<workbook><sheets><sheet name="a" r:id="no"/><sheet name="b" r:id="b"/></sheets></workbook>`,
      },
      {
        name: 'xl/_rels/workbook.xml.rels',
        data: relationshipsXml([{ id: 'b', type: 'worksheet', target: 'gone.xml' }]),
      },
    ]);
    await withReader(file(bytes), async (reader) => {
      expect(reader.sheets.map(({ name }) => name)).toEqual(['b']);
      const rows: unknown[] = [];
      await reader.readRows(reader.sheets[0]!, (row) => rows.push(row));
      expect(rows).toEqual([]);
      expect(await reader.layout(reader.sheets[0]!)).toMatchObject({ merges: [], complete: true });
      expect(await reader.figures(reader.sheets[0]!)).toEqual([]);
      expect(reader.warnings).toHaveLength(2);
    });
  });

  it('reads a sheet as often and in whatever order it is asked for', async () => {
    const two = sheetXml('<row r="2"><c r="B2"><v>2</v></c></row>', {
      after: '<mergeCells><mergeCell ref="A1:B1"/></mergeCells>',
    });
    await withReader(file(writeXlsx({ sheets: [{ xml: one }, { xml: two }] })), async (reader) => {
      const seen: string[] = [];
      for (const index of [1, 0, 0, 1, 1]) {
        await reader.readRows(reader.sheets[index]!, (row) => seen.push(`${index}:${row.row}`));
      }
      expect(seen).toEqual(['1:2', '0:1', '0:1', '1:2', '1:2']);
      expect((await reader.layout(reader.sheets[1]!)).merges).toHaveLength(1);
    });
  });

  it('hands out one row object', async () => {
    const xml = sheetXml('<row r="1"><c><v>1</v></c></row><row r="2"><c><v>2</v></c></row>');
    await withReader(file(writeXlsx({ sheets: [{ xml }] })), async (reader) => {
      const rows = new Set<unknown>();
      await reader.readRows(reader.sheets[0]!, (row) => rows.add(row));
      expect(rows.size).toBe(1);
    });
  });
});

/** How the parts of a package may name each other. */
const spellings: [what: string, root: string, rootTarget: string, sheet: string, target: string][] = [
  [
    'relative targets',
    'xl/workbook.xml',
    'xl/workbook.xml',
    'xl/worksheets/sheet1.xml',
    'worksheets/sheet1.xml',
  ],
  [
    'absolute targets',
    'xl/workbook.xml',
    '/xl/workbook.xml',
    'xl/worksheets/sheet1.xml',
    '/xl/worksheets/sheet1.xml',
  ],
  [
    'targets with dots',
    'xl/workbook.xml',
    './xl/x/../workbook.xml',
    'xl/worksheets/sheet1.xml',
    '../xl/./worksheets/sheet1.xml',
  ],
  [
    'targets with backslashes',
    'xl/workbook.xml',
    'xl\\workbook.xml',
    'xl/worksheets/sheet1.xml',
    'worksheets\\sheet1.xml',
  ],
  [
    'targets in other case',
    'XL/WorkBook.xml',
    'xl/workbook.xml',
    'xl/Worksheets/Sheet1.xml',
    'worksheets/SHEET1.XML',
  ],
  [
    'percent-encoded targets',
    'xl/workbook.xml',
    'xl/workbook.xml',
    'xl/my sheet ä.xml',
    'my%20sheet%20%C3%A4.xml',
  ],
  ['a workbook in the root', 'book.xml', 'book.xml', 'sheet.xml', 'sheet.xml'],
];

describe('packages', () => {
  it.each(spellings)('follows %s', async (_, root, rootTarget, sheet, target) => {
    const slash = root.lastIndexOf('/') + 1;
    const bytes = writeZip([
      {
        name: '_rels/.rels',
        data: relationshipsXml([{ id: 'a', type: 'officeDocument', target: rootTarget }]),
      },
      { name: root, data: '<workbook><sheets><sheet name="a" r:id="b"/></sheets></workbook>' },
      {
        name: `${root.slice(0, slash)}_rels/${root.slice(slash)}.rels`,
        data: relationshipsXml([{ id: 'b', type: 'worksheet', target }]),
      },
      { name: sheet, data: one },
    ]);
    expect(await readCells(file(bytes))).toEqual(['A1 number 1']);
  });

  it('reads the strict format, whose namespaces and relationship types are others', async () => {
    const strict = 'http://purl.oclc.org/ooxml';
    const bytes = writeZip([
      {
        name: '_rels/.rels',
        data: relationshipsXml([
          {
            id: 'a',
            type: `${strict}/officeDocument/relationships/officeDocument`,
            target: 'xl/workbook.xml',
          },
        ]),
      },
      {
        name: 'xl/workbook.xml',
        data: `<workbook xmlns="${strict}/spreadsheetml/main" xmlns:q="${strict}/officeDocument/relationships" conformance="strict"><workbookPr date1904="true"/><sheets><sheet name="a" sheetId="1" q:id="b"/></sheets></workbook>`,
      },
      {
        name: 'xl/_rels/workbook.xml.rels',
        data: relationshipsXml([
          { id: 'b', type: `${strict}/officeDocument/relationships/worksheet`, target: 'a.xml' },
        ]),
      },
      {
        name: 'xl/a.xml',
        data: one
          .replace(MAIN, `${strict}/spreadsheetml/main`)
          .replace(OFFICE_RELATIONSHIPS, `${strict}/officeDocument/relationships`),
      },
    ]);
    const date1904 = await withReader(file(bytes), (reader) => Promise.resolve(reader.date1904));
    expect(date1904).toBe(true);
    expect(await readCells(file(bytes))).toEqual(['A1 number 1']);
  });

  it.each(['utf16le', 'utf16be', 'latin1'] as const)('reads parts in %s', async (encoding) => {
    const name = encoding === 'latin1' ? 'ISO-8859-1' : 'UTF-16';
    const xml = `<?xml version="1.0" encoding="${name}"?><worksheet><sheetData><row r="1"><c r="A1" t="str"><v>Größe</v></c></row></sheetData></worksheet>`;
    const bytes = encoding === 'latin1' ? Buffer.from(xml, 'latin1') : Buffer.from(`\ufeff${xml}`, 'utf16le');
    const part = encoding === 'utf16be' ? bytes.swap16() : bytes;
    expect(await readCells(file(writeXlsx({ sheets: [{ xml: part }] })))).toEqual(['A1 text "Größe"']);
  });

  it('reads UTF-8 with a byte order mark', async () => {
    expect(await readCells(file(writeXlsx({ sheets: [{ xml: `\ufeff${one}` }] })))).toEqual(['A1 number 1']);
  });

  const others: [what: string, parts: { name: string; data: string }[], code: string][] = [
    ['an archive of something else', [{ name: 'readme.txt', data: 'x' }], 'unsupported'],
    [
      'a text document',
      [
        {
          name: '_rels/.rels',
          data: relationshipsXml([{ id: 'a', type: 'officeDocument', target: 'word/document.xml' }]),
        },
        { name: 'word/document.xml', data: '<w:document xmlns:w="w"/>' },
      ],
      'unsupported',
    ],
    [
      'a binary workbook',
      [
        {
          name: '_rels/.rels',
          data: relationshipsXml([{ id: 'a', type: 'officeDocument', target: 'xl/workbook.bin' }]),
        },
        { name: 'xl/workbook.bin', data: '\x83\x01' },
      ],
      'unsupported',
    ],
    ['an empty workbook part', [{ name: 'xl/workbook.xml', data: '' }], 'unsupported'],
  ];

  it.each(others)('refuses %s', async (_, parts, code) => {
    await expect(withReader(file(writeZip(parts)), () => Promise.resolve())).rejects.toMatchObject({
      name: 'SourceError',
      code,
    });
  });
});

const formats =
  '<numFmts count="2"><numFmt numFmtId="164" formatCode="yyyy\\-mm\\-dd"/><numFmt numFmtId="165" formatCode="0.0&quot; d&quot;"/><numFmt numFmtId="14" formatCode="0.000"/></numFmts>';
const cellFormats =
  '<cellStyleXfs><xf numFmtId="14"/></cellStyleXfs><cellXfs>' +
  [0, 164, 165, 14, 22, 4, 999].map((id) => `<xf numFmtId="${id}"/>`).join('') +
  '<xf/></cellXfs>';

describe('styles', () => {
  it('takes formats from the list of formats only, not from conditional ones that reuse their ids', async () => {
    const conditional = '<dxfs><dxf><numFmt numFmtId="14" formatCode="0.00%"/></dxf></dxfs>';
    const named = '<cellStyleXfs><xf numFmtId="9"/></cellStyleXfs>';
    const styles = `${named}<cellXfs><xf numFmtId="14"/></cellXfs>${named}${conditional}`;
    const bytes = writeXlsx({ sheets: [{ xml: one }], styles });
    expect(await readCells(file(bytes))).toEqual(['A1 date 1']);
  });

  it('gives the number format of each style, and knows which show dates', async () => {
    const cells = Array.from({ length: 9 }, (_, style) => `<c s="${style}"><v>1</v></c>`).join('');
    const bytes = writeXlsx({
      sheets: [{ xml: sheetXml(`<row r="1">${cells}</row>`) }],
      styles: formats + cellFormats,
    });
    const codes = await withReader(file(bytes), (reader) =>
      Promise.resolve(Array.from({ length: 9 }, (_, style) => reader.formatCode(style))),
    );
    expect(codes).toEqual([
      'General',
      'yyyy\\-mm\\-dd',
      '0.0" d"',
      '0.000',
      'm/d/yyyy h:mm',
      '#,##0.00',
      'General',
      'General',
      'General',
    ]);
    const kinds = (await readCells(file(bytes))).map((line) => line.split(' ')[1]);
    expect(kinds).toEqual([
      'number',
      'date',
      'number',
      'number',
      'date',
      'number',
      'number',
      'number',
      'number',
    ]);
  });
});
