import { type Tenant } from '../platform/tenancy';
import { type FilteredEvent, type JobSource } from '../platform/webhook-event';
import { type FinalIndexState, type IndexCounts, type IndexJobError } from './index-job';
import { type IndexJobType } from './index-source';

/** What webhooks need to know of an indexing job that has ended. */
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

/** Id of the one event of a job, the same for all receivers. */
export function jobEventId(jobId: string): string {
  return `evt_${jobId}`;
}

/** Whether a sync or a request of the API has started a job. */
export function jobSource({ syncId }: Pick<EndedJob, 'syncId'>): JobSource {
  return syncId === null ? 'api' : 'sync';
}

/** The event of a job's end, as the filters of endpoints read it. */
export function jobEvent(job: Pick<EndedJob, 'state' | 'collectionId' | 'syncId'>): FilteredEvent {
  const { state, collectionId, syncId } = job;
  return { type: `job.${state}`, source: jobSource(job), collectionId, syncId };
}
