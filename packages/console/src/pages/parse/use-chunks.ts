import { useSheaf } from '../../data/data-provider';
import { usePortions } from '../../data/use-portions';

const pageSize = 500;
const portion = 5_000;

/** Chunks of a parsed spreadsheet. */
export function useChunks(jobId: string) {
  const sheaf = useSheaf();
  return usePortions({
    key: ['parse-chunks', jobId],
    portion,
    async read(cursor, signal) {
      const page = await sheaf.get('/v3/parse/jobs/{job_id}/chunks', {
        params: { path: { job_id: jobId }, query: { limit: pageSize, cursor } },
        signal,
      });
      return { items: page.chunks.filter((chunk) => 'sheet_name' in chunk), next: page.next_cursor };
    },
  });
}
