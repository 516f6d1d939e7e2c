import { type ObjectStoreError } from '../../../src/object-stores';
import { nextSyncAt } from '../../../src/domain/documents/sync';
import { type SyncRow } from '../../../src/stores/documents/syncs/sync-row';
import { type SyncAddress } from './events-schema';
import {
  type DeletedSync,
  type Reconciliation,
  type SourceVerdict,
  type SyncList,
  type SyncResource,
} from './schema';

/** A sync in answers. */
export function presentSync(row: SyncRow, now: Date): SyncResource {
  return {
    sync_id: row._id,
    collection_id: row.collectionId,
    collection_name: row.collectionName,
    environment: row.environment,
    storage_type: 'azure',
    bucket: row.container,
    account_name: row.accountName,
    prefix: row.prefix,
    include_patterns: row.includePatterns,
    exclude_patterns: row.excludePatterns,
    deletion_policy: row.deletionPolicy,
    custom_metadata: row.customMetadata,
    metadata_mapping: row.metadataMapping,
    processing_type: row.processingType,
    include_hidden_sheets: row.includeHiddenSheets,
    mask_pii: row.masking !== null,
    pii_engine: row.masking?.engine ?? null,
    auth_method: 'account_key',
    sync_interval_minutes: row.intervalMinutes,
    status: row.status,
    sync_state: row.state,
    last_backfill_job_id: row.lastBackfillJobId,
    last_sync_at: row.lastSyncAt?.toISOString() ?? null,
    last_sync_job_id: row.lastSyncJobId,
    last_sync_error: row.lastError,
    last_sync_error_message: row.lastErrorMessage,
    next_sync_at: nextSyncAt(row, now)?.toISOString() ?? null,
    deactivated_at: row.deactivatedAt?.toISOString() ?? null,
    created_at: row.createdAt.toISOString(),
    updated_at: row.updatedAt.toISOString(),
  };
}

/** A page of syncs. */
export function presentSyncs(
  { syncs, total }: { syncs: SyncRow[]; total: number },
  { limit, offset }: { limit: number; offset: number },
  now: Date,
): SyncList {
  return { syncs: syncs.map((row) => presentSync(row, now)), total_count: total, limit, offset };
}

/** The answer to the deletion of a sync. */
export function presentDeletedSync({ _id, deactivatedAt, updatedAt }: SyncRow): DeletedSync {
  return {
    sync_id: _id,
    status: 'inactive',
    deactivated_at: (deactivatedAt ?? updatedAt).toISOString(),
  };
}

/** The answer to a request for a run, with the counts of the run if they are known. */
export function presentReconciliation(jobId: string, outcome: SyncRow['outcome']): Reconciliation {
  const known = outcome?.jobId === jobId ? outcome : null;
  return {
    job_id: jobId,
    added: known?.counts.added ?? null,
    modified: known?.counts.modified ?? null,
    removed: known?.counts.removed ?? null,
    unchanged: known?.counts.unchanged ?? null,
    deleted_documents: known?.counts.deleted ?? null,
    deletions_withheld: known?.withheld ?? null,
  };
}

/** The address for events of a container, with instructions for its owner. */
export function presentSyncAddress(address: URL): SyncAddress {
  return {
    ingest_url: address.href,
    secret_set: true,
    instructions: [
      'In the Azure portal, open the storage account, then Events, and add an event subscription.',
      'Choose the Event Grid schema and the event types Blob Created and Blob Deleted, also Blob Renamed where the account has it.',
      'Choose the endpoint type Web Hook and enter ingest_url; it answers the validation by itself.',
    ],
  };
}

const faultyFields: Record<ObjectStoreError['code'], SourceVerdict['field']> = {
  access_denied: 'account_key',
  not_found: 'container',
  private_address: 'account_name',
  download_failed: 'account_name',
  file_too_large: 'container',
  object_changed: 'container',
};

/** The verdict on a source. @param fault null for a source that can be listed */
export function presentVerdict(fault: ObjectStoreError | null): SourceVerdict {
  if (fault === null) return { ok: true, field: null, message: null };
  return { ok: false, field: faultyFields[fault.code], message: fault.message };
}
