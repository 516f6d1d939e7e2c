import { Link } from 'react-router';
import { type components } from 'sheaf-client';
import { formatCount } from '../../parts/format';
import { Moment } from '../../parts/moment';
import { Status } from '../../parts/status';
import { type Column } from '../../parts/table';

export type JobRow = components['schemas']['IndexJobList']['jobs'][number];

export const jobColumns: readonly Column<JobRow>[] = [
  {
    name: 'Job',
    width: 'minmax(8rem, 2fr)',
    cell: ({ job_id: id }) => (
      <Link to={`/jobs/documents/${encodeURIComponent(id)}`}>
        <code>{id}</code>
      </Link>
    ),
  },
  { name: 'Kind', cell: ({ job_type: type }) => type.replaceAll('_', ' ') },
  { name: 'Collection', cell: ({ collection_name: name }) => name },
  { name: 'State', cell: ({ status }) => <Status state={status} /> },
  { name: 'Files', width: '6rem', isNumber: true, cell: ({ files_total: files }) => formatCount(files) },
  { name: 'Failed', width: '6rem', isNumber: true, cell: ({ files_failed: files }) => formatCount(files) },
  { name: 'Submitted', width: '15rem', cell: ({ created_at: at }) => <Moment at={at} /> },
];
