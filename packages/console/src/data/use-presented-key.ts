import { useQuery } from '@tanstack/react-query';
import { useSheaf } from './data-provider';

/** The key of the session, as the service describes it. */
export function usePresentedKey() {
  const sheaf = useSheaf();
  return useQuery({
    queryKey: ['presented-key'],
    queryFn: ({ signal }) => sheaf.get('/v2/key', { signal }),
    staleTime: Infinity,
  });
}
