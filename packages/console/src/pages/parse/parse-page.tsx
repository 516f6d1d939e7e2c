import { type components } from 'sheaf-client';
import { useSheaf } from '../../data/data-provider';
import { usePaged } from '../../data/use-paged';
import { Page } from '../../layout/page';
import { Fault } from '../../parts/fault';
import { Table } from '../../parts/table';
import { parseColumns } from './parse-columns';
import { ParseForm } from './parse-form';
import './parse.css';

const pageSize = 100;
const refetchMs = 5_000;

/** Page with the form for a file, and the list of parse jobs. */
export function ParsePage() {
  const sheaf = useSheaf();
  const jobs = usePaged<components['schemas']['ListedParseJob'], string>({
    key: ['parse-jobs'],
    first: '',
    refetchMs,
    async read(cursor, signal) {
      const query = { limit: pageSize, ...(cursor !== '' && { cursor }) };
      const { jobs: rows, next_cursor: next } = await sheaf.get('/v3/parse/jobs', {
        params: { query },
        signal,
      });
      return { rows, next: next ?? undefined };
    },
  });
  return (
    <Page title="Parse">
      <ParseForm />
      <h2>Parse jobs</h2>
      <p className="hint">Results are kept for 24 hours, jobs for 30 days.</p>
      {jobs.error !== null && <Fault error={jobs.error} retry={() => void jobs.refetch()} />}
      {jobs.data !== undefined && (
        <Table
          label="Parse jobs"
          columns={parseColumns}
          rows={jobs.rows}
          rowKey={(job) => job.job_id}
          more={jobs.more}
          empty="No file has been parsed yet. Drop one above."
        />
      )}
    </Page>
  );
}
