import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import fc from 'fast-check';
import { type Block, FILE_KINDS, placeless, readDocument, type TableBlock } from 'document-reader';
import { createMarkdownWriter } from '../../../../src/parsing/document/markdown/markdown-writer';
import { suiteSeed } from '../../../setup/suite-seed';

const seed = suiteSeed();
const folder = mkdtempSync(join(tmpdir(), 'sheaf-markdown-'));
afterAll(() => {
  rmSync(folder, { recursive: true });
});

const pictures = new Map([['fig_0_00', 'https://sheaf.example/b/fig?expires=1&sig=a_b']]);

function markdownOf(blocks: readonly Block[]): string {
  const lines: string[] = [];
  const writer = createMarkdownWriter({
    line: (line) => lines.push(line),
    linkTo: (figureId) => pictures.get(figureId) ?? null,
  });
  blocks.forEach((block) => {
    writer.block(block);
  });
  expect(lines.filter((line) => line.includes('\n'))).toEqual([]);
  return lines.map((line) => `${line}\n`).join('');
}

/** Blocks that the Markdown reader finds in what was written. */
async function readBack(blocks: readonly Block[]): Promise<Block[]> {
  const path = join(folder, 'read.md');
  const markdown = markdownOf(blocks);
  writeFileSync(path, markdown);
  const found: Block[] = [];
  const input = {
    path,
    byteSize: Buffer.byteLength(markdown),
    scratchDirectory: folder,
    ocrAllPages: false,
    ocrLanguage: null,
    mainLanguage: () => null,
    isLanguage: () => false,
  };
  await readDocument(FILE_KINDS.md, input, {
    block: (block) => found.push(block),
    page: () => undefined,
    figure: () => undefined,
    warn: (sentence) => {
      throw new Error(sentence);
    },
  });
  return found;
}

const text = (
  kind: 'paragraph' | 'code' | 'caption' | 'footnote' | 'page_header' | 'page_footer',
  text: string,
): Block => ({
  ...placeless,
  kind,
  text,
});
const heading = (level: number, text: string): Block => ({ ...placeless, kind: 'heading', level, text });
const item = (level: number, mark: string, text: string): Block => ({
  ...placeless,
  kind: 'list_item',
  level,
  mark,
  text,
});
const table = (rows: string[][], headerRows = 1): TableBlock => ({
  ...placeless,
  kind: 'table',
  rows,
  headerRows,
});
const figure = (figureId: string, text = ''): Block => ({ ...placeless, kind: 'figure', figureId, text });
const onPage = (page: number, block: Block): Block => ({ ...block, page });

test('a document keeps its headings, paragraphs, lists, tables, code and pictures', () => {
  const blocks = [
    heading(1, 'Manual'),
    text('paragraph', 'First line\nsecond line'),
    item(0, '•', 'Pump'),
    item(1, '1.', 'Seal'),
    item(1, '2.', 'Shaft\nof steel'),
    item(0, '-', 'Motor'),
    table([
      ['Part', 'Weight'],
      ['Seal', '0.2 kg'],
    ]),
    text('code', 'a | b'),
    figure('fig_0_00', 'A pump'),
    text('caption', 'Figure 1: A pump'),
  ];
  expect(markdownOf(blocks)).toBe(
    `# Manual

First line${'  '}
second line

- Pump
  1. Seal
  2. Shaft${'  '}
     of steel
- Motor

| Part | Weight |
| --- | --- |
| Seal | 0.2 kg |

\`\`\`
a | b
\`\`\`

![A pump](<https://sheaf.example/b/fig?expires=1&sig=a_b>)

Figure 1: A pump
`,
  );
});

test('pages are named before their first block, boundaries are rules, running lines are left out', () => {
  const boundary: Block = { ...placeless, kind: 'break' };
  const blocks = [
    boundary,
    onPage(0, text('page_header', 'Annual report')),
    onPage(0, text('paragraph', 'One')),
    onPage(2, text('page_footer', '3')),
    onPage(2, text('paragraph', 'Two')),
    boundary,
    boundary,
    onPage(2, text('paragraph', 'Three')),
    boundary,
  ];
  expect(markdownOf(blocks)).toBe('<!-- page 0 -->\n\nOne\n\n<!-- page 2 -->\n\nTwo\n\n---\n\nThree\n');
});

test('a table that continues on the next page is one table, unless something stands between', () => {
  const rows = [
    ['Year', 'Sum'],
    ['2023', '1'],
  ];
  const next: TableBlock = { ...table([['2024', '2']], 0), continues: true, page: 1 };
  const repeated: TableBlock = {
    ...table([
      ['Year', 'Sum'],
      ['2025', '3'],
    ]),
    continues: true,
    page: 2,
  };
  const whole = '| Year | Sum |\n| --- | --- |\n| 2023 | 1 |\n| 2024 | 2 |\n| 2025 | 3 |\n';
  expect(markdownOf([table(rows), onPage(1, text('page_header', 'Head')), next, repeated])).toBe(whole);
  expect(markdownOf([table(rows), text('paragraph', 'Note'), repeated])).toContain(
    'Note\n\n<!-- page 2 -->\n\n| Year | Sum |',
  );
});

test.each<[what: string, block: Block, lines: string[]]>([
  [
    'levels of a header are joined',
    table(
      [
        ['2024', ''],
        ['Q1', 'Q2'],
        ['1', '2'],
      ],
      2,
    ),
    ['| 2024 / Q1 | Q2 |', '| --- | --- |', '| 1 | 2 |'],
  ],
  [
    'a table without a header has blank names',
    table([['1', '2']], 0),
    ['|  |  |', '| --- | --- |', '| 1 | 2 |'],
  ],
  [
    'short rows are filled, line breaks kept',
    table([['A', 'B'], ['x\ny|z']]),
    ['| A | B |', '| --- | --- |', '| x<br>y\\|z |  |'],
  ],
  ['code with fences has a longer one', text('code', '```js\n````'), ['`````', '```js', '````', '`````']],
  ['marks that Markdown does not know stay', item(0, 'a)', 'first'), ['- a) first']],
  ['boxes are boxes', item(0, '☒', 'done'), ['- [x] done']],
  ['deep headings end at level 6', heading(9, 'Deep ##'), [String.raw`###### Deep \#\#`]],
  [
    'a long text of a picture stands below it',
    figure('fig_0_00', 'word '.repeat(60)),
    ['![](<https://sheaf.example/b/fig?expires=1&sig=a_b>)', '', 'word '.repeat(60).trim()],
  ],
  ['a figure without a picture is its text', figure('fig_0_01', '[chart](x)'), [String.raw`\[chart\](x)`]],
  [
    'addresses stay',
    text('paragraph', 'See https://example.com/a_b*c?d=1&amp;e (now).'),
    ['See https://example.com/a_b*c?d=1&amp;e (now).'],
  ],
  ['a mark of a footnote is text', text('paragraph', '[^1]: no footnote'), [String.raw`\[^1\]: no footnote`]],
  [
    'names with underscores stay',
    text('paragraph', 'file_name and _this_'),
    [String.raw`file_name and \_this\_`],
  ],
])('%s', (_what, block, lines) => {
  expect(markdownOf([block])).toBe(lines.map((line) => `${line}\n`).join(''));
});

test('lists that begin with any number read back as lists', async () => {
  const items = [
    item(0, '-', 'a'),
    item(1, '3.', 'b'),
    item(1, '4.', 'c'),
    item(0, '5)', 'd'),
    item(0, '6)', 'e'),
    item(0, '7.', 'f'),
    item(2, '1.', 'g'),
  ];
  expect(markdownOf(items)).toBe('- a\n\n  3. b\n  4. c\n\n5) d\n6) e\n\n7. f\n   1. g\n');
  expect(await readBack(items)).toMatchObject([
    { level: 0, text: 'a' },
    { level: 1, text: 'b' },
    { level: 1, text: 'c' },
    { level: 0, text: 'd' },
    { level: 0, text: 'e' },
    { level: 0, text: 'f' },
    { level: 1, text: 'g' },
  ]);
});

test.each([
  '# no heading',
  '> no quote',
  '1. no list\n2) neither',
  '- no list\n+ nor this\n* nor that',
  '---',
  '***',
  'title\n===',
  'title\n---',
  'a | b\n--- | ---\n1 | 2',
  'name\n:-:',
  'name\n-:',
  '```js\nno code\n```',
  '~~~\nno code\n~~~',
  '`no code` ``nor this``',
  '<script>alert(1)</script>',
  '<!-- page 7 -->',
  '<https://example.com>',
  '[no link](https://example.com)',
  '![no picture](https://example.com/a.png)',
  '[x]: https://example.com',
  '*no* **emphasis** _nor_ __this__ ~~nor that~~',
  '&amp; &lt; &#35; &copy;',
  String.raw`back\slash \* \\ end\ `.trim(),
  '    no code',
  '[ ] no task',
])('hostile text reads back as itself: %j', async (hostile) => {
  const plain = hostile.trim();
  expect(await readBack([text('paragraph', hostile)])).toMatchObject([{ kind: 'paragraph', text: plain }]);
  const line = plain.split('\n')[0]!;
  expect(await readBack([heading(2, line)])).toMatchObject([{ kind: 'heading', level: 2, text: line }]);
  expect(await readBack([item(0, '-', line)])).toMatchObject([{ kind: 'list_item', text: line }]);
  expect(await readBack([table([['H'], [line]])])).toMatchObject([{ kind: 'table', rows: [['H'], [line]] }]);
  expect(await readBack([text('code', plain)])).toMatchObject([{ kind: 'code', text: plain }]);
});

const pieces = [
  'a',
  'Zé',
  '7',
  ' ',
  ' ',
  '\n',
  '|',
  '`',
  '```',
  '*',
  '**',
  '_',
  '__',
  '~~',
  '#',
  '##',
  '>',
  '<',
  '<b>',
  '&',
  '&amp;',
  '[',
  ']',
  '](',
  '(',
  ')',
  '!',
  '\\',
  '-',
  '---',
  '+',
  '1.',
  '=',
  ':',
  '\t',
  '"',
  "'",
  '.',
  '$',
  '😀',
];
const hostileText = fc
  .array(fc.constantFrom(...pieces), { minLength: 1, maxLength: 14 })
  .map((parts) => parts.join(''))
  .filter((made) => /\S/.test(made));

const normal = (written: string) =>
  written
    .split('\n')
    .map((line) => line.replace(/\s+/g, ' ').trim())
    .filter((line) => line !== '')
    .join('\n');

test(`any text reads back as itself, seed ${seed}`, async () => {
  await fc.assert(
    fc.asyncProperty(hostileText, async (made) => {
      const paragraphs = await readBack([text('paragraph', made)]);
      expect(new Set(paragraphs.map(({ kind }) => kind))).toEqual(new Set(['paragraph']));
      expect(normal(paragraphs.map((block) => ('text' in block ? block.text : '')).join('\n'))).toBe(
        normal(made),
      );
      const line = normal(made.replace(/\n/g, ' '));
      const found = await readBack([
        heading(3, line),
        item(0, '-', line),
        table([
          ['H', 'I'],
          [line, 'x'],
        ]),
      ]);
      expect(found).toMatchObject([
        { kind: 'heading', text: line },
        { kind: 'list_item', text: line },
        {
          kind: 'table',
          rows: [
            ['H', 'I'],
            [line, 'x'],
          ],
        },
      ]);
    }),
    { seed, numRuns: 300 },
  );
});
