import { listItems, type Sheaf } from 'sheaf-client';
import { type Output } from './output.js';

const head = ['table', 'sheet', 'range', 'rows', 'title', 'columns'];

/** Shows the tables of a parse job, one a line. */
export async function showTables(
  sheaf: Sheaf,
  jobId: string,
  { output, signal }: { output: Output; signal: AbortSignal },
): Promise<void> {
  const tables = [];
  const params = { path: { job_id: jobId }, query: { limit: 500 } };
  for await (const table of listItems(sheaf, '/v3/parse/jobs/{job_id}/tables', { params, signal }))
    tables.push(table);
  const rows = tables.map((table) => [
    table.table_id,
    table.sheet_name,
    table.cell_range,
    table.row_count,
    table.title,
    table.columns.map(({ name, type }) => `${name}: ${type ?? 'blank'}`).join(', '),
  ]);
  await output.show({ job_id: jobId, tables }, { head, rows });
}
