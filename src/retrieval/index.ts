export { createEvaluationTally, scoreRanking } from './evaluation';
export {
  filterBranchesMax,
  filterDepthMax,
  filterLeavesMax,
  filterValuesMax,
  type MetadataFilter,
  MetadataFilterError,
  parseMetadataFilter,
  rangeTextCharsMax,
  toMongoFilter,
  toSearchFilter,
} from './filter';
export {
  createQueryHistory,
  findStoredQuery,
  type HistoryEntry,
  listStoredQueries,
  type QueryHistory,
} from './history';
export {
  type CollectionLatency,
  createLatencyReports,
  type LatencyReport,
  type StageLatency,
} from './latency';
export { boostFieldFault } from './query/boost-rules';
export { createQueryEngine, type EngineQuery, type QueryEngine } from './query/query-engine';
export { type LikeChunk } from './query/like-chunk';
export { type MergedHit, mergeRankings } from './ranking';
export { QueryError } from './query/query-error';
