import { useQuery } from '@tanstack/react-query';
import { useSheaf } from '../../../data/data-provider';

const refetchMs = 5_000;

/** Query key of the settings of an index. */
export const settingsKey = (index: string) => ['product-settings', index];

/** The settings of an index, and the fields that result from them. */
export function useSettings(index: string) {
  const sheaf = useSheaf();
  return useQuery({
    queryKey: settingsKey(index),
    queryFn: ({ signal }) =>
      sheaf.get('/v1/indexes/{index}/settings', { params: { path: { index } }, signal }),
    // The end of a build changes what is served.
    refetchInterval: ({ state }) => (state.data?.applies_at === 'served' ? false : refetchMs),
  });
}
