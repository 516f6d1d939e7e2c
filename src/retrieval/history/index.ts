export { createQueryHistory, type QueryHistory } from './query-history';
