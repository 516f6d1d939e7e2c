import { useQuery } from '@tanstack/react-query';
import { type Sheaf } from 'sheaf-client';
import { useSheaf } from '../../data/data-provider';
import { type Collection } from './collection-columns';

/** Collections of one request, the most that the API gives. */
const pageSize = 1_000;
const refetchMs = 10_000;

/** All collections of the environment of the key. Those of more than one page are read again on request. */
export function useCollections() {
  const sheaf = useSheaf();
  return useQuery({
    queryKey: ['collections', 'all'],
    queryFn: ({ signal }) => readAll(sheaf, signal),
    refetchInterval: ({ state: { data } }) =>
      data === undefined || data.length < pageSize ? refetchMs : false,
  });
}

async function readAll(sheaf: Sheaf, signal: AbortSignal): Promise<readonly Collection[]> {
  const all: Collection[] = [];
  for (;;) {
    const query = { limit: pageSize, offset: all.length };
    const { collections, total_count: total } = await sheaf.get('/v2/collections', {
      params: { query },
      signal,
    });
    all.push(...collections);
    if (collections.length === 0 || all.length >= total) return all;
  }
}
