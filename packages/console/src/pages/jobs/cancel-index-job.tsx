import { useQueryClient } from '@tanstack/react-query';
import { type components } from 'sheaf-client';
import { useSheaf } from '../../data/data-provider';
import { Confirm } from '../../parts/confirm';

export function CancelIndexJob({ job }: { job: components['schemas']['IndexJob'] }) {
  const sheaf = useSheaf();
  const queryClient = useQueryClient();
  return (
    <Confirm
      label="Cancel"
      title={`Cancel the job ${job.job_id}`}
      confirmLabel="Cancel the job"
      consequence={
        <p>
          Files that were indexed stay; a rollback takes them back afterwards. What is at work leaves nothing.
        </p>
      }
      act={async () => {
        await sheaf.delete('/v2/jobs/{job_id}', { params: { path: { job_id: job.job_id } } });
        await queryClient.invalidateQueries({ queryKey: ['job', job.job_id] });
      }}
    />
  );
}
