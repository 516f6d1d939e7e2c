import { openXlsx } from '../../../packages/spreadsheet-reader/src/xlsx';
import { parseInMemory } from '../parse-in-memory';
import { sheetXml, writeXlsx } from '../../../packages/spreadsheet-reader/test/xlsx/write-xlsx';
import { tempFiles } from '../../../packages/spreadsheet-reader/test/zip/temp-files';

const file = tempFiles();

const label = (place: string, text: string) => `<c r="${place}" t="inlineStr"><is><t>${text}</t></is></c>`;
const row = (number: number, name: string, cells: string) =>
  `<row r="${number}">${label(`A${number}`, name)}${cells}</row>`;

async function parse(rows: string) {
  const reader = await openXlsx(file(writeXlsx({ sheets: [{ xml: sheetXml(rows) }] })));
  try {
    const { chunks, parts } = await parseInMemory(reader, { verifiedFacts: true });
    return { chunks, warnings: parts.flatMap((part) => part.warnings) };
  } finally {
    reader.close();
  }
}

describe('formulas without stored values', () => {
  const rows = [
    row(1, 'Region', label('B1', 'Sales') + label('C1', 'Double')),
    ...['North', 'South', 'East', 'West'].map((name, i) =>
      row(i + 2, name, `<c r="B${i + 2}"><v>${i + 1}</v></c><c r="C${i + 2}"><f>B${i + 2}*2</f></c>`),
    ),
    row(6, 'Total', '<c r="B6"><f>SUM(B2:B5)</f><v></v></c><c r="C6"><f>SUM(C2:C5)</f><v/></c>'),
  ].join('');

  it('are shown as their texts, in a total row as well', async () => {
    const { chunks } = await parse(rows);
    expect(
      chunks.map(({ row_role, cell_range, text }) => [row_role, cell_range, text.split('\n').at(-1)]),
    ).toEqual([
      ['header', 'A1:C1', 'Region | Sales | Double'],
      ['data', 'A2:C5', 'West | 4 | =B5*2'],
      ['total', 'A6:C6', 'Total | =SUM(B2:B5) | =SUM(C2:C5)'],
    ]);
  });

  it('are counted by sheet in the warnings, and not at all where values are stored', async () => {
    const { warnings } = await parse(rows);
    expect(warnings).toEqual(['6 formulas of sheet 1 have no stored values; their texts are shown instead.']);
    const stored = await parse(
      row(1, 'One', '<c r="B1"><f>1</f><v>1</v></c><c r="C1" t="str"><f>""</f><v></v></c>'),
    );
    expect(stored.warnings).toEqual([]);
  });

  it('are counted in facts and decide neither type nor bounds', async () => {
    const mixed = [
      row(1, 'Name', label('B1', 'Value')),
      row(2, 'a', '<c r="B2"><v>5</v></c>'),
      row(3, 'b', '<c r="B3"><f>B2+1</f></c>'),
      row(4, 'c', '<c r="B4"><f>B3+1</f></c>'),
    ].join('');
    const { chunks } = await parse(mixed);
    const columns = chunks.find(({ row_role }) => row_role === 'data')?.verified_facts?.columns;
    expect(columns?.[1]).toEqual({
      column: 'B',
      header: 'Value',
      type: 'number',
      min: 5,
      max: 5,
      sum: 5,
      non_empty: 3,
      counts: { numbers: 1, formulas: 2 },
    });
  });
});
