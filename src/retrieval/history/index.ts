export { createQueryHistory, type QueryHistory } from './query-history';
export { findStoredQuery, type HistoryEntry, listStoredQueries } from './read-history';
