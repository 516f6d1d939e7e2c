/**
 * Search attributes by name and type, which operators filter runs by in the Temporal UI; registered before
 * anything starts a run.
 */
export const registeredSearchAttributes: Readonly<Record<string, 'Keyword' | 'Int' | 'Datetime'>> = {
  OrganizationId: 'Keyword',
  Environment: 'Keyword',
  CollectionName: 'Keyword',
  IndexName: 'Keyword',
  JobStatus: 'Keyword',
  WebhookEndpointId: 'Keyword',
  EventType: 'Keyword',
  DeliveryState: 'Keyword',
  AttemptCount: 'Int',
  LastErrorClass: 'Keyword',
  LastStatusCode: 'Int',
  NextAttemptAt: 'Datetime',
};
