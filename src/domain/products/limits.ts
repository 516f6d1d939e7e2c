const MIB = 1024 * 1024;

/** Body of an upload of records, compressed and uncompressed. */
export const recordsBytesMax = 50 * MIB;
export const recordsPerUploadMax = 50_000;
/** Text of one record, in UTF-8. */
export const recordBytesMax = 512 * 1024;
/** Objects and lists inside each other, the record itself counted. */
export const recordDepthMax = 8;
/** Fields of all records of an index, nested ones counted. */
export const fieldsPerIndexMax = 1_000;
/** Name of a field, in UTF-16 units; members of records with a longer name are no fields. */
export const fieldNameCharsMax = 512;
/** Id of a record, in UTF-8. */
export const recordIdBytesMax = 512;
/** Operations of one batch of live writes. */
export const batchOperationsMax = 1_000;
/** Body of a batch of live writes, compressed and uncompressed. */
export const batchBytesMax = 16 * MIB;
/** Records that one deletion by filter removes. */
export const deletedRecordsMax = 20_000;
/** Records of a schema preview. */
export const previewRecordsMax = 1_000;
/** Wrong records that an answer lists. */
export const listedRecordErrorsMax = 100;

export const importedRecordsMax = 1_000_000;
/** Body of a request to import, settings or schema of an export included. */
export const importBodyBytesMax = MIB;

/** Indexes of one organization and environment. */
export const indexesPerTenantMax = 200;
/** Aliases of one organization and environment. */
export const aliasesPerTenantMax = 200;
/** Changes of aliases of one request. */
export const aliasActionsMax = 200;
/** Layers of an assignment, and groups of a layer. */
export const assignmentLayersMax = 5;
export const assignmentGroupsMax = 10;
/** Events of one request. */
export const eventsTogetherMax = 1_000;
export const eventsPerSearchMax = 100;
/** Time after a search within which its events count. */
export const eventDelayMsMax = 4 * 24 * 3_600_000;
/** Days for which counts of experiments are kept, and that one report covers at most. */
export const experimentDaysMax = 180;
/** Shoppers of a group and day that are kept as a sample. */
export const sampledShoppersMax = 2_048;
/** Hits of one group. */
export const groupSizeMax = 100;
/** Hits that pages of a search may reach. */
export const searchHitsMax = 1_000;
export const queryCharsMax = 512;
/** Records of one page of a browse. */
export const browsedRecordsMax = 1_000;
/** Searches of one `POST /v1/multi_search`. */
export const searchesTogetherMax = 10;
export const preferencesMax = 10;
/** Fields that a search may be sorted by. */
export const sortKeysMax = 3;
/** Facets of one search. */
export const facetsMax = 20;
/** Values that a search lists of each facet. */
export const facetLimitMax = 100;
export const facetPrefixCharsMax = 100;
/** Time in which the facets of a search are counted. */
export const facetTimeMsMax = 500;
/** Text of a filter, in UTF-16 units. */
export const filterCharsMax = 8_192;
/** Conditions of a filter. */
export const filterTermsMax = 200;
/** Values of all lists of a filter together. */
export const filterValuesMax = 1_000;
/** Parentheses of a filter inside each other. */
export const filterDepthMax = 10;

/** Keys of one organization and environment. */
export const keysPerTenantMax = 1_000;
/** Name of a key, in UTF-16 units. */
export const keyNameCharsMax = 128;
export const principalsPerKeyMax = 200;
/** A principal or tenant, in UTF-16 units. */
export const principalCharsMax = 256;
export const indexPatternsPerKeyMax = 200;
export const originsPerKeyMax = 100;
export const facetsPerKeyMax = 200;
/** Names of fields in each of the two lists of a key. */
export const fieldsPerKeyMax = 200;
/** Requests a second that a key may allow at most. */
export const keyRateMax = 1_000;

/** Name of a person in `X-Operator`, in Unicode code points. */
export const operatorCharsMax = 128;
/** Persons of one organization that management calls may name. */
export const operatorsPerOrganizationMax = 1_000;
/** Entries of one page of the audit log. */
export const auditPageMax = 1_000;
/** Entries that one check of the audit log goes through. */
export const auditCheckMax = 100_000;

/** Management requests of one tenant a second. */
export const managementPerSecondMax = 10;
/** Management requests of one tenant a second that only read, such as polls of a job. */
export const managementReadsPerSecondMax = 50;
/** Requests a second of one tenant that write single records or batches of them. */
export const recordWritesPerSecondMax = 500;
/** Reads of single records of one tenant a second. */
export const recordReadsPerSecondMax = 500;
/** Searches of one key a second. */
export const searchesPerSecondMax = 50;
/** Completions of begun queries of one key a second: one for each character that is typed. */
export const typeaheadsPerSecondMax = 100;
/** Requests of one key a second that send events. */
export const eventRequestsPerSecondMax = 50;

/** Longest wait for a write to become searchable (`?wait=`). */
export const writeWaitMsMax = 10_000;
