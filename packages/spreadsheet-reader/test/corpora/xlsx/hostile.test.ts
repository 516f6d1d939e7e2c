import { defaultXlsxLimits, type XlsxLimits } from '../../../src/xlsx';
import { tempFiles } from '../../zip/temp-files';
import { writeZip } from '../../zip/write-zip';
import { readCells, withReader } from '../../xlsx/read-cells';
import { MAIN, relationshipsXml, sheetXml, type TestWorkbook, writeXlsx } from '../../xlsx/write-xlsx';

const file = tempFiles();
const MIB = 1024 * 1024;
const one = '<row r="1"><c r="A1"><v>1</v></c></row>';
const tiny: XlsxLimits = { ...defaultXlsxLimits, sheetInMemoryBytesMax: 0 };

/** Everything that a parse asks of a workbook. */
async function readEverything(bytes: Buffer, limits?: XlsxLimits): Promise<string[]> {
  const path = file(bytes);
  await withReader(
    path,
    async (reader) => {
      for (const sheet of reader.sheets) {
        await reader.layout(sheet);
        await reader.figures(sheet);
      }
    },
    limits,
  );
  return readCells(path, limits);
}

const workbookOf = (rows: string, more: Partial<TestWorkbook> = {}) =>
  writeXlsx({ sheets: [{ xml: sheetXml(rows) }], ...more });

function withPart(
  name: string,
  data: string,
  relationship: { id: string; type: string; target: string },
): Buffer {
  return writeXlsx({
    sheets: [{ xml: sheetXml(one), relationships: [relationship] }],
    parts: [{ name, data }],
  });
}

const singleCell = { code: 'too_large', message: expect.stringContaining('single cell') as string };
const dtd =
  '<!DOCTYPE x [<!ENTITY a "aaaaaaaaaa"><!ENTITY b "&a;&a;&a;&a;"><!ENTITY file SYSTEM "file:///etc/passwd">]>';
const withDtd = (xml: string) => `<?xml version="1.0"?>${dtd}${xml.replace('<?xml version="1.0"?>', '')}`;

const documentTypes: [where: string, bytes: Buffer][] = [
  [
    'shared strings',
    workbookOf(one.replace('<c r="A1">', '<c r="A1" t="s">'), {
      sharedStrings: Buffer.from(withDtd(`<sst xmlns="${MAIN}"><si><t>&b;&file;</t></si></sst>`)),
    }),
  ],
  ['a sheet', writeXlsx({ sheets: [{ xml: withDtd(sheetXml(one)) }] })],
  ['a sheet, among its rows', workbookOf(`<!DOCTYPE x>${one}`)],
  ['a sheet, in a cell', workbookOf('<row r="1"><c r="A1" t="str"><v>x<!ENTITY a "b"></v></c></row>')],
  [
    'a comment part',
    withPart('xl/c.xml', withDtd('<comments/>'), { id: 'c', type: 'comments', target: '../c.xml' }),
  ],
  ['a table part', withPart('xl/t.xml', withDtd('<table/>'), { id: 't', type: 'table', target: '../t.xml' })],
  [
    'the workbook part',
    writeZip([{ name: 'xl/workbook.xml', data: withDtd('<workbook><sheets/></workbook>') }]),
  ],
  [
    'relationships',
    writeZip([
      { name: '_rels/.rels', data: withDtd(relationshipsXml([])) },
      { name: 'xl/workbook.xml', data: '<workbook/>' },
    ]),
  ],
];

const outOfBounds: [what: string, rows: string][] = [
  ['a row with the number 4,294,967,295', '<row r="4294967295"><c><v>1</v></c></row>'],
  ['a row behind the last', '<row r="1048577"/>'],
  ['a row behind the last by counting', '<row r="1048576"/><row/>'],
  ['a cell in a row behind the last', '<row r="1"><c r="A1048577"><v>1</v></c></row>'],
  ['a cell behind column XFD', '<row r="1"><c r="XFE1"><v>1</v></c></row>'],
  ['a cell behind column XFD by counting', '<row r="1"><c r="XFD1"/><c><v>1</v></c></row>'],
  ['a column of a million letters', `<row r="1"><c r="${'Z'.repeat(1_000_000)}1"><v>1</v></c></row>`],
];

const cutOff: [what: string, xml: string][] = [
  ['ends between rows', sheetXml(one).replace(/<\/sheetData>.*/s, '')],
  ['ends in a cell', sheetXml(one).replace(/<\/v>.*/s, '')],
  ['ends in a tag', sheetXml(one).replace(/"A1">.*/s, '')],
  ['ends in a comment', sheetXml('<!-- ')],
  ['has a quote that never closes', sheetXml('<row r="1"><c r="A1><v>1</v></c></row>')],
  ['ends before its rows', '<worksheet><cols>'],
  [
    'ends behind its rows, in a tag',
    `${sheetXml(one).replace('</worksheet>', '')}<mergeCells><mergeCell ref="A1:`,
  ],
];

describe('hostile workbooks', () => {
  it.each(documentTypes)('refuses a document type in %s', async (_, bytes) => {
    await expect(readEverything(bytes)).rejects.toMatchObject({ name: 'SourceError', code: 'corrupt' });
  });

  it.each(outOfBounds)('refuses %s', async (_, rows) => {
    const refusal = { name: 'SourceError', code: 'corrupt' };
    await expect(readEverything(workbookOf(rows))).rejects.toMatchObject(refusal);
    await expect(readEverything(workbookOf(rows), tiny)).rejects.toMatchObject(refusal);
  });

  it.each(cutOff)('refuses a sheet that %s', async (_, xml) => {
    await expect(readEverything(writeXlsx({ sheets: [{ xml }] }))).rejects.toMatchObject({ code: 'corrupt' });
  });

  it('refuses rows out of order in a sheet that is too large to be sorted', async () => {
    const rows = '<row r="2"><c><v>2</v></c></row><row r="1"><c><v>1</v></c></row>';
    await expect(readEverything(workbookOf(rows), tiny)).rejects.toMatchObject({ code: 'corrupt' });
  });

  it('ignores counts of four billion', async () => {
    const sharedStrings = Buffer.from(
      `<sst xmlns="${MAIN}" count="4294967295" uniqueCount="4294967295"><si><t>a</t></si></sst>`,
    );
    const rows = '<row r="1"><c r="A1" t="s"><v>0</v></c><c r="B1" t="s"><v>4294967295</v></c></row>';
    expect(await readEverything(workbookOf(rows, { sharedStrings }))).toEqual(['A1 text "a"']);
  });

  it('reads 50,000 cells that share a text of a megabyte, but not more text than a sheet may have', async () => {
    const bytes = writeXlsx({
      sheets: [
        {
          xml: sheetXml(
            `<row r="1">${'<c t="s"><v>0</v></c>'.repeat(1_000)}</row>`.replace('r="1"', '').repeat(50),
          ),
        },
      ],
      sharedStrings: `<si><t>${'x'.repeat(MIB)}</t></si>`,
      stored: true,
    });
    const countChars = (limits?: XlsxLimits) =>
      withReader(
        file(bytes),
        async (reader) => {
          let chars = 0;
          await reader.readRows(reader.sheets[0]!, (row) => {
            for (let cell = 0; cell < row.length; cell++) chars += row.text[cell]!.length;
          });
          return chars;
        },
        limits,
      );
    expect(await countChars({ ...defaultXlsxLimits, sheetTextCharsMax: 50_000 * MIB })).toBe(50_000 * MIB);
    await expect(countChars()).rejects.toMatchObject({ code: 'too_large' });
  });

  it('ignores a dimension over the whole sheet', async () => {
    const xml = sheetXml(one, { before: '<dimension ref="A1:XFD1048576"/>' });
    expect(await readEverything(writeXlsx({ sheets: [{ xml }] }))).toEqual(['A1 number 1']);
  });

  it('gives 300,000 merged ranges', async () => {
    const merges = Array.from(
      { length: 300_000 },
      (_, index) => `<mergeCell ref="A${index + 1}:B${index + 1}"/>`,
    );
    const xml = sheetXml(one, { after: `<mergeCells>${merges.join('')}</mergeCells>` });
    const layout = await withReader(file(writeXlsx({ sheets: [{ xml }] })), (reader) =>
      reader.layout(reader.sheets[0]!),
    );
    expect(layout.merges).toHaveLength(300_000);
    expect(layout.complete).toBe(true);
  });

  it('refuses 20,000 sheets, with a part each or with one for all', async () => {
    const parts = writeXlsx({ sheets: Array.from({ length: 20_000 }, () => ({ xml: '' })) });
    await expect(readEverything(parts)).rejects.toMatchObject({ code: 'too_large' });
    const list = '<sheet name="a" r:id="a"/>'.repeat(20_000);
    const shared = writeZip([
      { name: 'xl/workbook.xml', data: `<workbook><sheets>${list}</sheets></workbook>` },
      {
        name: 'xl/_rels/workbook.xml.rels',
        data: relationshipsXml([{ id: 'a', type: 'worksheet', target: 'a.xml' }]),
      },
      { name: 'xl/a.xml', data: sheetXml(one) },
    ]);
    await expect(readEverything(shared)).rejects.toMatchObject({ code: 'too_large' });
  });

  const hugeCells: [
    megabytes: number,
    where: string,
    row: (text: string) => string,
    shared: (text: string) => string,
  ][] = [
    [100, 'a value', (text) => `<c r="A1" t="str"><v>${text}</v></c>`, () => ''],
    [100, 'a shared string', () => '<c r="A1" t="s"><v>0</v></c>', (text) => `<si><t>${text}</t></si>`],
    [40, 'an inline string', (text) => `<c r="A1" t="inlineStr"><is><t>${text}</t></is></c>`, () => ''],
    [40, 'a formula', (text) => `<c r="A1"><f>${text}</f><v>1</v></c>`, () => ''],
    [40, 'an attribute', (text) => `<c r="A1" t="${text}"><v>1</v></c>`, () => ''],
  ];

  it.each(hugeCells)('refuses %d MB in one cell as %s', async (megabytes, _, row, shared) => {
    const text = 'x'.repeat(megabytes * MIB);
    // Stored as it is, or it would be refused as a bomb.
    const bytes = workbookOf(`<row r="1">${row(text)}</row>`, { sharedStrings: shared(text), stored: true });
    await expect(readEverything(bytes)).rejects.toMatchObject(singleCell);
  });

  it('refuses a cell of 20 MB in a sheet that is read whole', async () => {
    const rows = `<row r="1"><c r="A1" t="str"><v>${'x'.repeat(20 * MIB)}</v></c></row>`;
    await expect(readEverything(workbookOf(rows, { stored: true }))).rejects.toMatchObject(singleCell);
  });

  it('refuses more cells than a sheet may have', async () => {
    const limits = { ...defaultXlsxLimits, cellsPerSheetMax: 100_000 };
    const bytes = workbookOf(
      `<row r="1">${'<c><v>1</v></c>'.repeat(100)}</row>${`<row>${'<c><v>1</v></c>'.repeat(1_000)}</row>`.repeat(100)}`,
    );
    await expect(readEverything(bytes, limits)).rejects.toMatchObject({ code: 'too_large' });
    await expect(readEverything(bytes, { ...limits, sheetInMemoryBytesMax: 0 })).rejects.toMatchObject({
      code: 'too_large',
    });
  });

  it('refuses more text than shared strings may have', async () => {
    const limits = { ...defaultXlsxLimits, sharedStringBytesMax: 1_000 };
    const bytes = workbookOf(one, { sharedStrings: '<si><t>0123456789</t></si>'.repeat(101) });
    await expect(readEverything(bytes, limits)).rejects.toMatchObject({ code: 'too_large' });
    const count = { ...defaultXlsxLimits, sharedStringsMax: 100 };
    await expect(readEverything(bytes, count)).rejects.toMatchObject({ code: 'too_large' });
  });

  it('refuses a part that declares gigabytes', async () => {
    const bomb = writeZip([
      {
        name: 'xl/workbook.xml',
        data: '<workbook><sheets><sheet name="a" r:id="a"/></sheets></workbook>',
      },
      {
        name: 'xl/_rels/workbook.xml.rels',
        data: relationshipsXml([{ id: 'a', type: 'worksheet', target: 'a.xml' }]),
      },
      { name: 'xl/a.xml', data: sheetXml(one), declared: { byteSize: 3_000_000_000 } },
    ]);
    await expect(readEverything(bomb)).rejects.toMatchObject({ code: 'too_large' });
  });

  it('reads a million cells in one place as the last of them', async () => {
    const cells = Array.from({ length: 1_000_000 }, (_, index) => `<c r="A1"><v>${index}</v></c>`).join('');
    expect(await readEverything(workbookOf(`<row r="1">${cells}</row>`))).toEqual(['A1 number 999999']);
  });

  it('reads the widest row, backwards and twice', async () => {
    const columns = Array.from({ length: 16_384 }, (_, index) => 16_383 - index);
    const cells = (offset: number) =>
      columns.map((column) => `<c r="${columnName(column)}1"><v>${column + offset}</v></c>`).join('');
    const lines = await readEverything(workbookOf(`<row r="1">${cells(7)}${cells(0)}</row>`));
    expect(lines).toHaveLength(16_384);
    expect(lines.at(-1)).toBe('XFD1 number 16383');
  });

  it('survives elements nested without end, refusing them where they would have to be kept', async () => {
    const deep = '<a>'.repeat(200_000) + '</a>'.repeat(200_000);
    expect(await readEverything(workbookOf(`<row r="1"><c r="A1"><v>1</v>${deep}</c></row>`))).toEqual([
      'A1 number 1',
    ]);
    const behind = writeXlsx({ sheets: [{ xml: sheetXml(one, { after: deep }) }] });
    await expect(readEverything(behind)).rejects.toMatchObject({ code: 'corrupt' });
    const drawing = withPart('xl/d.xml', deep, { id: 'd', type: 'drawing', target: '../d.xml' });
    expect(await readEverything(drawing)).toEqual(['A1 number 1']);
  });

  it('reads tags with a megabyte of attributes and spaces', async () => {
    const attributes = Array.from({ length: 50_000 }, (_, index) => `a${index}="${index}"`).join(' ');
    const noise = `${attributes}${' '.repeat(500_000)}`;
    const after = `<mergeCells ${noise}><mergeCell ${noise} ref="A1:B1"/></mergeCells><x ${'a'.repeat(500_000)}/>`;
    const xml = sheetXml(`<row ${noise} r="1"><c ${noise} r="A1"><v ${noise}>1</v></c></row>`, { after });
    expect(await readEverything(writeXlsx({ sheets: [{ xml }] }))).toEqual(['A1 number 1']);
  });

  it.each(['[', '"', '\\', '_', '0.', '[h]', 'y"', '[$-'])(
    'decides about a format of 100,000 times %j',
    async (unit) => {
      const code = unit.repeat(100_000).replaceAll('"', '&quot;');
      const styles = `<numFmts><numFmt numFmtId="200" formatCode="${code}"/></numFmts><cellXfs><xf numFmtId="200"/></cellXfs>`;
      expect(await readEverything(workbookOf(one, { styles }))).toHaveLength(1);
    },
  );

  it('never leaves the file, wherever targets point', async () => {
    const escape = { id: 'd', type: 'drawing', target: '../../../../../../etc/passwd' };
    expect(
      await readEverything(writeXlsx({ sheets: [{ xml: sheetXml(one), relationships: [escape] }] })),
    ).toEqual(['A1 number 1']);
  });

  it('says why in a sentence that quotes nothing of the file', async () => {
    const failures = await Promise.all(
      [...documentTypes.map(([, bytes]) => bytes), workbookOf('<row r="4294967295"/>')].map((bytes) =>
        readEverything(bytes).catch((error: unknown) => (error as Error).message),
      ),
    );
    for (const message of failures) expect(message).toMatch(/^The file is damaged: [a-z ,]+\.$/);
  });
});

function columnName(column: number): string {
  const last = String.fromCharCode(65 + (column % 26));
  return column < 26 ? last : columnName(Math.floor(column / 26) - 1) + last;
}
