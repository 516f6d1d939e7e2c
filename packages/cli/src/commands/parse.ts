import { Command } from 'commander';
import { listItems, uploadFile, waitForJob } from 'sheaf-client';
import { fileAt } from 'sheaf-client/node';
import { openSession } from '../session.js';

/** `sheaf parse`: uploads a workbook and shows its chunks. */
export const parseCommand = (): Command =>
  new Command('parse')
    .description('Parse a workbook into chunks')
    .argument('<file>', 'XLSX, XLSM, XLS, CSV or TSV')
    .action(async (file: string, _, command: Command) => {
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
      const chunks = [];
      const params = { path: { job_id: id }, query: { limit: 500 } };
      for await (const chunk of listItems(sheaf, '/v3/parse/jobs/{job_id}/chunks', { params, signal }))
        chunks.push(chunk);
      for (const warning of job.result?.warnings ?? []) process.stderr.write(`warning: ${warning}\n`);
      const rows = chunks.map((chunk) => [chunk.sheet_name, rangeOf(chunk), chunk.text]);
      await output.show({ ...job, chunks }, { head: ['sheet', 'rows', 'text'], rows });
    });

const rangeOf = ({ row_start: first, row_end: last }: { row_start: number | null; row_end: number | null }) =>
  first === null ? '' : `${first}-${last ?? first}`;
