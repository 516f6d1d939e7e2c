const MIB = 1024 * 1024;

/** Size of an upload of records, compressed and uncompressed. */
export const recordsBytesMax = 50 * MIB;
export const recordsPerUploadMax = 50_000;
/** Text of one record, in UTF-8. */
export const recordBytesMax = 512 * 1024;
/** Nesting of objects and lists in a record, the record itself included. */
export const recordDepthMax = 8;
/** Fields of all records of an index, nested ones counted. */
export const fieldsPerIndexMax = 1_000;
/** Name of a field, in UTF-16 units; members of records with a longer name are not indexed as fields. */
export const fieldNameCharsMax = 512;
/** Id of a record, in UTF-8. */
export const recordIdBytesMax = 512;
/** Operations of one batch of live writes. */
export const batchOperationsMax = 1_000;
/** Size of a batch of live writes, compressed and uncompressed. */
export const batchBytesMax = 16 * MIB;
/** Most records that one deletion by filter removes. */
export const deletedRecordsMax = 20_000;
/** Records of a schema preview. */
export const previewRecordsMax = 1_000;
/** Most invalid records that an answer lists. */
export const listedRecordErrorsMax = 100;

export const importedRecordsMax = 1_000_000;
/** Size of a request to import, including the settings or schema of an export. */
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
export const eventsTogetherMax = 1_000;
export const eventsPerSearchMax = 100;
/** Time after a search within which its events are counted. */
export const eventDelayMsMax = 4 * 24 * 3_600_000;
/** Retention of counts of experiments in days, and longest span of a report. */
export const experimentDaysMax = 180;
/** Shoppers of a group and day that are stored as a sample. */
export const sampledShoppersMax = 2_048;
/** Hits of one group. */
export const groupSizeMax = 100;
/** Hits that a search can reach by pages. */
export const searchHitsMax = 1_000;
export const queryCharsMax = 512;
export const browsedRecordsMax = 1_000;
export const searchesTogetherMax = 10;
export const preferencesMax = 10;
export const sortKeysMax = 3;
export const facetsMax = 20;
/** Values of each facet in an answer. */
export const facetLimitMax = 100;
export const facetPrefixCharsMax = 100;
/** Time limit for counting the facets of a search. */
export const facetTimeMsMax = 500;
/** Text of a filter, in UTF-16 units. */
export const filterCharsMax = 8_192;
/** Conditions of a filter. */
export const filterTermsMax = 200;
/** Values of all lists of a filter in total. */
export const filterValuesMax = 1_000;
/** Depth of parentheses in a filter. */
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
/** Highest rate of a key, in requests a second. */
export const keyRateMax = 1_000;

/** Name of a person in `X-Operator`, in Unicode code points. */
export const operatorCharsMax = 128;
/** Persons of one organization that management calls may name. */
export const operatorsPerOrganizationMax = 1_000;
/** Entries of one page of the audit log. */
export const auditPageMax = 1_000;
/** Entries that one check of the audit log reads. */
export const auditCheckMax = 100_000;

/** Management requests of one tenant a second that write. */
export const managementPerSecondMax = 10;
/** Management requests of one tenant a second that only read, such as polls of a job. */
export const managementReadsPerSecondMax = 50;
/** Requests a second of one tenant that write single records or batches of them. */
export const recordWritesPerSecondMax = 500;
/** Reads of single records of one tenant a second. */
export const recordReadsPerSecondMax = 500;
export const searchesPerSecondMax = 50;
/** Typeahead requests of one key a second: one for each typed character. */
export const typeaheadsPerSecondMax = 100;
/** Requests of one key a second that send events. */
export const eventRequestsPerSecondMax = 50;

/** Longest wait for a write to become searchable (`?wait=`). */
export const writeWaitMsMax = 10_000;
