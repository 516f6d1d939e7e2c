import { useSheaf } from '../../data/data-provider';
import { usePaged } from '../../data/use-paged';
import { type Bounds, isBounded, isWithin, type StoredQuery } from './bounds';

const pageSize = 100;
/** Pages that one step reads in search of queries within bounds. */
const pagesAtOnce = 10;

/** Filters that the API applies; empty when unset. */
export type HistoryFilters = Record<'collection' | 'status' | 'from' | 'to' | 'sort', string>;

/** Queries of the history. The API applies the filters, this hook the bounds. */
export function useHistory(filters: HistoryFilters, bounds: Bounds) {
  const sheaf = useSheaf();
  const { collection, status, from, to, sort } = filters;
  const query = {
    limit: pageSize,
    ...(collection !== '' && { collection }),
    ...(status !== '' && { status: status as StoredQuery['status'] }),
    ...(from !== '' && { from }),
    ...(to !== '' && { to }),
    ...(sort === 'asc' && { sort: 'asc' as const }),
  };
  const isNarrow = isBounded(bounds);
  return usePaged<StoredQuery, string>({
    key: ['history', filters, bounds],
    first: '',
    async read(first, signal) {
      const rows: StoredQuery[] = [];
      let cursor: string | null = first;
      for (let pages = 0; cursor !== null && pages < pagesAtOnce && rows.length < pageSize; pages++) {
        const page: { queries: StoredQuery[]; next_cursor: string | null } = await sheaf.get('/v2/queries', {
          params: { query: { ...query, ...(cursor !== '' && { cursor }) } },
          signal,
        });
        rows.push(...(isNarrow ? page.queries.filter((stored) => isWithin(stored, bounds)) : page.queries));
        cursor = page.next_cursor;
      }
      return { rows, next: cursor ?? undefined };
    },
  });
}
