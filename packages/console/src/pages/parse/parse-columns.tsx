import { Link } from 'react-router';
import { type components } from 'sheaf-client';
import { formatCount } from '../../parts/format';
import { Moment } from '../../parts/moment';
import { Status } from '../../parts/status';
import { type Column } from '../../parts/table';

const countOrDash = (count: number | undefined) => (count === undefined ? '–' : formatCount(count));

export const parseColumns: readonly Column<components['schemas']['ListedParseJob']>[] = [
  {
    name: 'File',
    width: '2fr',
    cell: (job) => <Link to={`/parse/${encodeURIComponent(job.job_id)}`}>{job.filename ?? job.job_id}</Link>,
  },
  { name: 'State', cell: ({ status }) => <Status state={status} /> },
  {
    name: 'Sheets or pages',
    width: '9rem',
    isNumber: true,
    cell: ({ type, result }) => countOrDash(type === 'document' ? result?.pages : result?.sheets),
  },
  {
    name: 'Rows',
    width: '7rem',
    isNumber: true,
    cell: ({ type, progress }) => countOrDash(type === 'document' ? undefined : progress.rows_done),
  },
  { name: 'Chunks', width: '7rem', isNumber: true, cell: ({ result }) => countOrDash(result?.chunk_count) },
  { name: 'Submitted', width: '9rem', cell: ({ created_at: at }) => <Moment at={at} /> },
];
