import { Link } from 'react-router';
import { type components } from 'sheaf-client';
import { useSheaf } from '../../../data/data-provider';
import { useAddressFields } from '../../../data/use-address-fields';
import { usePaged } from '../../../data/use-paged';
import { ChoiceField } from '../../../parts/choice-field';
import { EpochMoment } from '../../../parts/epoch-moment';
import { Fault } from '../../../parts/fault';
import { formatSpan } from '../../../parts/format';
import { Status } from '../../../parts/status';
import { type Column, Table } from '../../../parts/table';
import { indexPath } from '../index-path';
import { productJobPath } from '../job-path';

type ProductJob = components['schemas']['ProductJob'];

const pageSize = 100;
const refetchMs = 5_000;
const states = ['queued', 'running', 'importing', 'succeeded', 'failed'] as const;
const types = ['index.build', 'index.delete', 'index.import', 'index.write'] as const;

/** Jobs of product search, newest first; without `index` of all indexes, without `only` of all kinds. */
export function ProductJobList(props: {
  index?: string;
  only?: ProductJob['type'];
  onChoose?: (jobId: string) => void;
}) {
  const { index, only, onChoose } = props;
  const sheaf = useSheaf();
  const [filters, , changeOf] = useAddressFields(['status', 'kind']);
  const status = filters.status as ProductJob['status'] | '';
  const type = only ?? (filters.kind as ProductJob['type'] | '');
  const jobs = usePaged<ProductJob, string>({
    key: ['product-jobs', index, status, type],
    first: '',
    refetchMs,
    async read(cursor, signal) {
      const query = {
        limit: pageSize,
        ...(cursor !== '' && { cursor }),
        ...(index !== undefined && { index }),
        ...(status !== '' && { status }),
        ...(type !== '' && { type }),
      };
      const page = await sheaf.get('/v1/jobs', { params: { query }, signal });
      return { rows: page.jobs, next: page.next_cursor ?? undefined };
    },
  });
  return (
    <>
      <div className="filters filter-row">
        <ChoiceField label="State" value={status} choices={states} onChange={changeOf('status')} />
        {only === undefined && (
          <ChoiceField label="Kind" value={type} choices={types} onChange={changeOf('kind')} />
        )}
      </div>
      {jobs.error !== null && <Fault error={jobs.error} retry={() => void jobs.refetch()} />}
      {jobs.isPending && <p role="status">Reading the jobs…</p>}
      {jobs.data !== undefined && (
        <Table
          label="Product jobs"
          columns={columnsOf(index, onChoose)}
          rows={jobs.rows}
          rowKey={({ id }) => id}
          more={jobs.more}
          empty={
            only === undefined
              ? 'There is no such job. Builds, imports, deletions and bursts of live writes are listed here.'
              : 'There is no such job yet.'
          }
        />
      )}
    </>
  );
}

/** Columns of the list; without `index` they include the index. */
function columnsOf(
  index: string | undefined,
  onChoose: ((jobId: string) => void) | undefined,
): readonly Column<ProductJob>[] {
  return [
    {
      name: 'Job',
      width: 'minmax(8rem, 1.4fr)',
      cell: ({ id }) =>
        onChoose === undefined ? (
          <Link to={productJobPath(id)}>
            <code>{id}</code>
          </Link>
        ) : (
          <button
            type="button"
            className="link"
            onClick={() => {
              onChoose(id);
            }}
          >
            <code>{id}</code>
          </button>
        ),
    },
    { name: 'Kind', cell: ({ type: kind }) => kind.replace('index.', '') },
    ...(index === undefined
      ? [{ name: 'Index', cell: ({ index: of }: ProductJob) => <Link to={indexPath(of)}>{of}</Link> }]
      : []),
    { name: 'State', width: '8rem', cell: ({ status: state }) => <Status state={state} /> },
    { name: 'Fault', width: 'minmax(12rem, 3fr)', cell: faultOf },
    { name: 'Took', width: '8rem', isNumber: true, cell: tookOf },
    { name: 'Submitted', width: '9rem', cell: ({ created_at: at }) => <EpochMoment at={at} /> },
  ];
}

/** Code and sentence of a failed job. */
function faultOf({ error, error_code: code }: ProductJob) {
  if (code === null && error === null) return '–';
  return (
    <span title={error ?? undefined}>
      {code !== null && <code>{code}</code>} {error}
    </span>
  );
}

function tookOf({ started_at: from, finished_at: to }: ProductJob): string {
  return from === null || to === null ? '–' : formatSpan(to - from);
}
