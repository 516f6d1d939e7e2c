/** Examples of requests and answers about syncs, for the documentation. */
const syncId = 'sync_01JD3V…';
const jobId = 'job_01JD3V…';

const source = { container: 'handbooks', account_name: 'acmestore', account_key: '…' };

export const createSyncExample = { ...source, prefix: 'hr/', include_patterns: ['*.pdf'] };

export const changeSyncExample = { status: 'paused' };

export const syncExample = {
  sync_id: syncId,
  collection_id: 'col_01JD3V…',
  collection_name: 'manuals',
  environment: 'production',
  storage_type: 'azure',
  bucket: 'handbooks',
  account_name: 'acmestore',
  prefix: 'hr/',
  include_patterns: ['*.pdf'],
  exclude_patterns: [],
  deletion_policy: 'mirror',
  custom_metadata: null,
  metadata_mapping: {},
  processing_type: 'basic',
  include_hidden_sheets: true,
  mask_pii: false,
  pii_engine: null,
  auth_method: 'account_key',
  sync_interval_minutes: 60,
  status: 'active',
  sync_state: 'backfilling',
  last_backfill_job_id: jobId,
  last_sync_at: null,
  last_sync_job_id: null,
  last_sync_error: null,
  last_sync_error_message: null,
  next_sync_at: '2026-11-20T20:15:38.226Z',
  deactivated_at: null,
  created_at: '2026-11-20T19:15:38.226Z',
  updated_at: '2026-11-20T19:15:38.226Z',
};

export const deletedSyncExample = {
  sync_id: syncId,
  status: 'inactive',
  deactivated_at: '2026-11-21T09:00:00.000Z',
};

export const reconcileExample = {
  job_id: jobId,
  added: 2,
  modified: 1,
  removed: 1,
  unchanged: 40,
  deleted_documents: 0,
  deletions_withheld: 0,
};

export const refusedSourceExample = {
  ok: false,
  field: 'account_key',
  message: 'The object store refuses these credentials.',
};

export const syncAddressExample = {
  ingest_url: `https://api.example/v2/syncs/${syncId}/events?secret=…`,
  secret_set: true,
  instructions: ['In the Azure portal, open the storage account, then Events.'],
};

export const sourceEventsExample = [{ eventType: 'Microsoft.Storage.BlobCreated' }];
