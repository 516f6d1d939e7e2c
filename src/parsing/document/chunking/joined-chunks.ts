import { type ChunkContent } from '../../../domain/documents/document';
import { chunkTokensMax, type CountTokens } from './token-budget';

/**
 * A chunk with a short text of its section behind it; null where both exceed the budget, where they are under
 * different headings, and where the text would read as a row of the table, or is indented code behind one.
 */
export function joinedChunks(
  chunk: ChunkContent,
  short: ChunkContent,
  countTokens: CountTokens,
): ChunkContent | null {
  const isCell = chunk.type === 'table' && /[\\|]|^\s/u.test(short.text);
  const isUnder = short.headingPath.join('\n') === chunk.headingPath.join('\n');
  if (isCell || !isUnder) return null;
  const text = `${chunk.text}\n\n${short.text}`;
  const tokenCount = countTokens(text);
  if (tokenCount > chunkTokensMax) return null;
  return {
    ...chunk,
    text,
    tokenCount,
    location: {
      ...chunk.location,
      pageEnd: short.location.pageEnd ?? chunk.location.pageEnd,
      endSeconds: short.location.endSeconds ?? chunk.location.endSeconds,
    },
    origin: chunk.origin === 'text' ? short.origin : chunk.origin,
    regions: [...new Set([...chunk.regions, ...short.regions])],
  };
}
