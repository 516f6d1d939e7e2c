import { type SheetLayout } from '../../src/workbook-reader';
import { defaultXlsxLimits, type XlsxLimits } from '../../src/xlsx';
import { tempFiles } from '../zip/temp-files';
import { type ZipPart } from '../zip/write-zip';
import { readCells, withReader } from './read-cells';
import { MAIN, sheetXml, type TestRelationship, writeXlsx } from './write-xlsx';

const file = tempFiles();
const threaded = 'http://schemas.microsoft.com/office/2017/10/relationships/threadedComment';
const person = 'http://schemas.microsoft.com/office/2017/10/relationships/person';

interface Surroundings {
  before?: string;
  after?: string;
  relationships?: TestRelationship[];
  parts?: ZipPart[];
  workbookRelationships?: TestRelationship[];
}

function layoutOf(surroundings: Surroundings, limits?: XlsxLimits): Promise<SheetLayout> {
  const { relationships = [], parts = [], workbookRelationships = [] } = surroundings;
  const xml = sheetXml('<row r="1"><c r="A1"><v>1</v></c></row>', surroundings);
  const bytes = writeXlsx({ sheets: [{ xml, relationships }], parts, relationships: workbookRelationships });
  return withReader(file(bytes), (reader) => reader.layout(reader.sheets[0]!), limits);
}

function merges(...references: string[]): string {
  return `<mergeCells>${references.map((ref) => `<mergeCell ref="${ref}"/>`).join('')}</mergeCells>`;
}

describe('layout', () => {
  it('gives merged ranges, also of the whole sheet, and leaves out what no sheet has', async () => {
    const after = merges(
      'A1:C2',
      '$B$3:$B$9',
      'D9:C8',
      'A1:XFD1048576',
      'E:F',
      '4:5',
      'G7',
      '',
      'x',
      'A0',
      'A1048577',
      'XFE1',
      'A1:B2:C3',
    );
    expect((await layoutOf({ after })).merges).toEqual([
      { firstRow: 1, lastRow: 2, firstColumn: 0, lastColumn: 2 },
      { firstRow: 3, lastRow: 9, firstColumn: 1, lastColumn: 1 },
      { firstRow: 8, lastRow: 9, firstColumn: 2, lastColumn: 3 },
      { firstRow: 1, lastRow: 1_048_576, firstColumn: 0, lastColumn: 16_383 },
      { firstRow: 1, lastRow: 1_048_576, firstColumn: 4, lastColumn: 5 },
      { firstRow: 4, lastRow: 5, firstColumn: 0, lastColumn: 16_383 },
      { firstRow: 7, lastRow: 7, firstColumn: 6, lastColumn: 6 },
      { firstRow: 1, lastRow: 2, firstColumn: 0, lastColumn: 1 },
    ]);
  });

  it('gives hidden columns, neighbours as one', async () => {
    const before =
      '<cols><col min="1" max="1" width="9"/><col min="2" max="3" hidden="1"/><col min="4" max="4" hidden="true"/>' +
      '<col min="7" max="99999" hidden="1"/><col min="0" max="2" hidden="1"/><col min="5" max="4" hidden="1"/></cols>';
    expect((await layoutOf({ before })).hiddenColumns).toEqual([
      { first: 1, last: 3 },
      { first: 6, last: 16_383 },
    ]);
  });

  it('gives links into the web, into files and into the workbook, each by its first cell', async () => {
    const after =
      '<hyperlinks><hyperlink ref="A1" r:id="web"/><hyperlink ref="B2:C3" r:id="web" location="part" display="x"/>' +
      '<hyperlink ref="D4" location="\'Other sheet\'!A1"/><hyperlink ref="E5" r:id="gone"/><hyperlink ref="F6" tooltip="x"/>' +
      '<hyperlink ref="A1:XFD1048576" r:id="file"/><hyperlink ref="??" r:id="web"/></hyperlinks>';
    const relationships = [
      { id: 'web', type: 'hyperlink', target: 'https://example.org/?a=1&amp;b=2', external: true },
      { id: 'file', type: 'hyperlink', target: 'file:///C:\\x%20y.xlsx', external: true },
    ];
    expect((await layoutOf({ after, relationships })).links).toEqual([
      { cell: 'A1', url: 'https://example.org/?a=1&b=2' },
      { cell: 'B2', url: 'https://example.org/?a=1&b=2#part' },
      { cell: 'D4', url: "#'Other sheet'!A1" },
      { cell: 'A1', url: 'file:///C:\\x%20y.xlsx' },
    ]);
  });

  it('gives declared tables with their header and totals rows', async () => {
    const table = (attributes: string) =>
      `<table xmlns="${MAIN}" id="1" ${attributes}><tableColumns/></table>`;
    const layout = await layoutOf({
      after: '<tableParts><tablePart r:id="t1"/></tableParts>',
      relationships: ['a', 'b', 'c'].map((id) => ({ id, type: 'table', target: `../tables/${id}.xml` })),
      parts: [
        {
          name: 'xl/tables/a.xml',
          data: table('name="x" displayName="Sales_x0041_" ref="A3:D9" totalsRowCount="1"'),
        },
        { name: 'xl/tables/b.xml', data: table('name="Bare" ref="F1:G2" headerRowCount="0"') },
        { name: 'xl/tables/c.xml', data: table('name="Nowhere"') },
      ],
    });
    expect(layout.tables).toEqual([
      {
        name: 'SalesA',
        range: { firstRow: 3, lastRow: 9, firstColumn: 0, lastColumn: 3 },
        headerRows: 1,
        totalsRows: 1,
      },
      {
        name: 'Bare',
        range: { firstRow: 1, lastRow: 2, firstColumn: 5, lastColumn: 6 },
        headerRows: 0,
        totalsRows: 0,
      },
    ]);
  });

  const notes =
    `<comments xmlns="${MAIN}"><authors><author>Ann &amp; Bo</author><author/><author>tc={1}</author></authors><commentList>` +
    '<comment ref="B2" authorId="0"><text><r><rPr><b/></rPr><t>Ann:\n</t></r><r><t xml:space="preserve">look </t></r><rPh sb="0" eb="1"><t>no</t></rPh></text></comment>' +
    '<comment ref="C3" authorId="1"><text><t>plain_x000D_</t></text></comment>' +
    '<comment ref="D4" authorId="2"><text><t>[Threaded comment] Your version…</t></text></comment>' +
    '<comment ref="E5" authorId="9"><text/></comment>' +
    '<comment ref="nowhere" authorId="0"><text><t>lost</t></text></comment></commentList></comments>';

  it('gives notes with their authors as plain text', async () => {
    const layout = await layoutOf({
      relationships: [{ id: 'c', type: 'comments', target: '../comments1.xml' }],
      parts: [{ name: 'xl/comments1.xml', data: notes }],
    });
    expect(layout.comments).toEqual([
      { cell: 'B2', author: 'Ann & Bo', text: 'Ann:\nlook ' },
      { cell: 'C3', author: null, text: 'plain\r' },
      { cell: 'D4', author: 'tc={1}', text: '[Threaded comment] Your version…' },
    ]);
  });

  it('gives threaded comments and replies in place of what older programs show for them', async () => {
    const thread =
      '<ThreadedComments><threadedComment ref="D4" personId="{p}" id="{1}"><text>Is this right?</text></threadedComment>' +
      '<threadedComment ref="D4" personId="{?}" id="{2}" parentId="{1}"><text>Yes</text><mentions/></threadedComment></ThreadedComments>';
    const layout = await layoutOf({
      relationships: [
        { id: 'c', type: 'comments', target: '../comments1.xml' },
        { id: 't', type: threaded, target: '../threadedComments/threadedComment1.xml' },
      ],
      parts: [
        { name: 'xl/comments1.xml', data: notes },
        { name: 'xl/threadedComments/threadedComment1.xml', data: thread },
        {
          name: 'xl/persons/person.xml',
          data: '<personList><person displayName="Cy" id="{p}"/></personList>',
        },
      ],
      workbookRelationships: [{ id: 'p', type: person, target: 'persons/person.xml' }],
    });
    expect(layout.comments.slice(2)).toEqual([
      { cell: 'D4', author: 'Cy', text: 'Is this right?' },
      { cell: 'D4', author: null, text: 'Yes' },
    ]);
  });

  it('says that it is incomplete where the part is too large to be read first, and still reads the rows', async () => {
    const limits = { ...defaultXlsxLimits, sheetInMemoryBytesMax: 100 };
    const surroundings = {
      before: '<cols><col min="2" max="2" hidden="1"/></cols>',
      after: merges('A1:B2'),
      relationships: [{ id: 'c', type: 'comments', target: '../comments1.xml' }],
      parts: [{ name: 'xl/comments1.xml', data: notes }],
    };
    const layout = await layoutOf(surroundings, limits);
    expect(layout).toMatchObject({
      complete: false,
      merges: [],
      links: [],
      hiddenColumns: [{ first: 1, last: 1 }],
    });
    expect(layout.comments).toHaveLength(3);
    const xml = sheetXml('<row r="1"><c r="A1"><v>1</v></c></row>', surroundings);
    expect(await readCells(file(writeXlsx({ sheets: [{ xml }] })), limits)).toEqual(['A1 number 1']);
  });

  it.each([
    ['x:', 'xmlns:x'],
    ['main:', 'xmlns:main'],
    ['', 'xmlns'],
  ])('finds what is behind the rows of a sheet with the prefix "%s"', async (p, declaration) => {
    const xml = `<${p}worksheet ${declaration}="${MAIN}"><${p}sheetData><${p}row r="1"><${p}c><${p}v>1</${p}v></${p}c></${p}row></${p}sheetData><${p}mergeCells><${p}mergeCell ref="A1:B1"/></${p}mergeCells><!-- sheetData> --></${p}worksheet>`;
    const bytes = writeXlsx({ sheets: [{ xml }] });
    const { merges: found } = await withReader(file(bytes), (reader) => reader.layout(reader.sheets[0]!));
    expect(found).toHaveLength(1);
  });

  it.each(['<sheetData/>', '<sheetData />', '<sheetData></sheetData>', ''])(
    'reads around %j',
    async (rows) => {
      const xml = `<worksheet><cols><col min="1" max="1" hidden="1"/></cols>${rows}${merges('A1:B1')}</worksheet>`;
      const path = file(writeXlsx({ sheets: [{ xml }] }));
      expect(await withReader(path, (reader) => reader.layout(reader.sheets[0]!))).toMatchObject({
        hiddenColumns: [{ first: 0, last: 0 }],
        merges: [{ lastColumn: 1 }],
      });
      expect(await readCells(path)).toEqual([]);
    },
  );
});
