import { tempFiles } from '../zip/temp-files';
import { readCells, withReader } from './read-cells';
import { MAIN, sheetXml, writeXlsx } from './write-xlsx';

const file = tempFiles();

const shared = '<si><t>zero</t></si><si><t>one</t></si><si><t/></si><si/>';
/** Styles 0 General, 1 a date, 2 a percentage. */
const styles = '<cellXfs><xf numFmtId="0"/><xf numFmtId="14"/><xf numFmtId="9"/></cellXfs>';

function cellsOf(rows: string, properties = ''): Promise<string[]> {
  return readCells(
    file(writeXlsx({ sheets: [{ xml: sheetXml(rows) }], sharedStrings: shared, styles, properties })),
  );
}

/** Content of a row 1 and the cells that it has. */
const values: [what: string, row: string, cells: string[]][] = [
  ['a whole number', '<c r="A1"><v>42</v></c>', ['A1 number 42']],
  ['a negative fraction', '<c r="A1"><v>-1.25</v></c>', ['A1 number -1.25']],
  ['a number with an exponent', '<c r="A1"><v>1.5E-7</v></c>', ['A1 number 1.5e-7']],
  ['17 digits', '<c r="A1"><v>0.10000000000000001</v></c>', ['A1 number 0.1']],
  [
    'more digits than a double holds',
    '<c r="A1"><v>123456789012345678901234567890</v></c>',
    ['A1 number 1.2345678901234568e+29'],
  ],
  ['a number between spaces', '<c r="A1"><v> 7 </v></c>', ['A1 number 7']],
  ['minus zero', '<c r="A1"><v>-0</v></c>', ['A1 number 0']],
  ['a number that says its type', '<c r="A1" t="n"><v>1</v></c>', ['A1 number 1']],
  ['a number cell without a number', '<c r="A1"><v>n/a</v></c>', ['A1 text "n/a"']],
  ['a number too large for a double', '<c r="A1"><v>1E+400</v></c>', ['A1 text "1E+400"']],
  ['a number in a date style', '<c r="A1" s="1"><v>45000.5</v></c>', ['A1 date 45000.5']],
  ['a number in another style', '<c r="A1" s="2"><v>0.5</v></c>', ['A1 number 0.5']],
  ['a number in a style that does not exist', '<c r="A1" s="77"><v>5</v></c>', ['A1 number 5']],
  [
    'true and false',
    '<c r="A1" t="b"><v>1</v></c><c r="B1" t="b"><v>0</v></c>',
    ['A1 boolean 1', 'B1 boolean 0'],
  ],
  [
    'true and false in words',
    '<c r="A1" t="b"><v>true</v></c><c r="B1" t="b"><v>FALSE</v></c>',
    ['A1 boolean 1', 'B1 boolean 0'],
  ],
  ['an error', '<c r="A1" t="e"><v>#DIV/0!</v></c>', ['A1 error "#DIV/0!"']],
  ['an ISO date', '<c r="A1" t="d"><v>2024-02-29</v></c>', ['A1 date 45351']],
  ['an ISO date and time', '<c r="A1" t="d"><v>2024-02-29T12:00:00.000Z</v></c>', ['A1 date 45351.5']],
  ['an ISO time', '<c r="A1" t="d"><v>18:00</v></c>', ['A1 date 0.75']],
  ['an ISO date that is none', '<c r="A1" t="d"><v>soon</v></c>', ['A1 text "soon"']],
  ['a shared string', '<c r="A1" t="s"><v>1</v></c>', ['A1 text "one"']],
  ['a shared string behind spaces', '<c r="A1" t="s"><v> 1</v></c>', ['A1 text "one"']],
  ['empty shared strings as blanks', '<c r="A1" t="s"><v>2</v></c><c r="B1" t="s"><v>3</v></c>', []],
  [
    'shared strings that do not exist',
    '<c r="A1" t="s"><v>4</v></c><c r="B1" t="s"><v>-1</v></c><c r="C1" t="s"><v>256</v></c>',
    [],
  ],
  ['the text of a formula', '<c r="A1" t="str"><f>B1</f><v>x &amp; y</v></c>', ['A1 text "x & y" =']],
  ['an inline string', '<c r="A1" t="inlineStr"><is><t>in line</t></is></c>', ['A1 text "in line"']],
  ['an inline string of digits', '<c r="A1" t="inlineStr"><is><t>007</t></is></c>', ['A1 text "007"']],
  ['an inline string without its type', '<c r="A1"><is><t>12</t></is></c>', ['A1 text "12"']],
  [
    'a rich inline string',
    '<c r="A1" t="inlineStr"><is><r><rPr><b/></rPr><t>bo</t></r><r><t xml:space="preserve">ld </t></r></is></c>',
    ['A1 text "bold "'],
  ],
  ['a type that no version knows', '<c r="A1" t="zzz"><v>5</v></c>', ['A1 text "5"']],
  ['a formula of numbers', '<c r="A1"><f>1+1</f><v>2</v></c>', ['A1 number 2 =']],
  [
    'a shared formula',
    '<c r="A1"><f t="shared" ref="A1:B1" si="0">C1*2</f><v>4</v></c><c r="B1"><f t="shared" si="0"/><v>6</v></c>',
    ['A1 number 4 =', 'B1 number 6 ='],
  ],
  [
    'an array formula',
    '<c r="A1" cm="1"><f t="array" ref="A1">SUM(B1:B2&gt;1)</f><v>3</v></c>',
    ['A1 number 3 ='],
  ],
  [
    'formulas without a value as their texts',
    '<c r="A1"><f>NOW()</f></c><c r="B1"><f>A1&amp;"&lt;"</f><v/></c><c r="C1"><f>A1</f><v></v></c><c r="D1"><f/></c>',
    ['A1 formula "=NOW()" =', 'B1 formula "=A1&\\"<\\"" =', 'C1 formula "=A1" ='],
  ],
  [
    'the formula of an array, and one of later functions, without values',
    '<c r="A1"><f t="array" ref="A1:A2"><![CDATA[B1:B2>1]]></f></c><c r="B1"><f>_xlfn._xlws.FILTER(A1:A2,_xlfn.SINGLE(A1))</f></c>',
    ['A1 formula "=B1:B2>1" =', 'B1 formula "=FILTER(A1:A2,SINGLE(A1))" ='],
  ],
  [
    'the inputs of data tables without values',
    '<c r="A1"><f t="dataTable" ref="A1:B2" dt2D="1" r1="D1" r2="D2"/></c><c r="B1"><f t="dataTable" ref="B1" dtr="1" r1="D1"/></c><c r="C1"><f t="dataTable" ref="C1" r1="D1"/></c>',
    ['A1 formula "=TABLE(D1,D2)" =', 'B1 formula "=TABLE(D1,)" =', 'C1 formula "=TABLE(,D1)" ='],
  ],
  [
    'a shared formula without values, moved with each cell',
    '<c r="A1"><f t="shared" ref="A1:C1" si="0">D1*$E$1+SUM(F:F,$F:G,2:2)&amp;"A1"+LOG10(XFD1)+Name_A1+\'A1\'!B$3</f></c><c r="B1"><f t="shared" si="0"/></c><c r="C1"><f t="shared" si="9"/></c>',
    [
      `A1 formula "=D1*$E$1+SUM(F:F,$F:G,2:2)&\\"A1\\"+LOG10(XFD1)+Name_A1+'A1'!B$3" =`,
      `B1 formula "=E1*$E$1+SUM(G:G,$F:H,2:2)&\\"A1\\"+LOG10(#REF!)+Name_A1+'A1'!C$3" =`,
      'C1 formula "=(unreadable formula)" =',
    ],
  ],
  [
    'a formula of more characters than a formula has',
    `<c r="A1"><f>${'1+'.repeat(5_000)}1</f></c>`,
    ['A1 formula "=(unreadable formula)" ='],
  ],
  ['a formula with an empty text', '<c r="A1" t="str"><f>""</f><v></v></c>', []],
  ['blanks with a style', '<c r="A1" s="1"/><c r="B1" s="2"></c><c r="C1"><v>1</v></c>', ['C1 number 1']],
  [
    'characters by number',
    '<c r="A1" t="str"><v>&#65;&#x42;&#x1F600;&quot;&apos;&lt;&gt;</v></c>',
    ['A1 text "AB😀\\"\'<>"'],
  ],
  ['entities that are not declared', '<c r="A1" t="str"><v>&nope; &</v></c>', ['A1 text "&nope; &"']],
  [
    'character numbers that are no characters',
    '<c r="A1" t="str"><v>&#0;&#xD800;&#x110000;</v></c>',
    ['A1 text "\ufffd\ufffd\ufffd"'],
  ],
  ['CDATA', '<c r="A1" t="str"><v>a<![CDATA[<b> & ]]>c</v></c>', ['A1 text "a<b> & c"']],
  [
    'a comment inside a value',
    '<c r="A1" t="str"><v>a<!-- no -->b</v></c><c r="B1"><v>1<!-- no -->2</v></c>',
    ['A1 text "ab"', 'B1 number 12'],
  ],
  ['escaped characters', '<c r="A1" t="str"><v>a_x000D_b_x0041_</v></c>', ['A1 text "a\\rbA"']],
  ['an escaped escape', '<c r="A1" t="str"><v>_x005F_x000D_</v></c>', ['A1 text "_x000D_"']],
  [
    'what only looks like an escape',
    '<c r="A1" t="str"><v>_x00_ _xZZZZ_ a_b _x</v></c>',
    ['A1 text "_x00_ _xZZZZ_ a_b _x"'],
  ],
  [
    'an escaped pair, and half of one',
    '<c r="A1" t="str"><v>_xD83D__xDE00_ _xD83D_</v></c>',
    ['A1 text "😀 \ufffd"'],
  ],
  ['line ends as one kind', '<c r="A1" t="str"><v>a\r\nb\rc\nd</v></c>', ['A1 text "a\\nb\\nc\\nd"']],
  ['text of other alphabets', '<c r="A1" t="str"><v>Größe 東京 😀</v></c>', ['A1 text "Größe 東京 😀"']],
  ['leading and trailing spaces', '<c r="A1" t="str"><v xml:space="preserve"> x </v></c>', ['A1 text " x "']],
];

/** Content of the rows and the cells that they have. */
const places: [what: string, rows: string, cells: string[]][] = [
  [
    'cells without a place',
    '<row><c><v>1</v></c><c/><c><v>3</v></c></row><row><c><v>4</v></c></row>',
    ['A1 number 1', 'C1 number 3', 'A2 number 4'],
  ],
  [
    'rows without a place whose cells have one',
    '<row><c r="B7"><v>1</v></c></row><row><c r="C8"><v>2</v></c></row>',
    ['B7 number 1', 'C8 number 2'],
  ],
  [
    'cells without a place behind others',
    '<row r="3"><c r="D3"><v>1</v></c><c><v>2</v></c></row>',
    ['D3 number 1', 'E3 number 2'],
  ],
  [
    'rows that follow by themselves',
    '<row r="5"><c><v>1</v></c></row><row><c><v>2</v></c></row>',
    ['A5 number 1', 'A6 number 2'],
  ],
  [
    'cells whose place is only a number, which is no place',
    '<row r="7"><c r="0"><v>1</v></c><c r="9"><v>2</v></c></row>',
    ['A7 number 1', 'B7 number 2'],
  ],
  [
    'rows and cells that count from zero',
    '<row r="0"><c r="A0"><v>1</v></c></row><row r="2"><c r="A2"><v>2</v></c></row>',
    ['A1 number 1', 'A2 number 2'],
  ],
  [
    'lower case, other quotes, spaces, other attributes',
    `<row  spans='1:2' r = '2' ht=">" ><c s='0'  r = 'b2' x:y="9" ><v>1</v></c></row >`,
    ['B2 number 1'],
  ],
  [
    'the last place of a sheet',
    '<row r="1048576"><c r="XFD1048576"><v>1</v></c></row>',
    ['XFD1048576 number 1'],
  ],
  [
    'the first place and the last',
    '<row r="1"><c r="A1"><v>1</v></c></row><row r="1048576"><c r="XFD1048576"><v>2</v></c></row>',
    ['A1 number 1', 'XFD1048576 number 2'],
  ],
  [
    'hidden rows',
    '<row r="1" hidden="1"><c r="A1"><v>1</v></c></row><row r="2" hidden="true"><c r="A2"><v>2</v></c></row><row r="3" hidden="0"><c r="A3"><v>3</v></c></row>',
    ['A1 number 1 ~', 'A2 number 2 ~', 'A3 number 3'],
  ],
  [
    'cells of a row out of order',
    '<row r="1"><c r="C1"><v>3</v></c><c r="A1"><v>1</v></c><c r="B1" t="s"><v>0</v></c></row>',
    ['A1 number 1', 'B1 text "zero"', 'C1 number 3'],
  ],
  [
    'the last of several cells in one place',
    '<row r="1"><c r="A1"><v>1</v></c><c r="B1"><v>2</v></c><c r="A1"><v>9</v></c></row>',
    ['A1 number 9', 'B1 number 2'],
  ],
  [
    'rows out of order',
    '<row r="3"><c r="A3"><v>3</v></c></row><row r="1"><c r="A1"><v>1</v></c></row><row><c><v>2</v></c></row>',
    ['A1 number 1', 'A2 number 2', 'A3 number 3'],
  ],
  [
    'a row in two pieces',
    '<row r="1"><c r="A1"><v>1</v></c></row><row r="1"><c r="B1"><v>2</v></c></row>',
    ['A1 number 1', 'B1 number 2'],
  ],
  [
    'a row in two pieces that are apart',
    '<row r="1"><c r="B1"><v>1</v></c></row><row r="2"><c r="A2"><v>2</v></c></row><row r="1"><c r="A1"><v>3</v></c></row>',
    ['A1 number 3', 'B1 number 1', 'A2 number 2'],
  ],
  [
    'a cell that says that it is in the next row',
    '<row r="1"><c r="A1"><v>1</v></c><c r="A2"><v>2</v></c></row><row r="2"><c r="B2"><v>3</v></c></row>',
    ['A1 number 1', 'A2 number 2', 'B2 number 3'],
  ],
  [
    'comments and instructions between cells',
    '<!-- <row r="9"> --><row r="1"><?pi <c r="X1"> ?><c r="A1"><v>1</v><!-- </c> --></c></row>',
    ['A1 number 1'],
  ],
  [
    'what no version of the format has',
    '<row r="1"><c r="A1"><new>9</new><v>1</v><extLst><ext>8</ext></extLst></c><d r="B1"><w>2</w></d></row>',
    ['A1 number 1'],
  ],
  ['no rows', '', []],
  ['rows without cells', '<row r="1"/><row r="2"></row>', []],
];

describe('cells', () => {
  it.each(values)('gives %s', async (_, row, cells) => {
    expect(await cellsOf(`<row r="1">${row}</row>`)).toEqual(cells);
  });

  it.each(places)('gives the places of %s', async (_, rows, cells) => {
    expect(await cellsOf(rows)).toEqual(cells);
  });

  it('counts the days of ISO dates from 1904 where the workbook does', async () => {
    const rows = '<row r="1"><c r="A1" t="d"><v>2024-02-29</v></c><c r="B1" s="1"><v>1</v></c></row>';
    expect(await cellsOf(rows, '<workbookPr date1904="1"/>')).toEqual(['A1 date 43889', 'B1 date 1']);
  });

  it('counts ISO dates before March 1900 as spreadsheets do', async () => {
    const rows =
      '<row r="1"><c r="A1" t="d"><v>1900-01-01</v></c><c r="B1" t="d"><v>1900-03-01</v></c></row>';
    expect(await cellsOf(rows)).toEqual(['A1 date 1', 'B1 date 61']);
  });

  it.each(['x', 'spreadsheet_1', 'c'])('reads elements with the prefix %s', async (p) => {
    const rows = `<${p}:row r="1"><${p}:c r="A1" t="s"><${p}:v>1</${p}:v></${p}:c><${p}:c r="B1"><${p}:f>A1</${p}:f><${p}:v>2</${p}:v></${p}:c><${p}:c r="C1" t="inlineStr"><${p}:is><${p}:t>x</${p}:t></${p}:is></${p}:c><${p}:c r="D1"/></${p}:row>`;
    const xml = `<${p}:worksheet xmlns:${p}="${MAIN}"><${p}:sheetData>${rows}</${p}:sheetData></${p}:worksheet>`;
    const bytes = writeXlsx({ sheets: [{ xml }], sharedStrings: shared });
    expect(await readCells(file(bytes))).toEqual(['A1 text "one"', 'B1 number 2 =', 'C1 text "x"']);
  });

  it('says that cells point to texts that do not exist', async () => {
    const rows = '<row r="1"><c r="A1" t="s"><v>9</v></c></row>';
    await withReader(file(writeXlsx({ sheets: [{ xml: sheetXml(rows) }] })), async (reader) => {
      await reader.readRows(reader.sheets[0]!, () => undefined);
      expect(reader.warnings).toHaveLength(1);
    });
  });
});
