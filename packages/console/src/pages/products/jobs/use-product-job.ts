import { useQuery } from '@tanstack/react-query';
import { useSheaf } from '../../../data/data-provider';

const refetchMs = 1_000;

/** Reads a job of product search every second until it has ended. */
export function useProductJob(jobId: string) {
  const sheaf = useSheaf();
  return useQuery({
    queryKey: ['product-job', jobId],
    queryFn: ({ signal }) => sheaf.get('/v1/jobs/{job_id}', { params: { path: { job_id: jobId } }, signal }),
    refetchInterval: ({ state }) => (state.data?.finished_at == null ? refetchMs : false),
  });
}
