/**
 * Attributes by which operators search runs in the Temporal UI. `JobStatus` is the stage while a job runs and
 * its final state afterwards; the last seven belong to webhook deliveries. `LastErrorClass` and
 * `LastStatusCode` describe the last attempt and are unset without one.
 */
export const SEARCH_ATTRIBUTES = {
  organizationId: { name: 'OrganizationId', type: 'KEYWORD' },
  environment: { name: 'Environment', type: 'KEYWORD' },
  collectionName: { name: 'CollectionName', type: 'KEYWORD' },
  indexName: { name: 'IndexName', type: 'KEYWORD' },
  jobStatus: { name: 'JobStatus', type: 'KEYWORD' },
  webhookEndpointId: { name: 'WebhookEndpointId', type: 'KEYWORD' },
  eventType: { name: 'EventType', type: 'KEYWORD' },
  deliveryState: { name: 'DeliveryState', type: 'KEYWORD' },
  attemptCount: { name: 'AttemptCount', type: 'INT' },
  lastErrorClass: { name: 'LastErrorClass', type: 'KEYWORD' },
  lastStatusCode: { name: 'LastStatusCode', type: 'INT' },
  nextAttemptAt: { name: 'NextAttemptAt', type: 'DATETIME' },
} as const;
