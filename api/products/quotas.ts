import {
  eventRequestsPerSecondMax,
  managementPerSecondMax,
  managementReadsPerSecondMax,
  recordReadsPerSecondMax,
  recordWritesPerSecondMax,
  searchesPerSecondMax,
  typeaheadsPerSecondMax,
} from '../../src/domain/products/limits';

export const quotas = {
  /** Changes of indexes, settings and jobs. */
  management: { name: 'products', scope: 'organization', count: managementPerSecondMax, seconds: 1 },
  /** Reads of indexes, settings and jobs, which clients poll. */
  reads: { name: 'products-reads', scope: 'organization', count: managementReadsPerSecondMax, seconds: 1 },
  /** Live writes of records. */
  recordWrites: { name: 'records', scope: 'organization', count: recordWritesPerSecondMax, seconds: 1 },
  /** Reads of single records. */
  recordReads: { name: 'records-reads', scope: 'organization', count: recordReadsPerSecondMax, seconds: 1 },
  search: { name: 'products-search', scope: 'key', count: searchesPerSecondMax, seconds: 1 },
  events: { name: 'products-events', scope: 'key', count: eventRequestsPerSecondMax, seconds: 1 },
  typeahead: { name: 'products-typeahead', scope: 'key', count: typeaheadsPerSecondMax, seconds: 1 },
} as const;
