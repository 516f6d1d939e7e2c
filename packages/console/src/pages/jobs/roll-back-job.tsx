import { useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { type components } from 'sheaf-client';
import { useSheaf } from '../../data/data-provider';
import { Confirm } from '../../parts/confirm';
import { Dialog } from '../../parts/dialog';
import { formatCount } from '../../parts/format';

type Outcome = components['schemas']['Rollback'] | components['schemas']['RollbackUnderWay'];

/** Button that rolls back an ended job, then shows the result. */
export function RollBackJob({ job }: { job: components['schemas']['IndexJob'] }) {
  const sheaf = useSheaf();
  const queryClient = useQueryClient();
  const [outcome, setOutcome] = useState<Outcome | null>(null);
  return (
    <>
      <Confirm
        label={job.rolled_back_at === null ? 'Roll back' : 'What the rollback did'}
        title={job.rolled_back_at === null ? `Roll back ${job.job_id}` : `${job.job_id} was rolled back`}
        confirmLabel={job.rolled_back_at === null ? 'Roll back' : 'Show it'}
        {...(job.rolled_back_at === null ? { name: job.collection_name } : { look: 'primary' })}
        consequence={
          job.rolled_back_at === null ? (
            <p>
              Every document that the job has made goes from <strong>{job.collection_name}</strong> (
              {formatCount(job.result?.files_indexed ?? 0)} files were indexed). Documents that it has
              overwritten, or taken away for a sync, get their former version back, if that is at most 7 days
              old. Documents that a later job has rewritten stay.
            </p>
          ) : (
            <p>The job was rolled back. The outcome is kept, and asking for it changes nothing.</p>
          )
        }
        act={async () => {
          setOutcome(
            await sheaf.patch('/v2/jobs/{job_id}/rollback', { params: { path: { job_id: job.job_id } } }),
          );
          await queryClient.invalidateQueries({ queryKey: ['job', job.job_id] });
        }}
      />
      {outcome !== null && (
        <RollbackOutcome
          outcome={outcome}
          onClose={() => {
            setOutcome(null);
          }}
        />
      )}
    </>
  );
}

function RollbackOutcome({ outcome, onClose }: { outcome: Outcome; onClose: () => void }) {
  return (
    <Dialog title="Rollback" onClose={onClose}>
      <p role="status">{outcome.message}</p>
      {outcome.status === 'rolled_back' && (
        <dl className="facts">
          <dt>Removed</dt>
          <dd>{listed(outcome.files_removed)}</dd>
          <dt>Former version is back</dt>
          <dd>{listed(outcome.files_restored)}</dd>
          <dt>Former version is no longer kept</dt>
          <dd>{listed(outcome.files_not_restored)}</dd>
          <dt>Rewritten by a later job, kept</dt>
          <dd>{listed(outcome.files_kept.map(({ document_id: id }) => id))}</dd>
        </dl>
      )}
      <div className="actions">
        <button type="button" onClick={onClose}>
          Close
        </button>
      </div>
    </Dialog>
  );
}

const shownMax = 10;

function listed(ids: readonly string[]): string {
  if (ids.length === 0) return 'none';
  const shown = ids.slice(0, shownMax).join(', ');
  return `${formatCount(ids.length)}: ${shown}${ids.length > shownMax ? ', …' : ''}`;
}
