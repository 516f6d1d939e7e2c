import { Link } from 'react-router';
import { useSheaf } from '../../data/data-provider';
import { isForbidden } from '../../data/refusals';
import { usePaged } from '../../data/use-paged';
import { Page } from '../../layout/page';
import { Fault } from '../../parts/fault';
import { Moment } from '../../parts/moment';
import { Status } from '../../parts/status';
import { type Column, Table } from '../../parts/table';
import { collectionPath } from '../collections/collection-path';
import { followedBy, isRunning, refetchMs, stateOf, type Sync, syncPath, syncsKey } from './sync';

const pageSize = 100;

const columns: readonly Column<Sync>[] = [
  {
    name: 'Container',
    width: '2fr',
    cell: (sync) => (
      <Link to={syncPath(sync.sync_id)} title={`${sync.account_name}: ${followedBy(sync)}`}>
        {followedBy(sync)}
      </Link>
    ),
  },
  {
    name: 'Collection',
    cell: ({ collection_name: name }) => <Link to={collectionPath(name)}>{name}</Link>,
  },
  { name: 'State', width: '7rem', cell: (sync) => <Status state={stateOf(sync)} /> },
  {
    name: 'Fault of the last run',
    width: 'minmax(11rem, 3fr)',
    cell: ({ last_sync_error: code, last_sync_error_message: message }) =>
      code === null ? '–' : <span title={message ?? code}>{message ?? code}</span>,
  },
  { name: 'Last run', width: '10rem', cell: ({ last_sync_at: at }) => <Moment at={at} /> },
  { name: 'Next run', width: '10rem', cell: ({ next_sync_at: at }) => <Moment at={at} /> },
];

/** Page with the syncs of the environment. */
export function SyncsPage() {
  const sheaf = useSheaf();
  const syncs = usePaged<Sync, number>({
    key: [...syncsKey, 'list'],
    first: 0,
    refetchMs: (rows) => (rows.some(isRunning) ? refetchMs.running : refetchMs.resting),
    async read(offset, signal) {
      const query = { limit: pageSize, offset };
      const { syncs: rows, total_count: total } = await sheaf.get('/v2/syncs', { params: { query }, signal });
      const end = offset + rows.length;
      return { rows, total, next: rows.length > 0 && end < total ? end : undefined };
    },
  });
  const { error, total } = syncs;
  return (
    <Page title="Syncs">
      <p className="hint">
        A sync lets a collection follow a container of Azure Blob Storage: what is added or changed there is
        indexed, and what goes there goes here.
      </p>
      {error !== null && (
        <Fault error={error} {...(!isForbidden(error) && { retry: () => void syncs.refetch() })} />
      )}
      {syncs.isPending && <p role="status">Reading the syncs…</p>}
      {syncs.data !== undefined && (
        <Table
          label="Syncs"
          columns={columns}
          rows={syncs.rows}
          rowKey={({ sync_id: id }) => id}
          more={syncs.more}
          empty={
            <>
              No collection follows a container yet.{' '}
              <code>{'POST /v2/collections/{collection_name}/sync/azure'}</code> makes a sync; the{' '}
              <a href="../docs" target="_blank" rel="noreferrer">
                API reference
              </a>{' '}
              has its fields.
            </>
          }
          {...(total !== undefined && { total })}
        />
      )}
    </Page>
  );
}
