import { useQuery } from '@tanstack/react-query';
import { useSheaf } from '../../data/data-provider';
import { type FoundResult } from './found';

/** Headings that a result stands under, outermost first. Renders nothing until they are known. */
export function HeadingPath({ result }: { result: FoundResult }) {
  const { collection_name: collection, chunk_id: chunkId, chunk_type: type } = result;
  const sheaf = useSheaf();
  const { data } = useQuery({
    queryKey: ['collection', collection, 'chunk', chunkId],
    enabled: type !== 'heading',
    staleTime: Infinity,
    queryFn: ({ signal }) =>
      sheaf.get('/v3/collections/{collection_name}/chunks/{chunk_id}', {
        params: {
          path: { collection_name: collection, chunk_id: chunkId },
          query: { include_metadata: true },
        },
        signal,
      }),
  });
  const headings = data?.metadata?.heading_path ?? [];
  return headings.length === 0 ? null : <p className="hint heading-path">{headings.join(' › ')}</p>;
}
