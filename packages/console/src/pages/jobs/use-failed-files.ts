import { useQuery } from '@tanstack/react-query';
import { type components } from 'sheaf-client';
import { useSheaf } from '../../data/data-provider';

type IndexJob = components['schemas']['IndexJob'];
export type JobFile = IndexJob['files'][number];

const pageSize = 500;
/** Pages that are looked through; a job may have many thousands of files. */
const pagesMax = 20;

/** The failed files of a job, read until all are found or 10,000 files are looked through. */
export function useFailedFiles({ job_id: jobId, progress: { files_failed: failed } }: IndexJob) {
  const sheaf = useSheaf();
  return useQuery({
    queryKey: ['failed-files', jobId, failed],
    enabled: failed > 0,
    async queryFn({ signal }) {
      const found: JobFile[] = [];
      let cursor: string | null = '';
      for (let page = 0; cursor !== null && page < pagesMax && found.length < failed; page++) {
        const query = { files_limit: pageSize, ...(cursor !== '' && { files_cursor: cursor }) };
        const job: IndexJob = await sheaf.get('/v2/jobs/{job_id}', {
          params: { path: { job_id: jobId }, query },
          signal,
        });
        found.push(...job.files.filter(({ status }) => status === 'failed'));
        cursor = job.files_page.next_cursor;
      }
      return found;
    },
  });
}
