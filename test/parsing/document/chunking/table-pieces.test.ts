import { type Block, placeless, type TableBlock } from 'document-reader/blocks';
import { type ChunkContent } from '../../../../src/domain/documents/document';
import { createChunker } from '../../../../src/parsing/document/chunking/chunker';
import { createLanguageDetector } from '../../../../src/parsing/document/chunking/language';
import { estimateTokens } from '../../../../src/parsing/document/chunking/token-budget';

/** The chunks of blocks, with estimated tokens and no guess at the language. */
function chunkBlocks(blocks: readonly Block[]): ChunkContent[] {
  const chunks: ChunkContent[] = [];
  const chunker = createChunker({
    tools: { countTokens: estimateTokens, languages: createLanguageDetector(() => null) },
    language: 'en',
    write: (chunk) => chunks.push(chunk),
  });
  for (const block of blocks) chunker.push(block, null);
  chunker.end();
  return chunks;
}

const table = (rows: string[][], headerRows: number): TableBlock => ({
  ...placeless,
  kind: 'table',
  rows,
  headerRows,
});
const words = (count: number) => Array.from({ length: count }, (_, index) => `word${index}`).join(' ');

describe('a table that is cut', () => {
  const rowsFrom = (first: number, count: number) =>
    Array.from({ length: count }, (_, index) => [`Row number ${first + index}`, `${1_000 + index}`]);

  it('repeats its title and header rows in each piece', () => {
    const chunks = chunkBlocks([
      { ...placeless, kind: 'paragraph', text: words(30) },
      { ...placeless, kind: 'heading', level: 2, text: 'Checks by state' },
      { ...placeless, kind: 'caption', text: 'Counted in November' },
      table([['State', 'Checks'], ...rowsFrom(0, 150)], 1),
    ]);
    const tables = chunks.filter(({ type }) => type === 'table');
    expect(tables.length).toBeGreaterThan(2);
    for (const { text } of tables)
      expect(text).toMatch(/^Checks by state\n\nCounted in November\nState \| Checks\nRow number \d+ \| /);
  });

  it('repeats them on the pages that continue it, which are the pages of their chunks', () => {
    const part = (page: number, rows: string[][]): Block => ({
      ...table(rows, page === 0 ? 1 : 0),
      page,
      ...(page > 0 && { continues: true }),
    });
    const chunks = chunkBlocks([
      { ...placeless, page: 0, kind: 'caption', text: 'Table 1: Checks' },
      part(0, [['State', 'Checks'], ...rowsFrom(0, 3)]),
      { ...placeless, page: 0, kind: 'page_footer', text: '1' },
      part(1, rowsFrom(3, 3)),
      part(2, rowsFrom(6, 3)),
    ]).filter(({ type }) => type === 'table');
    expect(chunks.map(({ text }) => text.split('\n').slice(0, 3))).toEqual(
      [0, 3, 6].map((row) => ['Table 1: Checks', 'State | Checks', `Row number ${row} | 1000`]),
    );
    expect(chunks.map(({ location }) => [location.pageStart, location.pageEnd])).toEqual([
      [0, 0],
      [1, 1],
      [2, 2],
    ]);
  });

  it('has few rows in each piece, but as many as the lines above them take', () => {
    const pieces = (header: string[]) =>
      chunkBlocks([table([header, ...rowsFrom(0, 60)], 1)]).map(({ text }) => text.split('\n').length - 1);
    const tokens = (header: string[]) => estimateTokens(header.join(' | '));
    const [short, long] = [
      ['State', 'Checks'],
      ['State', words(40)],
    ];
    const rowTokens = estimateTokens('Row number 10 | 1000');
    expect(pieces(short)[0]! * rowTokens).toBeLessThanOrEqual(127);
    expect(pieces(long)[0]! * rowTokens).toBeGreaterThanOrEqual(tokens(long) - rowTokens);
  });

  it('has no title that takes more than a quarter of a chunk', () => {
    const caption: Block = { ...placeless, kind: 'caption', text: words(90) };
    const chunks = chunkBlocks([caption, table([['State', 'Checks'], ...rowsFrom(0, 80)], 1)]);
    expect(chunks.at(-1)!.text).toMatch(/^State \| Checks\n/);
    expect(chunks.filter(({ text }) => text.includes('word89'))).toHaveLength(1);
  });
});
