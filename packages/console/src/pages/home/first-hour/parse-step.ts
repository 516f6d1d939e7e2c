import { uploadFile, waitForJob } from 'sheaf-client';
import { formatThings } from '../../../parts/format';
import { readSample } from './sample-file';
import { shareOf, type Step } from './step';

const name = 'sample-sales.xlsx';

/** Parses a workbook. Each run makes a job of its own. */
export const parseStep: Step = {
  id: 'parse',
  title: 'Parse a workbook',
  about: 'A sales report becomes chunks with headers, subtotals and checked totals.',
  action: 'Parse the sample workbook',
  rights: ['index'],
  async isDone(sheaf, signal) {
    const query = { status: 'completed', limit: 1 } as const;
    const { jobs } = await sheaf.get('/v3/parse/jobs', { params: { query }, signal });
    return jobs.length > 0;
  },
  async run(sheaf, report) {
    report({ text: `Sending ${name}`, share: null });
    const input = await uploadFile(sheaf, await readSample(name));
    report({ text: `Parsing ${name}`, share: null });
    const { job_id: jobId } = await sheaf.post('/v3/parse/spreadsheets', {
      body: { input, include_verified_facts: true, include_images: true },
    });
    const { result } = await waitForJob(sheaf, 'parse', jobId, {
      onProgress({ progress: { sheets_done: done, sheets_total: total } }) {
        report({ text: `Parsing ${name}`, share: shareOf(done, total) });
      },
    });
    const sheets = formatThings(result?.sheets ?? 0, 'sheet');
    return {
      text: `${sheets}, ${formatThings(result?.chunk_count ?? 0, 'chunk')}.`,
      to: `/parse/${encodeURIComponent(jobId)}`,
      linkName: `See ${name}`,
    };
  },
};
