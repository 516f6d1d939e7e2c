/** Names of the events of webhooks, one for each way in which a job ends. */
export const WEBHOOK_EVENTS = [
  'job.completed',
  'job.completed_with_errors',
  'job.failed',
  'job.timed_out',
  'job.cancelled',
] as const;
export type WebhookEventType = (typeof WEBHOOK_EVENTS)[number];

/** Source of a job in filters and payloads. */
export const JOB_SOURCES = ['api', 'sync'] as const;
export type JobSource = (typeof JOB_SOURCES)[number];

/** The fields of an event that filters of endpoints compare. */
export interface FilteredEvent {
  type: WebhookEventType;
  source: JobSource;
  collectionId: string;
  /** Null for a job without a sync. */
  syncId: string | null;
}
