import { useQuery } from '@tanstack/react-query';
import { useSheaf } from '../../../data/data-provider';

const offeredMax = 100;

/** Names of the first page of indexes, for suggestions; empty for a key that cannot list them. */
export function useIndexNames(): string[] {
  const sheaf = useSheaf();
  const { data } = useQuery({
    queryKey: ['product-indexes', 'names'],
    queryFn: ({ signal }) => sheaf.get('/v1/indexes', { params: { query: { limit: offeredMax } }, signal }),
  });
  return (data?.indexes ?? []).map(({ name }) => name);
}
