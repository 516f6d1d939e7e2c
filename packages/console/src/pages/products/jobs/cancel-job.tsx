import { useQueryClient } from '@tanstack/react-query';
import { useSheaf } from '../../../data/data-provider';
import { Confirm } from '../../../parts/confirm';

/** Button that cancels a build or an import. */
export function CancelJob({ jobId }: { jobId: string }) {
  const sheaf = useSheaf();
  const queryClient = useQueryClient();
  return (
    <Confirm
      label="Cancel"
      title={`Cancel the job ${jobId}`}
      confirmLabel="Cancel the job"
      consequence={
        <p>
          The job ends as failed, with the code CANCELLED. What is served stays. A build that has begun to
          publish is not cancelled any more.
        </p>
      }
      act={async () => {
        await sheaf.delete('/v1/jobs/{job_id}', { params: { path: { job_id: jobId } } });
        await queryClient.invalidateQueries({ queryKey: ['product-job', jobId] });
        await queryClient.invalidateQueries({ queryKey: ['product-jobs'] });
      }}
    />
  );
}
