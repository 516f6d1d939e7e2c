import { type Block, placeless } from 'document-reader';
import { unescapeCell } from 'spreadsheet-reader/toolkit';
import { type SpreadsheetChunk } from '../../../domain/documents/spreadsheet-chunk';

const separator = ' | ';
const sheetHeadingLevel = 2;

/**
 * Creates a function that turns the chunks of a workbook, in order, into blocks: a heading for each sheet,
 * and tables that continue over their chunks.
 *
 * @returns takes a chunk and the id of its figure, '' for none
 */
export function createSheetBlocks(): (chunk: SpreadsheetChunk, figureId: string) => Block[] {
  let sheet: string | null = null;
  let table: string | null = null;

  return (chunk, figureId) => {
    const blocks: Block[] = [];
    const { sheet_name: name, row_role: role, table_id: id, column_start: column } = chunk;
    if (name !== sheet) blocks.push({ ...placeless, kind: 'heading', level: sheetHeadingLevel, text: name });
    sheet = name;
    const part = id === undefined ? null : `${id} ${column ?? ''}`;
    if (chunk.chunk_type === 'figure')
      blocks.push({ ...placeless, kind: 'figure', figureId, text: chunk.text });
    else if (part === null || role === 'note')
      blocks.push({ ...placeless, kind: 'paragraph', text: chunk.text });
    else {
      const rows = chunk.text.split('\n').map((line) => line.split(separator).map(unescapeCell));
      const repeated = chunk.column_headers.length > 0 ? 1 : 0;
      const headerRows = role === 'header' ? rows.length : repeated;
      const continued = part === table ? { continues: true as const } : {};
      blocks.push({ ...placeless, kind: 'table', rows, headerRows, ...continued });
    }
    table = part;
    return blocks;
  };
}
