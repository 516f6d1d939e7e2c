import { useQuery } from '@tanstack/react-query';
import { Link, useParams } from 'react-router';
import { useSheaf } from '../../data/data-provider';
import { isHidden } from '../../data/refusals';
import { Page } from '../../layout/page';
import { Fault } from '../../parts/fault';
import { followedBy, isRunning, refetchMs, syncsKey } from './sync';
import { SyncActions } from './sync-actions';
import { SyncFacts } from './sync-facts';

/** Page of a sync: its state, its last and next run, and buttons that run, pause and delete it. */
export function SyncPage() {
  const { sync: id = '' } = useParams();
  const sheaf = useSheaf();
  const { data, error, isPending, refetch } = useQuery({
    queryKey: [...syncsKey, id],
    queryFn: ({ signal }) => sheaf.get('/v2/syncs/{sync_id}', { params: { path: { sync_id: id } }, signal }),
    refetchInterval: ({ state: { data: sync } }) =>
      sync !== undefined && isRunning(sync) ? refetchMs.running : refetchMs.resting,
  });
  const isLasting = isHidden(error);
  return (
    <Page
      title={data === undefined ? `Sync ${id}` : followedBy(data)}
      actions={data !== undefined && data.status !== 'inactive' && <SyncActions key={id} sync={data} />}
    >
      <p>
        <Link to="/syncs">All syncs</Link> ·{' '}
        <Link to={`/jobs/documents?sync=${encodeURIComponent(id)}`}>Jobs of the sync</Link>
      </p>
      {isPending && <p role="status">Reading the sync…</p>}
      {error !== null && <Fault error={error} {...(!isLasting && { retry: () => void refetch() })} />}
      {data !== undefined && !isLasting && <SyncFacts sync={data} />}
    </Page>
  );
}
