import type { SpreadsheetChunkResource } from '../../api/documents/parse-jobs/schema';
import { type TextColumn, formatTable } from './text-table';

type Chunk = SpreadsheetChunkResource;

const fixedColumns: readonly TextColumn[] = [
  { title: 'Sheet', width: 14 },
  { title: 'Range', width: 10 },
  { title: 'Role', width: 8 },
];
const gapsWidth = 10;
const flexibleWidthMin = 18;

/** Chunks as a table for a terminal that is `width` characters wide. */
export function formatChunks(chunks: readonly Chunk[], width: number): string {
  const fixedWidth = fixedColumns.reduce((sum, column) => sum + column.width, gapsWidth);
  const each = Math.max(flexibleWidthMin, Math.floor((width - fixedWidth) / 3));
  const flexible = ['Headers', 'First cells', 'Verified facts'].map((title) => ({ title, width: each }));
  return formatTable([...fixedColumns, ...flexible], chunks.map(rowOf));
}

function rowOf(chunk: Chunk): string[] {
  const role = chunk.figure?.kind ?? chunk.row_role ?? chunk.chunk_type;
  const range = chunk.cell_range ?? chunk.figure?.anchor ?? '';
  const headers = chunk.column_headers.filter((header) => header !== '').join(', ');
  return [chunk.sheet_name, range, role, headers, firstCells(chunk), factsOf(chunk)];
}

/** The line of the chunk's first row; in its text, rows stand after the header's lines. */
function firstCells({ text, row_start: first, row_end: last }: Chunk): string {
  const lines = text.split('\n');
  const rows = first === null || last === null ? lines.length : last - first + 1;
  return lines.at(-rows) ?? '';
}

function factsOf({ verified_facts: facts }: Chunk): string {
  if (facts === undefined) return '';
  const columns = facts.columns.map(describeColumn).filter((text) => text !== '');
  return [`${facts.row_count} rows`, ...columns].join('; ');
}

type FactsColumn = NonNullable<Chunk['verified_facts']>['columns'][number];

function describeColumn({ header, column, min, max, distinct }: FactsColumn): string {
  const name = header === null || header === '' ? column : header;
  if (min !== undefined && max !== undefined) return `${name} ${min} to ${max}`;
  return distinct === undefined ? '' : `${name} ${distinct} distinct`;
}
