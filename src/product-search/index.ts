export {
  type AskedFields,
  createSeenColumns,
  hideUnseenFields,
  memberFields,
  type OwnRecords,
  ownRecords,
  seesAllRecords,
  type SeenColumns,
  shownMembers,
  shownTable,
  visibleRecords,
} from './access/caller-view';
export { shopperHash, shopperKeyOf, shopperWeight } from './experiments/shopper';
export { CONSTRAINT_MODES, measuredFields, type QueryConstraint } from './constraints/query-constraints';
export { type BrowsedPage, type BrowsePlace, browseRecords } from './browse/browse-records';
export { createDocumentWriter, type DocumentWords, everybody } from './build/document';
export { createVectorTexts } from './build/vector-text';
export { type ExperimentReport, gatherFigures, reportExperiment } from './experiments/experiment-report';
export { newQueryId, queryIdCharsMax, readQueryId, timeOfQuery } from './experiments/query-id';
export { createSearchCounter, type SearchCounter } from './experiments/search-counter';
export { countFacets, createFacetTurns, type FacetCounts, type TakeTurn } from './facets/count-facets';
export { type FacetRequest, wantedFacets, type WantedFacets } from './facets/wanted-facets';
export {
  allOf,
  checkFilterSyntax,
  createFilterFields,
  createRecordTest,
  type FilterFields,
  FilterInvalid,
  filterQuery,
  type FilterTree,
  parseFilter,
  readFilters,
} from './filters';
export {
  type CountedGroups,
  countGroups,
  createGroupKeys,
  defaultGroupField,
  type Grouping,
  groupingOf,
  groupsCounted,
  groupValue,
  isGroupable,
} from './groups/grouping';
export { createIdCandidates, type FoundIdField, type IdSuggestion } from './records/id-candidates';
export { idFault, isDeeperThan, type ParsedRecord, readRecord, readRecordId } from './records/read-record';
export { type RecordPiece } from './records/record-pieces';
export { decodedBody, RecordsBodyError } from './records/records-body';
export { splitArray } from './records/split-array';
export { splitLines } from './records/split-lines';
export { describeHits, type DescribedHit, type DescribedPage } from './matches/describe-hits';
export { findSimilar, type FoundSimilar } from './search/find-similar';
export { demandedWords, readQueryText, resolveText } from './search/query-text';
export { createQueryVectors, type FoundPage, type QueryVectors, runSearch } from './search/run-search';
export { rankedQuery } from './search/ranked-query';
export { SearchRefused } from './search/search-refused';
export { type SearchRequest } from './search/search-request';
export { type SearchTarget } from './search/search-target';
export { addRecord } from './schema/add-record';
export { isFatal } from './schema/bad-values';
export { declaredFields, fieldName } from './schema/declared-fields';
export { inferFieldTable, type InferredTable } from './schema/infer-field-table';
export { createSummaryCache, keepSummary, readSummary, type SummaryCache } from './schema/kept-summary';
export { mergeSummaries } from './schema/merge-summaries';
export { createSummary, type RecordSummary } from './schema/record-summary';
export { decodeSummary, encodeSummary } from './schema/summary-codec';
export { createFieldCount, type FieldCount, pathKey } from './schema/field-count';
export { TooManyFields } from './schema/too-many-fields';
export {
  answeringTable,
  changedFixedSettings,
  type NeededRebuild,
  neededRebuild,
} from './settings/settings-change';
export { idInferred } from './settings/settings-warnings';
export { completeQuery } from './typeahead/complete-query';
export { suggestQueries, type Suggestion } from './typeahead/suggest-queries';
export { createTypeCheck } from './values/type-check';
export { keepRangeWords, keepWordList } from './word-list/build-word-list';
export { collectWords, listWords } from './word-list/collect-words';
export { isListed } from './word-list/resolve-word';
export { wordListOf } from './word-list/word-list-codec';
export { createWordLists, type WordLists } from './word-list/word-lists';
export { plainText } from './values/plain-text';
