export { checkFilterSyntax, parseFilter } from './parse-filter';
export { createFilterFields, type FilterFields, FilterInvalid } from './filter-fields';
export { allOf, columnsOf, conjunctsOf, filterQuery, type FilterTree } from './filter-tree';
export { createRecordTest } from './record-test';
export { readFilters } from './read-filters';
