import { Link } from 'react-router';
import { type components } from 'sheaf-client';
import { formatCount, formatThings } from '../../parts/format';
import { Moment } from '../../parts/moment';
import { Status } from '../../parts/status';
import { type Column } from '../../parts/table';
import { jobFaults } from './job-advice';

export type JobRow = components['schemas']['IndexJobList']['jobs'][number];

/** Fault of a job in words with its code; of a job that went on, how many files failed. */
function JobRowFault({ job }: { job: JobRow }) {
  const { error, files_failed: failed, files_total: total } = job;
  if (error !== null)
    return (
      <span title={`${jobFaults[error]} ${error}`}>
        {jobFaults[error]} <code>{error}</code>
      </span>
    );
  return failed === 0 ? '–' : `${formatCount(failed)} of ${formatThings(total, 'file')} failed`;
}

export const jobColumns: readonly Column<JobRow>[] = [
  {
    name: 'Job',
    width: 'minmax(9rem, 2fr)',
    cell: ({ job_id: id }) => (
      <Link to={`/jobs/documents/${encodeURIComponent(id)}`}>
        <code>{id}</code>
      </Link>
    ),
  },
  { name: 'State', width: '12.5rem', cell: ({ status }) => <Status state={status} /> },
  { name: 'Kind', width: 'minmax(8rem, 1fr)', cell: ({ job_type: type }) => type.replaceAll('_', ' ') },
  { name: 'Collection', cell: ({ collection_name: name }) => name },
  { name: 'Fault', width: 'minmax(12rem, 2.5fr)', cell: (job) => <JobRowFault job={job} /> },
  { name: 'Files', width: '5rem', isNumber: true, cell: ({ files_total: files }) => formatCount(files) },
  { name: 'Failed', width: '5.5rem', isNumber: true, cell: ({ files_failed: files }) => formatCount(files) },
  { name: 'Submitted', width: '9rem', cell: ({ created_at: at }) => <Moment at={at} /> },
];
