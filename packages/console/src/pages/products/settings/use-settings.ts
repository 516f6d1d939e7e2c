import { useQuery } from '@tanstack/react-query';
import { useSheaf } from '../../../data/data-provider';

const refetchMs = 5_000;

/** Key of the cache for the settings of an index. */
export const settingsKey = (index: string) => ['product-settings', index];

/** The settings of an index with the fields that they give. */
export function useSettings(index: string) {
  const sheaf = useSheaf();
  return useQuery({
    queryKey: settingsKey(index),
    queryFn: ({ signal }) =>
      sheaf.get('/v1/indexes/{index}/settings', { params: { path: { index } }, signal }),
    // A build that ends changes what is served.
    refetchInterval: ({ state }) => (state.data?.applies_at === 'served' ? false : refetchMs),
  });
}
