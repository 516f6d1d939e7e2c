import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { parsePdf } from '../../src/pdf/parse-pdf';
import { readBytes, recallInOrder, textOf, wordsOf } from './read-bytes';

const folder = join(__dirname, 'fixtures', 'layouts');
const recallMin = 0.99;

/** Text of an HTML or TeX source. */
function plainText(source: string): string {
  return source
    .replace(/[^]*(<\/style>|\\begin\{document\})/, '')
    .replace(/<\/?(sup|sub|span|b)\b[^>]*>/g, '')
    .replace(/<[^>]+>|\\end\{document\}/g, ' ')
    .replace(/&#x27;/g, "'");
}

function foldedWords(text: string): string[] {
  return wordsOf(text.toLowerCase());
}

it.each([
  ['a grid of cards, row by row', 'cards', 'html'],
  ['a table without rules, its cells of several lines', 'cells', 'html'],
  ['such a table, its first column as wide as its words', 'words', 'html'],
  ['a bill, with addresses side by side', 'bill', 'html'],
  ['widely spaced letters', 'spaced', 'html'],
  ['sections of two columns each', 'sections', 'html'],
  ['raised and lowered signs that are tagged by themselves', 'raised', 'html'],
  ['ligatures without a name, in columns hardly apart', 'tex', 'tex'],
])('at least 99 %% of the words are read, in their order: %s', async (_, name, ending) => {
  const source = foldedWords(plainText(readFileSync(join(folder, `${name}.${ending}`), 'utf8')));
  const { blocks } = await readBytes(parsePdf, readFileSync(join(folder, `${name}.pdf`)));
  expect(recallInOrder(source, foldedWords(blocks.map(textOf).join('\n')))).toBeGreaterThanOrEqual(recallMin);
});

it.each(['cells', 'words'])(
  'a table without rules keeps its rows, however many lines their cells have: %s',
  async (name) => {
    const html = readFileSync(join(folder, `${name}.html`), 'utf8');
    const wanted = [...html.matchAll(/<tr>(.*?)<\/tr>/g)].map(([, row]) =>
      [...row!.matchAll(/<t[dh]>(.*?)<\/t[dh]>/g)].map(([, cell]) => wordsOf(plainText(cell!))),
    );
    const { blocks } = await readBytes(parsePdf, readFileSync(join(folder, `${name}.pdf`)));
    const tables = blocks.flatMap((block) => (block.kind === 'table' ? [block.rows] : []));
    expect(tables).toHaveLength(1);
    expect(tables[0]!.map((row) => row.map(wordsOf))).toEqual(wanted);
  },
);

it('sums below each other stand in rows of their own', async () => {
  const { blocks } = await readBytes(parsePdf, readFileSync(join(folder, 'bill.pdf')));
  const rows = blocks.flatMap((block) => (block.kind === 'table' ? block.rows : []));
  expect(rows.slice(-3)).toEqual([
    ['', '', '', 'Subtotal', '1,485.00'],
    ['', '', '', 'Tax', '282.15'],
    ['', '', '', 'Total', '1,767.15'],
  ]);
});
