import { createSheaf, listItems, uploadFile, waitForJob } from 'sheaf-client';
import { fileAt } from 'sheaf-client/node'; // paths; Node only

const { SHEAF_URL: baseUrl = 'http://localhost:8080', SHEAF_API_KEY: apiKey = '' } = process.env;
const sheaf = createSheaf({ baseUrl, apiKey });

const input = await uploadFile(sheaf, await fileAt('examples/quarterly-report.xlsx'), {
  onProgress: ({ sentBytes, totalBytes }) => {
    console.error(`${sentBytes} of ${totalBytes} bytes`);
  },
});
const { job_id } = await sheaf.post('/v3/parse/spreadsheets', { body: { input } });
const job = await waitForJob(sheaf, 'parse', job_id, {
  onProgress: ({ progress }) => {
    console.error(progress.stage, progress.sheets_done, progress.sheets_total);
  },
});
console.log(job.status, job.result?.chunk_count);

const chunks = listItems(sheaf, '/v3/parse/jobs/{job_id}/chunks', { params: { path: { job_id } } });
for await (const chunk of chunks)
  if ('sheet_name' in chunk) console.log(chunk.sheet_name, chunk.row_start, chunk.row_end);
