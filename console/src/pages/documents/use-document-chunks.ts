import { useInfiniteQuery } from '@tanstack/react-query';
import { useEffect, useMemo, useState } from 'react';
import { type components } from 'sheaf-client';
import { useSheaf } from '../../data/data-provider';

export type DocumentChunk = components['schemas']['Chunk'];
export type Region = components['schemas']['Region'];

const pageSize = 200;
/** Chunks that are read at once; more are read when the user asks for them. */
const portion = 2_000;

/** Chunks of a document in their order, with their regions. */
export function useDocumentChunks(collection: string, documentId: string) {
  const sheaf = useSheaf();
  const [wanted, setWanted] = useState(portion);
  const query = useInfiniteQuery({
    queryKey: ['collection', collection, 'document', documentId, 'chunks'],
    staleTime: Infinity,
    initialPageParam: 0,
    queryFn: ({ pageParam, signal }) =>
      sheaf.get('/v3/collections/{collection_name}/chunks', {
        params: {
          path: { collection_name: collection },
          query: { document_id: documentId, limit: pageSize, cursor: pageParam, include_regions: true },
        },
        signal,
      }),
    getNextPageParam: (page) => page.next_cursor ?? undefined,
  });
  const { data, hasNextPage, isFetching, isError, fetchNextPage } = query;
  const chunks = useMemo(() => data?.pages.flatMap((page) => page.chunks) ?? [], [data]);
  useEffect(() => {
    if (hasNextPage && !isFetching && !isError && chunks.length < wanted) void fetchNextPage();
  }, [hasNextPage, isFetching, isError, chunks.length, wanted, fetchNextPage]);
  return {
    ...query,
    chunks,
    total: data?.pages[0]?.total_results ?? 0,
    isPartial: hasNextPage && chunks.length >= wanted,
    readMore: () => {
      setWanted(chunks.length + portion);
    },
  };
}
