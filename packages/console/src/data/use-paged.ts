import { type InfiniteData, type QueryKey, useInfiniteQuery } from '@tanstack/react-query';
import { useCallback } from 'react';

/** A page of a list, and the place of the next one. */
export interface ListPage<Row, Place> {
  rows: readonly Row[];
  /** Undefined at the end. */
  next: Place | undefined;
  /** Number of all rows, when the API gives it. */
  total?: number;
}

/**
 * A list of the API. It reads the next page when the user scrolls there.
 *
 * @param first place of the first page: an offset, or an empty cursor
 * @param refetchMs pause between refetches of the read pages, possibly computed from the rows; false and by
 * default: no refetch
 * @param isReadOnDemand set for a list that is read again on request only, such as one whose reads are
 * recorded; default: also when the window regains focus
 */
export function usePaged<Row, Place>(options: {
  key: QueryKey;
  first: Place;
  read: (place: Place, signal: AbortSignal) => Promise<ListPage<Row, Place>>;
  refetchMs?: number | ((rows: readonly Row[]) => number | false);
  isReadOnDemand?: true;
}) {
  const { key, first, read, refetchMs, isReadOnDemand } = options;
  const query = useInfiniteQuery<
    ListPage<Row, Place>,
    Error,
    InfiniteData<ListPage<Row, Place>, Place>,
    QueryKey,
    Place
  >({
    queryKey: key,
    initialPageParam: first,
    queryFn: ({ pageParam, signal }) => read(pageParam as Place, signal),
    getNextPageParam: (page) => page.next,
    ...(isReadOnDemand && { staleTime: Infinity, refetchOnWindowFocus: false, refetchOnReconnect: false }),
    ...(refetchMs !== undefined && {
      refetchInterval: ({ state }) =>
        typeof refetchMs === 'number'
          ? refetchMs
          : refetchMs((state.data?.pages ?? []).flatMap(({ rows }) => rows)),
    }),
  });
  const { hasNextPage, isFetching, fetchNextPage } = query;
  const more = useCallback(() => {
    if (hasNextPage && !isFetching) void fetchNextPage();
  }, [hasNextPage, isFetching, fetchNextPage]);
  const pages = query.data?.pages ?? [];
  return { ...query, rows: pages.flatMap(({ rows }) => rows), total: pages.at(-1)?.total, more };
}
