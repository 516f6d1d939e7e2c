/**
 * What operators search runs by in the Temporal UI. `JobStatus` is the stage while a job runs and its final state
 * afterwards.
 */
export const SEARCH_ATTRIBUTES = {
  organizationId: { name: 'OrganizationId', type: 'KEYWORD' },
  environment: { name: 'Environment', type: 'KEYWORD' },
  collectionName: { name: 'CollectionName', type: 'KEYWORD' },
  jobStatus: { name: 'JobStatus', type: 'KEYWORD' },
} as const;
