import path from 'node:path';
import { type MaskingReport } from '../../api/documents/masking-reports/schema';
import { projectRoot } from '../project-root';
import { type Report, timed } from '../report';
import { type ApiAccess, callApi } from './api-client';
import { firstText, indexFile } from './collection-calls';
import { formatTable } from './text-table';

const masking = {
  mask_pii: 'true',
  pii_fields: JSON.stringify([{ description: 'badge numbers such as BX-20391', tag: 'BADGE' }]),
};
const columns = [
  { title: 'Tag', width: 16 },
  { title: 'Masked', width: 6 },
];

/** Indexes the letter of `examples/` with masking; reports its masked text and what the masking report says. */
export async function maskLetter(access: ApiAccess, report: Report): Promise<void> {
  const file = path.join(projectRoot, 'examples', 'complaint.txt');
  const job = await timed(report, 'Indexed complaint.txt with its personal data masked', () =>
    indexFile(access, file, masking),
  );
  const { totals, files } = await callApi<MaskingReport>(access, `/v2/jobs/${job.job_id}/pii`);
  report(`\n${await firstText(access, job.files[0]!.document_id!)}\n`);
  const [masked] = files;
  report(`The masking report, by ${masked!.used_engines.join(', ')} (${masked!.model}):\n`);
  const rows = Object.entries(totals).map(([tag, count]) => [tag, String(count)]);
  report(`${formatTable(columns, rows)}\n`);
}
