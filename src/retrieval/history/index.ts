export { createQueryHistory, type QueryHistory } from './query-history';
export { createHistoryReader, type HistoryEntry } from './read-history';
