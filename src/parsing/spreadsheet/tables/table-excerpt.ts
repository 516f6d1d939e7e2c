import { type RowRole } from '../../../domain/documents/spreadsheet-chunk';
import { type PanelHeader } from '../chunking/column-names';
import { type TableIdentity } from '../chunking/table-identity';
import { type ColumnHabit, type LocalColumn } from '../facts/local-column';
import { type ChunkBuffers } from '../chunking/sheet-context';
import { countValues } from './count-values';
import { valuesLine } from './values-line';

/** Columns of a table in one chunk: what the chunk tells about the table. */
export interface TableExcerpt {
  table: TableIdentity;
  headerRows: readonly [number, number] | null;
  firstRow: number;
  lastRow: number;
  /** First column, 0-based, and the names of all columns, '' for none. */
  firstColumn: number;
  names: readonly string[];
  /** Number of values by column and kind; null where the rows are no data rows, which alone decide types. */
  counts: Uint32Array | null;
  /** Numbers and dates of a text file in a country's notation, by column from `firstColumn` on. */
  locals: ReadonlyMap<number, LocalColumn>;
  /** Notations of the columns of a text file; empty for other files. */
  habits: readonly Readonly<ColumnHabit>[];
  /** Line of values that the text of the chunk does not show; null for a text file. */
  values: string | null;
}

/** Place of a chunk of a table. */
interface ExcerptPlace extends Pick<TableExcerpt, 'table' | 'firstRow' | 'lastRow' | 'firstColumn'> {
  role: RowRole;
  lastColumn: number;
  header: PanelHeader | null;
}

/** What a complete chunk tells about its table. */
export function tableExcerpt(
  { role, lastColumn, header, ...place }: ExcerptPlace,
  buffers: ChunkBuffers,
  {
    typedByText,
    labels,
    ...notation
  }: Pick<TableExcerpt, 'locals' | 'habits'> & { typedByText: boolean; labels: readonly number[] },
): TableExcerpt {
  const columns = lastColumn - place.firstColumn + 1;
  const hasValues = role !== 'header' && !typedByText;
  return {
    ...place,
    ...notation,
    headerRows: header?.rows ?? null,
    // The panel changes its names when it grows.
    names: header === null ? new Array<string>(columns).fill('') : [...header.names],
    counts: role === 'data' ? countValues(buffers, columns, typedByText) : null,
    values: hasValues ? valuesLine(buffers.cells, columns, labels) : null,
  };
}
