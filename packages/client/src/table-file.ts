import type { Sheaf } from './create-sheaf.js';

/** Form of the file of a parsed table. */
export interface TableFileOptions {
  format: 'csv' | 'ndjson';
  /** `data` leaves subtotals and totals out. Default `all`. */
  rows?: 'all' | 'data';
  /** Values of the cells of a CSV file. Default `typed`. */
  values?: 'typed' | 'displayed';
  signal?: AbortSignal | undefined;
}

/**
 * Requests all rows of a parsed table as a file, whose bytes are the body of the answer. Pages of rows are
 * read by `listItems`.
 *
 * @throws SheafError for a refusal
 */
export function tableFile(
  sheaf: Sheaf,
  { jobId, tableId }: { jobId: string; tableId: string },
  { format, rows = 'all', values = 'typed', signal }: TableFileOptions,
): Promise<Response> {
  const path = `/v3/parse/jobs/${encodeURIComponent(jobId)}/tables/${encodeURIComponent(tableId)}`;
  return sheaf.send(`${path}?${new URLSearchParams({ format, rows, values }).toString()}`, { signal });
}
