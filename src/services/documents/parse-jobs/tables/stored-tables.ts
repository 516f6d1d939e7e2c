import { type DocumentErrorCode } from '../../../../domain/documents/errors';
import { type ParsedTable, type TableFiles } from '../../../../domain/documents/parsed-table';
import { type Caller } from '../../../../domain/platform/caller';
import { Refusal } from '../../../../domain/platform/refusal';
import { type ParseJobWithPages } from '../../../../stores/documents/parse-jobs/parse-job-kind';
import { linesOf } from '../../../../streams/lines';
import { type ServiceDeps } from '../../../deps';
import { findParseResult, openResultBlob, resultExpired } from '../read';

/** Job with a result that has tables. */
export interface JobWithTables {
  job: ParseJobWithPages;
  tableFiles: TableFiles;
}

/**
 * Finds a job of the caller whose result has tables.
 *
 * @throws Refusal `parse_job_not_found`, `parse_type_mismatch`, `job_not_finished`,
 * `parse_job_without_result`, `parse_result_expired`
 */
export async function findTables(
  deps: Pick<ServiceDeps, 'stores'>,
  caller: Caller,
  jobId: string,
): Promise<JobWithTables> {
  const job = await findParseResult(deps, caller, jobId, 'spreadsheet');
  const tableFiles = job.result?.tableFiles;
  if (tableFiles === undefined) throw resultExpired(job);
  return { job, tableFiles };
}

/** Tables of a result as JSON texts, in order. Callers end the iteration early where they have enough. */
export async function* tableLines(
  deps: Pick<ServiceDeps, 'blobs'>,
  { job, tableFiles: { tables } }: JobWithTables,
): AsyncGenerator<string, undefined> {
  if (tables === null) return undefined;
  const stream = await openResultBlob(deps, job, tables.key);
  try {
    yield* linesOf(stream);
  } finally {
    stream.destroy();
  }
  return undefined;
}

/**
 * Finds a table of a result.
 *
 * @throws Refusal `parse_table_not_found`
 */
export async function findTable(
  deps: Pick<ServiceDeps, 'blobs'>,
  found: JobWithTables,
  tableId: string,
): Promise<ParsedTable> {
  const head = `{"id":${JSON.stringify(tableId)},`;
  for await (const line of tableLines(deps, found))
    if (line.startsWith(head)) return JSON.parse(line) as ParsedTable;
  throw new Refusal<DocumentErrorCode>('parse_table_not_found');
}
