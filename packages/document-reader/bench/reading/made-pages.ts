import { createDice, type Dice } from '../../../../bench/generate/dice';
import { pdfFile, type PdfPage } from '../../../../bench/generate/pdf-file';

/** A value of a table, with the names of its row and column. */
export interface KnownCell {
  row: string;
  column: string;
  value: string;
}

/** A page, and what must be read from it. */
export interface MadePage {
  style: TableStyle;
  file: Buffer;
  cells: KnownCell[];
  /** Running lines, which belong to no text. */
  absent: string[];
  /** Sentences in the order of reading. */
  order: string[];
}

/** How a table is drawn. */
export const TABLE_STYLES = [
  'rules around all cells',
  'rules between columns',
  'rules above and below',
  'rules around the header',
  'every other row shaded',
  'no rules',
  'no rules, names over two columns',
  'no rules, groups of rows',
] as const;
export type TableStyle = (typeof TABLE_STYLES)[number];

const labels = [
  'Net sales',
  'Harbour dues',
  'Wages and salaries',
  'Repairs of quays',
  'Insurance',
  'Pilots and tugs',
  'Interest paid',
  'Other income, net',
  'Rent of sheds',
  'Storage',
] as const;
const years = ['2024', '2023', '2022', '2021'] as const;
const [left, labelWidth, columnWidth, rowHeight, tableTop] = [72, 160, 72, 17, 640] as const;
const hairline = 0.6;
const sentencesPerColumn = 9;

/** Makes a page with a table, running lines and two columns of text. The same seed makes the same page. */
export function makePage(style: TableStyle, seed: number): MadePage {
  const dice = createDice(seed);
  const columns = years.slice(0, style === 'no rules, names over two columns' ? 4 : dice.between(2, 4));
  const first = dice.between(0, labels.length - 1);
  const rows = Array.from({ length: dice.between(4, 8) }, (_, at) => labels[(first + at) % labels.length]!);
  const cells = rows.flatMap((row) =>
    columns.map((column): KnownCell => ({ row, column, value: amountOf(dice) })),
  );
  const head = `Harbour Report ${seed}`;
  const number = String(40 + seed);
  const order = Array.from(
    { length: sentencesPerColumn * 2 },
    (_, at) => `Sentence ${seed}-${at + 1} tells what the keepers saw.`,
  );
  const file = pdfFile([
    (page) => {
      page.text(head, left, 760, 8);
      page.text(number, 530, 760, 8);
      page.text('Amounts of the harbour, in thousands', left, tableTop + 40, 11, true);
      drawTable(page, style, { columns, rows, cells });
      for (const [at, sentence] of order.entries()) {
        const [column, line] = [Math.floor(at / sentencesPerColumn), at % sentencesPerColumn];
        page.text(sentence, left + column * 250, 330 - line * 13, 10);
      }
    },
  ]);
  return { style, file, cells, absent: [head, number], order };
}

/** An amount of four to six digits; hardly two are alike. */
function amountOf(dice: Dice): string {
  return `${dice.between(1, 980)},${dice.between(100, 999)}`;
}

function drawTable(
  page: PdfPage,
  style: TableStyle,
  {
    columns,
    rows,
    cells,
  }: { columns: readonly string[]; rows: readonly string[]; cells: readonly KnownCell[] },
): void {
  const right = (column: number) => left + labelWidth + (column + 1) * columnWidth;
  const bottomOf = (row: number) => tableTop - (row + 1) * rowHeight;
  const isGrouped = style === 'no rules, groups of rows';
  const lineOf = (row: number) => (isGrouped && row >= rows.length / 2 ? row + 2 : row + 1);
  const last = bottomOf(lineOf(rows.length - 1));
  const width = right(columns.length - 1) - left;
  const across = (y: number) => {
    page.shade(left, y, width, hairline);
  };
  const upright = (x: number, bottom: number) => {
    page.shade(x, bottom, hairline, tableTop - bottom);
  };
  const edges = [left, left + labelWidth, ...columns.map((_, at) => right(at))];
  if (style === 'rules around all cells') {
    for (let row = -1; row <= rows.length; row++) across(bottomOf(row));
    for (const x of edges) upright(x, last);
  }
  if (style === 'rules between columns') for (const x of edges.slice(1, -1)) upright(x, last);
  if (style === 'rules above and below') for (const y of [tableTop, bottomOf(0), last]) across(y);
  if (style === 'rules around the header') {
    for (let row = -1; row <= rows.length; row++) across(bottomOf(row));
    for (const x of edges) upright(x, bottomOf(0));
    for (const x of [edges[0]!, edges.at(-1)!]) upright(x, last);
  }
  if (style === 'every other row shaded')
    for (let row = 0; row < rows.length; row += 2) page.shade(left, bottomOf(row + 1), width, rowHeight);
  if (style === 'no rules, names over two columns')
    for (const at of [0, 2])
      page.text(at === 0 ? 'All boats and ships' : 'Boats of members', right(at) - 34, tableTop + 5, 9);
  for (const [at, column] of columns.entries()) page.amount(column, right(at) - 6, bottomOf(0) + 5, 9);
  if (isGrouped)
    page.text(
      'Amounts of the second half of the year, without dues',
      left + 6,
      bottomOf(Math.ceil(rows.length / 2) + 1) + 5,
      9,
    );
  for (const [row, label] of rows.entries()) {
    const y = bottomOf(lineOf(row)) + 5;
    page.text(label, left + 6, y, 9);
    for (const [at, column] of columns.entries()) {
      const { value } = cells.find((cell) => cell.row === label && cell.column === column)!;
      page.amount(value, right(at) - 6, y, 9);
    }
  }
}
