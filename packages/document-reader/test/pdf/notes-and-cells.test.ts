import { amountTableIn } from '../../src/pdf/layout/amount-flows';
import { type Atom } from '../../src/pdf/layout/atom';
import { joinWords } from '../../src/pdf/layout/segment';
import { stripsOf } from '../../src/pdf/layout/strips';
import { areTagged } from '../../src/pdf/layout/tagged-layout';
import { parsePdf } from '../../src/pdf/parse-pdf';
import { line, makePdf, prose } from './make-pdf';
import { readBytes, textOf } from './read-bytes';

const textsOf = async (content: string) =>
  (await readBytes(parsePdf, makePdf([{ content }]))).blocks.map(textOf);

describe('the raised number of a note', () => {
  const note = (number: string, text: string, y: number, raise = 2.5) =>
    line(number, 72, y + raise, { size: 4.5 }) + line(text, 84, y, { size: 8 });

  it('stands before its text', async () => {
    const notes = Array.from({ length: 6 }, (_, at) => [
      String(at + 8),
      `Records of the harbour, volume of ${1900 + at}`,
    ]);
    const content = prose + notes.map(([number, text], at) => note(number!, text!, 150 - at * 10)).join('');
    expect((await textsOf(content)).slice(1).join('\n')).toBe(
      notes.map((parts) => parts.join(' ')).join('\n'),
    );
  });

  it('is no page number in the margin', async () => {
    const content = prose + note('18', 'Records of the harbour', 76, 1.5);
    const { blocks } = await readBytes(parsePdf, makePdf([{ content }]));
    expect(blocks.map(({ kind }) => kind)).toEqual(['paragraph', 'footnote']);
  });
});

it('keeps the ruled header of a table at the edge of a page with the table', async () => {
  const rows = [['Boat', 'Master'], ...Array.from({ length: 10 }, (_, at) => [`Boat ${at}`, `Master ${at}`])];
  const y = (row: number) => 775 - row * 22;
  const rules =
    Array.from({ length: rows.length + 1 }, (_, row) => `72 ${y(row)} m 372 ${y(row)} l S\n`).join('') +
    [72, 222, 372].map((x) => `${x} ${y(0)} m ${x} ${y(rows.length)} l S\n`).join('');
  const cells = rows.flatMap((row, at) => row.map((text, x) => line(text, 80 + x * 150, y(at) - 15)));
  const { blocks } = await readBytes(parsePdf, makePdf([{ content: rules + cells.join('') }]));
  expect(blocks).toMatchObject([{ kind: 'table', rows }]);
});

it.each(['Millbrook, 12 March 2024', 'March 12, 2024', '12.03.2024', 'Millbrook, le 12 mars 2024'])(
  'keeps the date %s at the right of the head of a letter in its text',
  async (date) => {
    const content = line(date, 400, 755) + prose;
    const { blocks } = await readBytes(parsePdf, makePdf([{ content }]));
    expect(blocks[0]).toMatchObject({ kind: 'paragraph', text: date });
  },
);

const wordAt = (text: string, left: number, baseline: number, order: number) => ({
  left,
  top: baseline - 9,
  right: left + 40,
  bottom: baseline,
  text,
  mark: order,
  baseline,
  size: 9,
  bold: false,
  confidence: 1,
  rtl: false,
  spaceBefore: true,
  order,
  line: null,
});

test('two columns of numbers are no table across a ruled table between them, as at the axes of a chart', () => {
  const values = [5, 4, 3, 2, 1].flatMap((value, at) => [
    wordAt(`${value}.0`, 10, 20 + at * 30, at * 2),
    wordAt(`${value * 2}.0`, 400, 20 + at * 30, at * 2 + 1),
  ]);
  const axes = joinWords(values).map((segment): Atom => ({ kind: 'segment', rect: segment, segment }));
  const place = { left: 100, top: 40, right: 300, bottom: 120 };
  const table = { rows: [['Rope', '12']], headerRows: 0 };
  const ruled: Atom = { kind: 'table', rect: place, core: place, table, confidence: 1 };
  expect(amountTableIn(stripsOf(axes), null)?.table.table.rows).toHaveLength(5);
  expect(amountTableIn(stripsOf([...axes, ruled]), null)).toBeNull();
});

test('a page whose tags name merged cells behind the others of their row is read by its looks', () => {
  const rows = [
    ['Tank', '2.24', '2.33', 'Diesel'],
    ['Tank', '2.03', '2.12', 'Kerosene'],
  ];
  const words = (lefts: readonly number[]) =>
    rows.flatMap((row, at) =>
      row.map((text, column) => wordAt(text, lefts[column]!, at * 20 + 9, at * row.length + column)),
    );
  const tags = new Map(
    rows.flatMap((row, at) =>
      row.map((_, column) => {
        const mark = at * row.length + column;
        const cell = { table: 0, row: at, column, header: false };
        return [mark, { block: mark, kind: 'paragraph' as const, level: 0, cell }] as const;
      }),
    ),
  );
  expect(areTagged(words([100, 200, 300, 10]), tags)).toBe(false);
  expect(areTagged(words([10, 100, 200, 300]), tags)).toBe(true);
  expect(areTagged(words([300, 200, 100, 10]), tags)).toBe(true);
});
