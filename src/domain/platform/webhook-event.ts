import {
  FINAL_INDEX_STATES,
  type FinalIndexState,
  type IndexCounts,
  type IndexJobError,
} from '../documents/index-job';
import { type IndexJobType } from '../documents/index-source';
import { type Tenant } from './tenancy';

/** What a receiver can be told; the name of an event is the job's final state. */
export const WEBHOOK_EVENTS = FINAL_INDEX_STATES.map((state): WebhookEventType => `job.${state}`);
export type WebhookEventType = `job.${FinalIndexState}`;

/** Who started a job, as filters and payloads call it. */
export const JOB_SOURCES = ['api', 'sync'] as const;
export type JobSource = (typeof JOB_SOURCES)[number];

/** A job that has ended, as far as it concerns receivers. */
export interface EndedJob extends Tenant {
  jobId: string;
  type: IndexJobType;
  state: FinalIndexState;
  collectionId: string;
  collectionName: string;
  syncId: string | null;
  counts: IndexCounts;
  error: IndexJobError | null;
  createdAt: Date;
  startedAt: Date | null;
  completedAt: Date;
}

/** Id of the one event of a job, the same for every receiver. */
export function jobEventId(jobId: string): string {
  return `evt_${jobId}`;
}

/** Jobs of a sync are its own doing; every other one was asked for by a request. */
export function jobSource({ syncId }: Pick<EndedJob, 'syncId'>): JobSource {
  return syncId === null ? 'api' : 'sync';
}
