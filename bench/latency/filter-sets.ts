import { type QueryRow } from '../../src/stores/documents/queries/queries';

/** Fields that a row is filtered by, apart from time. */
export type FilteredRow = Pick<
  QueryRow,
  'collectionName' | 'apiVersion' | 'rerank' | 'searchMode' | 'ratioReason' | 'hasFilter'
>;

/** Filters of the report, as they are sent and as they are meant. */
export interface FilterSet {
  name: string;
  query: Record<string, string>;
  matches: (row: FilteredRow) => boolean;
}

/** From all of the history to a small part of it. */
export const FILTER_SETS: readonly FilterSet[] = [
  { name: 'no filter', query: {}, matches: () => true },
  {
    name: 'one collection',
    query: { collection: 'collection-3' },
    matches: ({ collectionName }) => collectionName === 'collection-3',
  },
  { name: 'one setting', query: { rerank: 'on' }, matches: ({ rerank }) => rerank === true },
  {
    name: 'all settings',
    query: {
      api_version: 'v3',
      rerank: 'off',
      search_mode: 'hybrid',
      ratio_reason: 'requested',
      has_filter: 'true',
    },
    matches: ({ apiVersion, rerank, searchMode, ratioReason, hasFilter }) =>
      apiVersion === 'v3' &&
      rerank === false &&
      searchMode === 'hybrid' &&
      ratioReason === 'requested' &&
      hasFilter === true,
  },
];
