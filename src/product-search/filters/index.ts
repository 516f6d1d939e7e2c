export { checkFilterSyntax } from './check-syntax';
export { createFilterFields, type FilterFields } from './filter-fields';
export { FilterInvalid } from './filter-invalid';
export { filterQuery } from './filter-query';
export { allOf, columnsOf, conjunctsOf, type FilterTree } from './filter-tree';
export { parseFilter } from './parse-filter';
export { createRecordTest } from './record-test';
export { readFilters } from './read-filters';
