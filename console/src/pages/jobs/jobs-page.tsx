import { useState } from 'react';
import { usePaged } from '../../data/use-paged';
import { useSheaf } from '../../data/data-provider';
import { Page } from '../../layout/page';
import { Fault } from '../../parts/fault';
import { jobColumns, type JobRow } from './job-columns';
import { Table } from '../../parts/table';

const pageSize = 100;
const refetchMs = 5_000;
const states = [
  'pending',
  'running',
  'completed',
  'completed_with_errors',
  'failed',
  'timed_out',
  'cancelled',
];

/** The indexing jobs, newest first. */
export function JobsPage() {
  const sheaf = useSheaf();
  const [status, setStatus] = useState('');
  const jobs = usePaged<JobRow, number>({
    key: ['jobs', status],
    first: 0,
    refetchMs,
    async read(offset, signal) {
      const query = { limit: pageSize, offset, ...(status !== '' && { status: status as JobRow['status'] }) };
      const { jobs: rows, total_count: total } = await sheaf.get('/v2/jobs', { params: { query }, signal });
      const end = offset + rows.length;
      return { rows, total, next: rows.length > 0 && end < total ? end : undefined };
    },
  });
  return (
    <Page
      title="Jobs"
      actions={
        <label>
          State{' '}
          <select
            value={status}
            onChange={(event) => {
              setStatus(event.target.value);
            }}
          >
            <option value="">all</option>
            {states.map((state) => (
              <option key={state} value={state}>
                {state.replaceAll('_', ' ')}
              </option>
            ))}
          </select>
        </label>
      }
    >
      {jobs.error !== null && <Fault error={jobs.error} retry={() => void jobs.refetch()} />}
      {jobs.data !== undefined && (
        <Table
          label="Jobs"
          columns={jobColumns}
          rows={jobs.rows}
          rowKey={(job) => job.job_id}
          more={jobs.more}
          empty="No job has been submitted yet."
          {...(jobs.total !== undefined && { total: jobs.total })}
        />
      )}
    </Page>
  );
}
