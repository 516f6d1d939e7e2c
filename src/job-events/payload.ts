import { randomBytes } from 'node:crypto';
import { encodeId } from '../domain/platform/ids';
import { type EndedJob, jobEventId, jobSource } from '../domain/documents/ended-job';
import { type WebhookEventType } from '../domain/platform/webhook-event';
import { type WebhookPayload } from './payload-schema';

export interface PayloadOptions {
  /** Address at which clients reach the API. */
  publicUrl: string;
  /** False when one of the receivers must not see the collection's name; it is then null for all. */
  withCollectionName: boolean;
}

/** The payload of a job's event. It contains no file name, path, error text or custom metadata. */
export function jobPayload(job: EndedJob, { publicUrl, withCollectionName }: PayloadOptions): WebhookPayload {
  const { jobId, state, counts } = job;
  return {
    event: `job.${state}`,
    id: jobEventId(jobId),
    created_at: job.completedAt.toISOString(),
    data: {
      job_id: jobId,
      job_type: job.type,
      status: state,
      url: `${publicUrl}/v2/jobs/${jobId}`,
      organization_id: job.organizationId,
      environment: job.environment,
      collection_id: job.collectionId,
      collection_name: withCollectionName ? job.collectionName : null,
      source: jobSource(job),
      sync_id: job.syncId,
      files: {
        total: counts.total,
        indexed: counts.indexed,
        failed: counts.failed,
        skipped: counts.skipped,
      },
      error_code: state === 'failed' ? job.error : null,
      created_at: job.createdAt.toISOString(),
      started_at: job.startedAt?.toISOString() ?? null,
      finished_at: job.completedAt.toISOString(),
      test: false,
    },
  };
}

/** A payload with placeholder ids and `data.test`, for a test message; its event id is new each time. */
export function testPayload(
  eventType: WebhookEventType,
  owner: Pick<EndedJob, 'organizationId' | 'environment'>,
  { publicUrl, now }: { publicUrl: string; now: Date },
): WebhookPayload {
  const sample = samplePayload(eventType, publicUrl);
  const at = now.toISOString();
  return {
    ...sample,
    id: encodeId('evt_test_', now.getTime(), randomBytes(10)),
    created_at: at,
    data: {
      ...sample.data,
      organization_id: owner.organizationId,
      environment: owner.environment,
      created_at: at,
      started_at: at,
      finished_at: at,
      test: true,
    },
  };
}

/** An example of a payload, for the documentation. */
export function samplePayload(eventType: WebhookEventType, publicUrl: string): WebhookPayload {
  const state = eventType.slice('job.'.length) as EndedJob['state'];
  const finished = Date.UTC(2026, 0, 15, 9, 30, 42);
  return jobPayload(
    {
      jobId: 'job_00000000000000000000000000',
      type: 'index_url',
      state,
      organizationId: 'org_00000000000000000000000000',
      environment: 'production',
      collectionId: 'col_00000000000000000000000000',
      collectionName: 'example-collection',
      syncId: null,
      counts: sampleCounts[state],
      error: state === 'failed' ? 'all_files_failed' : null,
      createdAt: new Date(finished - 42_000),
      startedAt: new Date(finished - 41_000),
      completedAt: new Date(finished),
    },
    { publicUrl, withCollectionName: true },
  );
}

const sampleCounts: Record<EndedJob['state'], EndedJob['counts']> = {
  completed: { total: 3, indexed: 3, failed: 0, skipped: 0 },
  completed_with_errors: { total: 3, indexed: 2, failed: 1, skipped: 0 },
  failed: { total: 3, indexed: 0, failed: 3, skipped: 0 },
  timed_out: { total: 3, indexed: 1, failed: 0, skipped: 0 },
  cancelled: { total: 3, indexed: 1, failed: 0, skipped: 0 },
};
