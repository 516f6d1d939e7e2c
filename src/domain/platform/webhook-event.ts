/** Names of the events that receivers can be told of: a job has ended, and how. */
export const WEBHOOK_EVENTS = [
  'job.completed',
  'job.completed_with_errors',
  'job.failed',
  'job.timed_out',
  'job.cancelled',
] as const;
export type WebhookEventType = (typeof WEBHOOK_EVENTS)[number];

/** Origin of a job, as filters and payloads name it. */
export const JOB_SOURCES = ['api', 'sync'] as const;
export type JobSource = (typeof JOB_SOURCES)[number];

/** An event as the filters of endpoints see it. */
export interface FilteredEvent {
  type: WebhookEventType;
  source: JobSource;
  collectionId: string;
  /** Null for a job that no sync has started. */
  syncId: string | null;
}
