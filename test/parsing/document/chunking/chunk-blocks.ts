import { type ChunkContent, type Region } from '../../../../src/domain/documents/document';
import { type Block } from '../../../../src/parsing/document/block';
import { createChunker } from '../../../../src/parsing/document/chunking/chunker';
import { createLanguageDetector } from '../../../../src/parsing/document/chunking/language';
import { estimateTokens } from '../../../../src/parsing/document/chunking/token-budget';

/** The chunks of blocks, with estimated tokens and no guess at the language. */
export function chunkBlocks(
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
