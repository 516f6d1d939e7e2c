import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useNavigate } from 'react-router';
import { useSheaf } from '../../data/data-provider';
import { Confirm } from '../../parts/confirm';
import { Fault } from '../../parts/fault';
import { followedBy, isRunning, type Sync, syncsKey } from './sync';

/** Buttons that run a sync, pause or resume it, and delete it. */
export function SyncActions({ sync }: { sync: Sync }) {
  const queries = useQueryClient();
  const changed = () => queries.invalidateQueries({ queryKey: syncsKey });
  return (
    <>
      <RunSync sync={sync} changed={changed} />
      <PauseSync sync={sync} changed={changed} />
      <DeleteSync sync={sync} changed={changed} />
    </>
  );
}

interface ActionProps {
  sync: Sync;
  changed: () => Promise<void>;
}

function RunSync({ sync, changed }: ActionProps) {
  const sheaf = useSheaf();
  const running = useMutation({
    mutationFn: () =>
      sheaf.post('/v2/syncs/{sync_id}/reconcile', { params: { path: { sync_id: sync.sync_id } } }),
    onSettled: changed,
  });
  return (
    <>
      {running.error !== null && <Fault error={running.error} />}
      <button
        type="button"
        className="primary"
        disabled={running.isPending || isRunning(sync)}
        onClick={() => {
          running.mutate();
        }}
      >
        Run now
      </button>
    </>
  );
}

function PauseSync({ sync, changed }: ActionProps) {
  const sheaf = useSheaf();
  const isPaused = sync.status === 'paused';
  return (
    <Confirm
      label={isPaused ? 'Resume' : 'Pause'}
      title={`${isPaused ? 'Resume' : 'Pause'} the sync with ${followedBy(sync)}`}
      confirmLabel={isPaused ? 'Resume it' : 'Pause it'}
      look={isPaused ? 'primary' : 'danger'}
      consequence={
        isPaused ? (
          <p>The sync runs by its schedule again. The next run finds what has changed meanwhile.</p>
        ) : (
          <p>
            Nothing runs by the schedule or by events until the sync is resumed. The documents of{' '}
            {sync.collection_name} stay.
          </p>
        )
      }
      act={async () => {
        await sheaf.patch('/v2/syncs/{sync_id}', {
          params: { path: { sync_id: sync.sync_id } },
          body: { status: isPaused ? 'active' : 'paused' },
        });
        await changed();
      }}
    />
  );
}

function DeleteSync({ sync, changed }: ActionProps) {
  const sheaf = useSheaf();
  const navigate = useNavigate();
  return (
    <Confirm
      label="Delete"
      title={`Delete the sync with ${followedBy(sync)}`}
      confirmLabel={`Delete the sync with ${sync.bucket}`}
      name={sync.bucket}
      consequence={
        <p>
          {sync.collection_name} no longer follows the container. Its documents stay. The account key is
          forgotten: a new sync needs it again.
        </p>
      }
      act={async () => {
        await sheaf.delete('/v2/syncs/{sync_id}', { params: { path: { sync_id: sync.sync_id } } });
        await navigate('/syncs');
        await changed();
      }}
    />
  );
}
