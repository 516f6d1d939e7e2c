import { type ChunkContent } from './document';

/** Escapes in a cell of a table's text: line break, carriage return, `|` and `\`. */
const escapes = /\\[\\|nr]/g;

/**
 * The text of a chunk for search, models and masking. In rows of a table each escape becomes two spaces, so
 * that offsets stay the same; an escaped character is never part of a word. A line with a backslash that is
 * no escape is not a row.
 */
export function readableText(chunk: Pick<ChunkContent, 'type' | 'text' | 'location' | 'leadLines'>): string {
  const { text, location, leadLines = 0 } = chunk;
  if (chunk.type !== 'table' || !text.includes('\\')) return text;
  // A chunk with the text of a sheet outside of its cells.
  if (location.sheetName !== null && location.rowStart === null) return text;
  return text
    .split('\n')
    .map((line, at) => (at < leadLines ? line : readableRow(line)))
    .join('\n');
}

/** The text of one or more rows without escapes; the length stays the same. */
export function readableRow(row: string): string {
  const readable = row.replace(escapes, '  ');
  return readable.includes('\\') ? row : readable;
}
