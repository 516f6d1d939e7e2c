import { type Block, placeless } from 'document-reader/blocks';
import { type ChunkContent } from '../../../../src/domain/documents/document';
import { createChunker } from '../../../../src/parsing/document/chunking/chunker';
import { createLanguageDetector } from '../../../../src/parsing/document/chunking/language';
import { chunkTokensMax, estimateTokens } from '../../../../src/parsing/document/chunking/token-budget';

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

const paragraph = (text: string, page: number | null = null): Block => ({
  ...placeless,
  page,
  kind: 'paragraph',
  text,
});
const heading = (text: string): Block => ({ ...placeless, kind: 'heading', level: 1, text });
const rows: Block = {
  ...placeless,
  kind: 'table',
  headerRows: 1,
  rows: [
    ['Year', 'Boats'],
    ['2021', '12'],
  ],
};
const slideEnd: Block = { ...placeless, kind: 'break' };
const sentences = (count: number) => 'The boats of the harbour were counted again. '.repeat(count).trim();

describe('a text of fewer than 25 characters that ends a section', () => {
  it('goes to the table before it, with its page', () => {
    const chunks = chunkBlocks([
      paragraph(sentences(2)),
      rows,
      paragraph('Restated.', 3),
      heading('The next part of the report'),
      paragraph(sentences(3)),
    ]);
    expect(chunks[1]).toMatchObject({ type: 'table', text: 'Year | Boats\n2021 | 12\n\nRestated.' });
    expect(chunks[1]!.location.pageEnd).toBe(3);
    expect(chunks).toHaveLength(3);
  });

  it.each([
    ['on another slide', [paragraph(sentences(2)), slideEnd, paragraph('Thank you')]],
    ['would read as a row of the table', [rows, paragraph('a | b')]],
    ['is under another heading', [heading('Part 1'), rows, heading('Part 2'), paragraph('None.')]],
  ])('stands alone where it %s', (_, blocks) => {
    expect(chunkBlocks(blocks)).toHaveLength(2);
  });

  it('stands alone where the chunk before it is full', () => {
    const full = 'fish '.repeat(chunkTokensMax).trimEnd();
    const chunks = chunkBlocks([
      { ...rows, rows: [[full]], headerRows: 0 },
      paragraph('Counted in the spring.'),
    ]);
    expect(chunks.map(({ type }) => type)).toEqual(['table', 'body']);
    expect(chunks.every(({ tokenCount }) => tokenCount <= chunkTokensMax)).toBe(true);
  });
});
