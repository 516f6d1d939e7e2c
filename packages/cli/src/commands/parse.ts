import { Command } from 'commander';
import { listItems, type Sheaf, uploadFile, waitForJob } from 'sheaf-client';
import { fileAt } from 'sheaf-client/node';
import { openSession } from '../session.js';
import { showTables } from '../show-tables.js';

/** `sheaf parse`: uploads a workbook and shows its chunks, or its tables. */
export const parseCommand = (): Command =>
  new Command('parse')
    .description('Parse a workbook into chunks')
    .argument('<file>', 'XLSX, XLSM, XLS, CSV or TSV')
    .option('--tables', 'show its tables instead: `sheaf tables <job> <table>` gives their rows')
    .action(async (file: string, options: { tables?: true }, command: Command) => {
      const { sheaf, output, signal } = openSession(command);
      const input = await uploadFile(sheaf, await fileAt(file), { signal });
      const { job_id: id } = await sheaf.post('/v3/parse/spreadsheets', { body: { input }, signal });
      const bar = output.bar('sheets');
      const job = await waitForJob(sheaf, 'parse', id, {
        signal,
        onProgress: ({ progress }) => {
          const { sheets_done: sheets, sheets_total: of, rows_done: rows } = progress;
          bar.update(sheets, of, `${rows} rows`);
        },
      }).finally(() => {
        bar.end();
      });
      for (const warning of job.result?.warnings ?? []) process.stderr.write(`warning: ${warning}\n`);
      if (options.tables === true) {
        process.stderr.write(`Job ${id}\n`);
        await showTables(sheaf, id, { output, signal });
        return;
      }
      const chunks = await chunksOf(sheaf, id, signal);
      const rows = chunks.map((chunk) => [chunk.sheet_name, rangeOf(chunk), chunk.text]);
      await output.show({ ...job, chunks }, { head: ['sheet', 'rows', 'text'], rows });
    });

async function chunksOf(sheaf: Sheaf, jobId: string, signal: AbortSignal) {
  const chunks = [];
  const params = { path: { job_id: jobId }, query: { limit: 500 } };
  for await (const chunk of listItems(sheaf, '/v3/parse/jobs/{job_id}/chunks', { params, signal }))
    chunks.push(chunk);
  return chunks;
}

const rangeOf = ({ row_start: first, row_end: last }: { row_start: number | null; row_end: number | null }) =>
  first === null ? '' : `${first}-${last ?? first}`;
