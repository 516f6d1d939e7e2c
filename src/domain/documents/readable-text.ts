import { type ChunkContent } from './document';

/** Escapes of a cell in the text of a table: a line break, a carriage return, `|` and `\` themselves. */
const escapes = /\\[\\|nr]/g;

/**
 * The text of a chunk as search, models and masking read it: a row of a table without the escapes of its cells, each of
 * which becomes two spaces, so that all places stay. None of the escaped characters is part of a word. A line with a
 * backslash that is no escape is not of a row.
 */
export function readableText(chunk: Pick<ChunkContent, 'type' | 'text' | 'location' | 'leadLines'>): string {
  const { text, location, leadLines = 0 } = chunk;
  if (chunk.type !== 'table' || !text.includes('\\')) return text;
  // What a spreadsheet says beside its cells.
  if (location.sheetName !== null && location.rowStart === null) return text;
  return text
    .split('\n')
    .map((line, at) => (at < leadLines ? line : readableRow(line)))
    .join('\n');
}

/** The text of one row or several, of the same length. */
export function readableRow(row: string): string {
  const readable = row.replace(escapes, '  ');
  return readable.includes('\\') ? row : readable;
}
