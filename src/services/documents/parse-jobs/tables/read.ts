import { type ParsedTable } from '../../../../domain/documents/parsed-table';
import { type Caller } from '../../../../domain/platform/caller';
import { type ServiceDeps } from '../../../deps';
import { openRows, type PlacedRow, type TablePlace, type WantedRows } from './read-rows';
import { findTable, findTables, tableLines } from './stored-tables';

type ReadDeps = Pick<ServiceDeps, 'blobs' | 'stores'>;

/** Page of the tables of a job. */
export interface TablesPage {
  tables: ParsedTable[];
  /** Place of the first table of the next page; null on the last page. */
  next: number | null;
}

/** A table with its rows, which are read while the answer is sent. */
export interface TableReading {
  /** Name of the parsed file; null for none. */
  filename: string | null;
  table: ParsedTable;
  rows: AsyncGenerator<PlacedRow, undefined>;
}

/**
 * Lists the tables of a job, in the order of the workbook.
 *
 * @throws Refusal `parse_job_not_found`, `parse_type_mismatch`, `job_not_finished`,
 * `parse_job_without_result`, `parse_result_expired`
 */
export async function listParseTables(
  deps: ReadDeps,
  caller: Caller,
  jobId: string,
  { first, count }: { first: number; count: number },
): Promise<TablesPage> {
  const found = await findTables(deps, caller, jobId);
  const tables: ParsedTable[] = [];
  let at = 0;
  for await (const line of tableLines(deps, found)) {
    if (at++ < first) continue;
    if (tables.length === count) break;
    tables.push(JSON.parse(line) as ParsedTable);
  }
  const total = found.tableFiles.tables?.count ?? 0;
  return { tables, next: first + count < total ? first + count : null };
}

/**
 * Reads the rows of a table, from a place on.
 *
 * @throws Refusal as {@link listParseTables}, and `parse_table_not_found`
 */
export async function readParseTable(
  deps: ReadDeps,
  caller: Caller,
  { jobId, tableId, from, wanted }: { jobId: string; tableId: string; from: TablePlace; wanted: WantedRows },
): Promise<TableReading> {
  const found = await findTables(deps, caller, jobId);
  const table = await findTable(deps, found, tableId);
  const rows = await openRows(deps, found, table, { from, wanted });
  return { filename: found.job.filename, table, rows };
}
