import { useInfiniteQuery } from '@tanstack/react-query';
import { useEffect, useMemo, useState } from 'react';
import { useSheaf } from '../../data/data-provider';

const pageSize = 500;
/** Chunks that are read at once; more are read when the user asks for them. */
const portion = 5_000;

/** Chunks of a parse job, in the order of the workbook. */
export function useChunks(jobId: string) {
  const sheaf = useSheaf();
  const [wanted, setWanted] = useState(portion);
  const query = useInfiniteQuery({
    queryKey: ['parse-chunks', jobId],
    // A result never changes.
    staleTime: Infinity,
    initialPageParam: 0,
    queryFn: ({ pageParam, signal }) =>
      sheaf.get('/v3/parse/jobs/{job_id}/chunks', {
        params: { path: { job_id: jobId }, query: { limit: pageSize, cursor: pageParam } },
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
    /** Whether there are more than were asked for. */
    isPartial: hasNextPage && chunks.length >= wanted,
    readMore: () => {
      setWanted(chunks.length + portion);
    },
  };
}
