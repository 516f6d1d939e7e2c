import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useNavigate } from 'react-router';
import { type Sheaf } from 'sheaf-client';
import { useSheaf } from '../../data/data-provider';
import { Confirm } from '../../parts/confirm';
import { formatCount, formatThings } from '../../parts/format';

export function DeleteCollection({ name, documentCount }: { name: string; documentCount: number }) {
  const sheaf = useSheaf();
  const navigate = useNavigate();
  const queries = useQueryClient();
  const { data: jobs } = useQuery({
    queryKey: ['collection', name, 'jobs under way'],
    queryFn: ({ signal }) => countJobs(sheaf, name, signal),
    refetchInterval: 10_000,
  });
  return (
    <Confirm
      label="Delete"
      title={`Delete ${name}?`}
      confirmLabel={`Delete collection ${name}`}
      name={name}
      consequence={
        <p>
          The collection is removed with its {formatThings(documentCount, 'document')}.{' '}
          {jobs !== undefined && `Jobs that have not ended and are cancelled: ${formatCount(jobs)}. `}
          This cannot be undone. The name is free at once, and copies are not touched.
        </p>
      }
      act={async () => {
        await sheaf.delete('/v2/collections/{collection_name}', {
          params: { path: { collection_name: name } },
        });
        await navigate('/collections');
        await queries.invalidateQueries({ queryKey: ['collections'] });
      }}
    />
  );
}

/** Number of jobs of a collection that have not ended. */
async function countJobs(sheaf: Sheaf, collection: string, signal: AbortSignal): Promise<number> {
  const counts = await Promise.all(
    (['pending', 'running'] as const).map((status) =>
      sheaf.get('/v2/jobs', { params: { query: { collection, status, limit: 1 } }, signal }),
    ),
  );
  return counts.reduce((sum, { total_count: count }) => sum + count, 0);
}
