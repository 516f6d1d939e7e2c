import fc from 'fast-check';
import { type Block, placeless } from 'document-reader/blocks';
import { chunkTokensMax, estimateTokens } from '../../../../src/parsing/document/chunking/token-budget';
import { suiteSeed } from '../../../setup/suite-seed';
import { type ChunkContent, type Region } from '../../../../src/domain/documents/document';
import { createChunker } from '../../../../src/parsing/document/chunking/chunker';
import { createLanguageDetector } from '../../../../src/parsing/document/chunking/language';

/** The chunks of blocks, with estimated tokens and no guess at the language. */
function chunkBlocks(
  blocks: readonly Block[],
  regionOf: (block: Block) => Region | null = () => null,
): ChunkContent[] {
  const chunks: ChunkContent[] = [];
  const chunker = createChunker({
    tools: { countTokens: estimateTokens, languages: createLanguageDetector(() => null) },
    language: 'en',
    write: (chunk) => chunks.push(chunk),
  });
  for (const block of blocks) chunker.push(block, regionOf(block));
  chunker.end();
  return chunks;
}

const seed = suiteSeed();

const paragraph = (text: string, page: number | null = null): Block => ({
  ...placeless,
  page,
  kind: 'paragraph',
  text,
});
const heading = (level: number, text: string): Block => ({ ...placeless, kind: 'heading', level, text });
const item = (text: string, level = 0): Block => ({
  ...placeless,
  kind: 'list_item',
  level,
  text,
  mark: '-',
});
const table = (rows: string[][], headerRows: number): Block => ({
  ...placeless,
  kind: 'table',
  rows,
  headerRows,
});
const words = (count: number, word = 'word') =>
  Array.from({ length: count }, (_, i) => `${word}${i}`).join(' ');
const squeezed = (text: string) => text.replace(/\s+/g, '');

/** Words of all kinds, unbroken monsters among them; each block's text is found again by its own name. */
const textOf = fc
  .array(
    fc.oneof(
      { weight: 20, arbitrary: fc.stringMatching(/^[a-zA-Z0-9,;äé漢😀]{1,12}[.!?:]?$/u) },
      {
        weight: 1,
        arbitrary: fc.string({
          unit: fc.constantFrom('x', 'é', '漢', '😀'),
          minLength: 400,
          maxLength: 2_500,
        }),
      },
      { weight: 1, arbitrary: fc.constant('\n\n') },
    ),
    { minLength: 1, maxLength: 120 },
  )
  .map((parts) => parts.join(' ').trim() || 'x');
const cell = fc.stringMatching(/^[a-z0-9 |\\]{0,20}$/);
const blockOf: fc.Arbitrary<Block> = fc.oneof(
  textOf.map((text) => paragraph(text)),
  fc.tuple(fc.integer({ min: 1, max: 4 }), textOf).map(([level, text]) => heading(level, text.slice(0, 300))),
  fc.tuple(fc.integer({ min: 0, max: 3 }), textOf).map(([level, text]) => item(text, level)),
  textOf.map((text): Block => ({ ...placeless, kind: 'footnote', text })),
  textOf.map((text): Block => ({ ...placeless, kind: 'code', text })),
  textOf.map((text): Block => ({ ...placeless, kind: 'figure', figureId: 'fig_0_1', text })),
  textOf.map((text): Block => ({ ...placeless, kind: 'caption', text })),
  fc.constant<Block>({ ...placeless, kind: 'break' }),
);

function charactersOf(texts: readonly string[]): Map<string, number> {
  const counts = new Map<string, number>();
  for (const text of texts)
    for (const character of squeezed(text)) counts.set(character, (counts.get(character) ?? 0) + 1);
  return counts;
}

describe('every character of every block', () => {
  it(`lands in exactly one chunk (seed ${seed})`, () => {
    fc.assert(
      fc.property(fc.array(blockOf, { maxLength: 40 }), (blocks) => {
        const given = blocks.map((block) =>
          block.kind === 'list_item' ? block.mark + block.text : 'text' in block ? block.text : '',
        );
        expect(charactersOf(chunkBlocks(blocks).map(({ text }) => text))).toEqual(charactersOf(given));
      }),
      { seed, numRuns: 150 },
    );
  });

  it(`stands in the order of the file, within the text and within tables (seed ${seed})`, () => {
    fc.assert(
      fc.property(
        fc.array(
          fc.oneof(
            textOf.map((text) => paragraph(text)),
            textOf.map((text) => item(text)),
          ),
          { maxLength: 30 },
        ),
        (blocks) => {
          const given = blocks.map((block) =>
            block.kind === 'list_item' ? `- ${block.text}` : 'text' in block ? block.text : '',
          );
          expect(
            squeezed(
              chunkBlocks(blocks)
                .map(({ text }) => text)
                .join(''),
            ),
          ).toBe(squeezed(given.join('')));
        },
      ),
      { seed, numRuns: 100 },
    );
  });

  it(`of a table lands in one chunk, with the header before every piece (seed ${seed})`, () => {
    const grid = fc.integer({ min: 1, max: 5 }).chain((columns) =>
      fc.array(fc.array(cell, { minLength: columns, maxLength: columns }), {
        minLength: 1,
        maxLength: 200,
      }),
    );
    fc.assert(
      fc.property(grid, (rows) => {
        const header = rows[0]!.map((_, column) => `head${column}`);
        const chunks = chunkBlocks([table([header, ...rows], 1)]);
        const headerLine = header.join(' | ');
        const lines = chunks.flatMap(({ text }) => {
          expect(text.startsWith(headerLine)).toBe(true);
          return text.split('\n').slice(1);
        });
        const given = rows.map((row) =>
          row
            .map((value) => value.trim().replace(/[\\|]/g, '\\$&'))
            .join(' | ')
            .replace(/[ |]+$/, ''),
        );
        expect(lines.map((line) => line.replace(/[ |]+$/, ''))).toEqual(given.filter((line) => line !== ''));
      }),
      { seed, numRuns: 100 },
    );
  });
});

it(`gives no chunk more tokens than the budget (seed ${seed})`, () => {
  fc.assert(
    fc.property(fc.array(blockOf, { maxLength: 40 }), (blocks) => {
      for (const chunk of chunkBlocks(blocks)) {
        expect(chunk.tokenCount).toBe(estimateTokens(chunk.text));
        expect(chunk.tokenCount).toBeLessThanOrEqual(chunkTokensMax);
      }
    }),
    { seed, numRuns: 150 },
  );
});

it('never cuts a sentence that fits a chunk', () => {
  const sentences = Array.from(
    { length: 60 },
    (_, i) => `Sentence number ${i} says what it says in ${words(i % 20)}.`,
  );
  const chunks = chunkBlocks([paragraph(sentences.join(' '))]);
  expect(chunks.length).toBeGreaterThan(3);
  for (const { text } of chunks) expect(text.trim()).toMatch(/^Sentence .*\.$/s);
});

it.each(['😀', 'x😀', '漢'])('never cuts a character, however long a text without spaces is: %s', (unit) => {
  const text = unit.repeat(5_000);
  const chunks = chunkBlocks([paragraph(text), { ...placeless, kind: 'footnote', text }]);
  for (const chunk of chunks) expect(chunk.text).not.toMatch(/\p{Surrogate}/u);
  const bodies = chunks.filter(({ type }) => type === 'body');
  expect(bodies.map((chunk) => chunk.text).join('')).toBe(text);
});

it('cuts a sentence that fits no chunk between words', () => {
  const text = Array.from({ length: 3_000 }, (_, i) => `w${'o'.repeat(i % 40)}rd${i}`).join(' ');
  const pieces = chunkBlocks([paragraph(text)]).flatMap((chunk) => chunk.text.trim().split(' '));
  expect(pieces).toEqual(text.split(' '));
});

it('takes neither an abbreviation nor the end of a line for the end of a sentence', () => {
  const sentence = `Dr. Smith of Acme Inc. showed in Fig. 3 what e.g. J. Doe\nhad found on Jan. 5 ${words(40)}.`;
  const chunks = chunkBlocks([paragraph(Array.from({ length: 9 }, () => sentence).join(' '))]);
  for (const { text } of chunks) expect(text.trim()).toMatch(/^Dr\. Smith .*word39\.$/s);
});

it('starts a chunk with every section that is not tiny, under the path of its headings', () => {
  const chunks = chunkBlocks([
    heading(1, 'Manual'),
    heading(2, 'Setup'),
    paragraph(words(80)),
    heading(2, 'Use'),
    heading(3, 'Daily'),
    paragraph(words(80)),
    heading(1, 'Annex'),
    paragraph(words(80)),
  ]);
  expect(chunks.map(({ headingPath }) => headingPath)).toEqual([['Manual'], ['Manual', 'Use'], ['Annex']]);
  expect(chunks[1]!.text.startsWith('Use\n\nDaily\n\nword0')).toBe(true);
});

it('lets tiny sections share a chunk, under the headings that they share', () => {
  const chunks = chunkBlocks([
    heading(1, 'Terms'),
    paragraph('All of them.'),
    heading(2, 'Pump'),
    paragraph('Moves water.'),
    heading(2, 'Valve'),
    paragraph('Holds water.'),
  ]);
  expect(chunks).toHaveLength(1);
  expect(chunks[0]!.headingPath).toEqual(['Terms']);
});

it('never leaves a heading or an introduction at the end of a chunk', () => {
  const chunks = chunkBlocks([
    paragraph(words(60)),
    paragraph('It consists of:'),
    item(words(30)),
    item(words(30)),
    heading(2, 'Next'),
    paragraph(words(70)),
  ]);
  for (const { text } of chunks) expect(text).not.toMatch(/(?:consists of:|Next)$/);
});

it('keeps a list together where it fits a chunk', () => {
  const list = Array.from({ length: 5 }, (_, i) => item(`${words(10)} ${i}`));
  const chunks = chunkBlocks([paragraph(words(60)), ...list]);
  const whole = chunks.find(({ text }) => text.includes('- word0'))!;
  expect(whole.text.match(/^- /gm)).toHaveLength(5);
});

it('keeps a table whole that fits, with what introduces it', () => {
  const chunks = chunkBlocks([
    paragraph(words(100)),
    { ...placeless, kind: 'caption', text: 'Table 1: Prices' },
    table(
      [
        ['Item', 'Price'],
        ['Pump', '10'],
      ],
      1,
    ),
    paragraph(words(60)),
  ]);
  expect(chunks.map(({ type }) => type)).toEqual(['body', 'table', 'body']);
  expect(chunks[1]!.text).toBe('Table 1: Prices\nItem | Price\nPump | 10');
});

it('keeps body text out of table chunks, but for a text of fewer than 25 characters', () => {
  const grid = table([['Pump', '10']], 0);
  const text = 'Text of 25 characters it.';
  const chunks = chunkBlocks([paragraph(text), grid, paragraph('Shorter.'), grid, paragraph('End.')]);
  expect(chunks.map(({ type, text: found }) => [type, found])).toEqual([
    ['body', text],
    ['table', 'Pump | 10'],
    ['table', 'Shorter.\nPump | 10\n\nEnd.'],
  ]);
});

it('never lets a chunk cross a first-level heading, however tiny the sections are', () => {
  const chunks = chunkBlocks([
    heading(1, 'Pump'),
    paragraph('Moves water.'),
    heading(1, 'Valve'),
    paragraph('Holds water.'),
  ]);
  expect(chunks.map(({ text, headingPath }) => [text, headingPath])).toEqual([
    ['Pump\n\nMoves water.', ['Pump']],
    ['Valve\n\nHolds water.', ['Valve']],
  ]);
});

it('keeps a table of contents in chunks of its own, cut between entries', () => {
  const lines = Array.from({ length: 100 }, (_, i) => `Chapter ${i} of the manual ${i + 3}`);
  const contents = (text: string): Block => ({ ...placeless, kind: 'contents', text });
  const chunks = chunkBlocks([
    paragraph('Before.'),
    heading(2, 'Contents'),
    contents(lines.slice(0, 60).join('\n')),
    { ...placeless, page: 1, kind: 'page_footer', text: 'iii' },
    contents(lines.slice(60).join('\n')),
    paragraph('Behind.'),
  ]);
  const found = chunks.filter(({ type }) => type === 'table_of_contents');
  expect(found.length).toBeGreaterThan(1);
  expect(found.flatMap(({ text }) => text.split('\n'))).toEqual(['Contents', '', ...lines]);
  expect(chunks.filter(({ type }) => type === 'body').map(({ text }) => text)).toEqual([
    'Before.',
    'Behind.',
  ]);
});

it('never joins what a break separates', () => {
  const chunks = chunkBlocks([
    heading(1, 'A'),
    paragraph('a'),
    { ...placeless, kind: 'break' },
    paragraph('b'),
  ]);
  expect(chunks.map(({ text, headingPath }) => [text, headingPath])).toEqual([
    ['A\n\na', ['A']],
    ['b', []],
  ]);
});

it('keeps footnotes, figures and running heads beside the text that they interrupt', () => {
  const header = (page: number): Block => ({
    ...placeless,
    page,
    kind: 'page_header',
    text: `Manual, page ${page}`,
  });
  const chunks = chunkBlocks([
    header(0),
    paragraph('The text goes', 0),
    { ...placeless, page: 0, kind: 'footnote', text: '1 A note.' },
    { ...placeless, page: 0, kind: 'figure', figureId: 'fig_0_1', text: 'A pump' },
    { ...placeless, page: 0, kind: 'caption', text: 'Figure 1' },
    header(1),
    paragraph('on.', 1),
  ]);
  expect(chunks.map(({ type, text }) => [type, text])).toEqual([
    ['body', 'The text goes\n\non.'],
    ['figure', 'A pump\nFigure 1'],
    ['footnote', '1 A note.'],
    ['page_header', 'Manual, page 0'],
  ]);
  expect(chunks[0]!.location).toMatchObject({ pageStart: 0, pageEnd: 1 });
});

it('keeps the region of a figure without words with the text around it', () => {
  const figure = (figureId: string, text = ''): Block => ({
    ...placeless,
    page: 0,
    kind: 'figure',
    figureId,
    text,
  });
  const box = { left: 0, top: 0, width: 1, height: 1 };
  const chunks = chunkBlocks(
    [
      figure('fig_0_1'),
      paragraph('The text goes', 0),
      figure('fig_0_2'),
      { ...placeless, page: 0, kind: 'caption', text: 'Figure 2' },
      paragraph('on.', 0),
      figure('fig_0_3'),
    ],
    (block) =>
      block.kind === 'figure'
        ? {
            regionId: block.figureId,
            page: 0,
            type: 'figure',
            text: '',
            figureId: block.figureId,
            box,
            confidence: 1,
          }
        : null,
  );
  expect(chunks.map(({ text, regions }) => [text, regions.map(({ figureId }) => figureId)])).toEqual([
    ['The text goes\n\non.', ['fig_0_1', 'fig_0_3']],
    ['Figure 2', ['fig_0_2']],
  ]);
});

it('locates speech by its time', () => {
  const speech = (seconds: [number, number], text: string): Block => ({
    ...placeless,
    kind: 'paragraph',
    seconds,
    origin: 'transcript',
    text,
  });
  const [chunk] = chunkBlocks([speech([0, 2.5], 'Hello.'), speech([2.5, 4], 'Again.')]);
  expect(chunk).toMatchObject({ origin: 'transcript', location: { startSeconds: 0, endSeconds: 4 } });
});
