import { type ChunkContent, nowhere } from '../../../domain/documents/document';
import { type SpreadsheetChunk } from '../../../domain/documents/spreadsheet-chunk';
import { parseCell } from 'spreadsheet-reader';
import { cutWords } from '../chunking/split-text';
import { type TextTools } from '../chunking/text-tools';
import { chunkTokensMax } from '../chunking/token-budget';
import { tableOf } from './table-of';

/** Yields the cell comments of a chunk as notes of `B2, Ann: text` lines; each note has as many as fit. */
export function* commentChunks(
  chunk: SpreadsheetChunk,
  { countTokens, languages }: TextTools,
  language: string | null,
): Generator<ChunkContent, undefined> {
  const { sheet_name: sheetName, comments = [] } = chunk;
  let held: { line: string; row: number | null }[] = [];
  let tokens = 0;

  function* release(): Generator<ChunkContent, undefined> {
    if (held.length === 0) return;
    const text = held.map(({ line }) => line).join('\n');
    const rows = held.flatMap(({ row }) => row ?? []);
    const [rowStart, rowEnd] = rows.length === 0 ? [null, null] : [Math.min(...rows), Math.max(...rows)];
    yield {
      type: 'footnote',
      text,
      tokenCount: countTokens(text),
      location: { ...nowhere, sheetName, rowStart, rowEnd, ...tableOf(chunk) },
      headingPath: [sheetName],
      language: languages.detect(text, language),
      origin: 'text',
      regions: [],
    };
    held = [];
    tokens = 0;
  }

  for (const { cell, author, text } of comments) {
    const remark = `${[cell, author ?? ''].filter((part) => part !== '').join(', ')}: ${text}`;
    const row = parseCell(cell)?.row ?? null;
    for (const line of cutWords(remark, chunkTokensMax, countTokens)) {
      const cost = countTokens(line) + 1;
      if (tokens + cost > chunkTokensMax) yield* release();
      held.push({ line, row });
      tokens += cost;
    }
  }
  yield* release();
  return undefined;
}
