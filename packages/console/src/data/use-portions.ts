import { type QueryKey, useInfiniteQuery } from '@tanstack/react-query';
import { useEffect, useMemo, useState } from 'react';

/** A page of an immutable list, such as the chunks of a result. */
interface PortionPage<Item> {
  items: readonly Item[];
  /** Cursor of the next page; null at the end. */
  next: number | null;
  /** Number of all items, when the API gives it. */
  total?: number;
}

/**
 * Items of an immutable list, read page by page until a portion of them is there; the user can ask for more.
 */
export function usePortions<Item>(options: {
  key: QueryKey;
  portion: number;
  read: (cursor: number, signal: AbortSignal) => Promise<PortionPage<Item>>;
}) {
  const { key, portion, read } = options;
  const [wanted, setWanted] = useState(portion);
  const query = useInfiniteQuery({
    queryKey: key,
    staleTime: Infinity,
    initialPageParam: 0,
    queryFn: ({ pageParam, signal }) => read(pageParam, signal),
    getNextPageParam: (page) => page.next ?? undefined,
  });
  const { data, hasNextPage, isFetching, isError, fetchNextPage } = query;
  const items = useMemo(() => data?.pages.flatMap((page) => page.items) ?? [], [data]);
  useEffect(() => {
    if (hasNextPage && !isFetching && !isError && items.length < wanted) void fetchNextPage();
  }, [hasNextPage, isFetching, isError, items.length, wanted, fetchNextPage]);
  return {
    ...query,
    items,
    total: data?.pages[0]?.total ?? 0,
    /** Whether there are more items than the user has asked for. */
    isPartial: hasNextPage && items.length >= wanted,
    readMore: () => {
      setWanted(items.length + portion);
    },
  };
}
