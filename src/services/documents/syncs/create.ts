import { type Logger } from 'pino';
import { type DocumentErrorCode } from '../../../domain/documents/errors';
import { ID_PREFIX } from '../../../domain/platform/ids';
import { type SyncRow } from '../../../stores/documents/syncs/sync-row';
import { newId } from '../../../stores/mongo/new-id';
import { type ServiceDeps } from '../../deps';
import { Refusal } from '../../../domain/platform/refusal';
import { type Caller } from '../../../domain/platform/caller';
import { findCollection } from '../collections/find';
import { scheduleSync } from './schedule';

/** Fields that a request for a new sync sets. */
export type ChosenSyncFields = Pick<
  SyncRow,
  | 'accountName'
  | 'container'
  | 'prefix'
  | 'includePatterns'
  | 'excludePatterns'
  | 'deletionPolicy'
  | 'customMetadata'
  | 'metadataMapping'
  | 'processingType'
  | 'includeHiddenSheets'
  | 'masking'
  | 'intervalMinutes'
>;

/** Validated request for a new sync. */
export interface NewSync {
  /** Id of the sync; a repeated request after a crash has the same one. */
  syncId: string;
  collectionName: string;
  chosen: ChosenSyncFields;
  /** Key of the storage account; secret. */
  accountKey: string;
  log: Logger;
}

/**
 * Creates a sync and starts its backfill.
 *
 * @throws Refusal `collection_not_found`, `collection_inactive`, `sync_exists`
 */
export async function createSync(
  deps: Pick<ServiceDeps, 'jobs' | 'sealer' | 'stores'>,
  caller: Caller,
  request: NewSync,
): Promise<SyncRow> {
  const { syncId, chosen, accountKey, log } = request;
  const { syncs, collections } = deps.stores;
  const { _id: collectionId, name } = await findCollection(deps, caller, request.collectionName);
  const now = new Date();
  const jobId = newId(ID_PREFIX.indexJob);
  const written = await syncs.insert({
    _id: syncId,
    organizationId: caller.organizationId,
    environment: caller.environment,
    collectionId,
    collectionName: name,
    ...chosen,
    scheduledFrom: now,
    credentials: deps.sealer.seal(accountKey, syncId),
    ingest: null,
    status: 'active',
    state: 'backfilling',
    announced: { jobId, type: 'sync_backfill' },
    run: null,
    epoch: 0,
    backfilled: false,
    lastListed: null,
    outcome: null,
    lastBackfillJobId: jobId,
    lastSyncAt: null,
    lastSyncJobId: null,
    lastError: null,
    lastErrorMessage: null,
    deactivatedAt: null,
    createdAt: now,
    updatedAt: now,
  });
  if (written.state !== 'written') throw sourceTaken(written);
  // The collection may have been deleted or moved since it was found.
  if ((await collections.find(caller, name))?._id !== collectionId) {
    await syncs.deactivate(syncId, 'collection_deleted');
    throw new Refusal<DocumentErrorCode>('collection_not_found');
  }
  await scheduleSync(deps, written.sync, log);
  return written.sync;
}

/** Refusal of a write that conflicts with another sync of the same source, or with the end of the sync. */
export function sourceTaken(
  outcome: { state: 'source_taken'; by: string } | { state: 'inactive' },
): Refusal<DocumentErrorCode> {
  return outcome.state === 'inactive'
    ? new Refusal('sync_inactive')
    : new Refusal('sync_exists', { details: { sync_id: outcome.by } });
}
