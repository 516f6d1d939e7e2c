import { useAddressFields } from '../../data/use-address-fields';
import { usePaged } from '../../data/use-paged';
import { useSheaf } from '../../data/data-provider';
import { Page } from '../../layout/page';
import { Fault } from '../../parts/fault';
import { ChoiceField } from '../../parts/choice-field';
import { EntryField } from '../../parts/entry-field';
import { JobTabs } from './job-tabs';
import { jobColumns, type JobRow } from './job-columns';
import { Table } from '../../parts/table';
import './jobs.css';

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
] as const;

/** Page with the indexing jobs, newest first. */
export function JobsPage() {
  const sheaf = useSheaf();
  const [filters, , changeOf] = useAddressFields(['status', 'collection', 'sync']);
  const { collection, sync: syncId } = filters;
  const status = filters.status as JobRow['status'] | '';
  const jobs = usePaged<JobRow, number>({
    key: ['jobs', status, collection, syncId],
    first: 0,
    refetchMs,
    async read(offset, signal) {
      const query = {
        limit: pageSize,
        offset,
        ...(status !== '' && { status }),
        ...(collection !== '' && { collection }),
        ...(syncId !== '' && { sync_id: syncId }),
      };
      const { jobs: rows, total_count: total } = await sheaf.get('/v2/jobs', { params: { query }, signal });
      const end = offset + rows.length;
      return { rows, total, next: rows.length > 0 && end < total ? end : undefined };
    },
  });
  return (
    <Page title="Jobs">
      <JobTabs />
      <div className="filters filter-row">
        <ChoiceField label="State" value={status} choices={states} onChange={changeOf('status')} />
        <EntryField label="Collection" value={collection} onEnter={changeOf('collection')} />
        <EntryField label="Sync" value={syncId} onEnter={changeOf('sync')} />
      </div>
      {jobs.error !== null && <Fault error={jobs.error} retry={() => void jobs.refetch()} />}
      {jobs.data !== undefined && (
        <Table
          label="Jobs"
          columns={jobColumns}
          rows={jobs.rows}
          rowKey={(job) => job.job_id}
          more={jobs.more}
          empty={
            status === '' && collection === '' && syncId === ''
              ? 'No job has been submitted yet.'
              : 'No job passes the filters.'
          }
          {...(jobs.total !== undefined && { total: jobs.total })}
        />
      )}
    </Page>
  );
}
