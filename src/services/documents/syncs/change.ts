import { type Logger } from 'pino';
import { type DocumentErrorCode } from '../../../domain/documents/errors';
import { type Caller } from '../../../domain/platform/caller';
import { Refusal } from '../../../domain/platform/refusal';
import { type Sealer } from '../../../signing/sealed-text';
import { type SyncRow } from '../../../stores/documents/syncs/sync-row';
import { type SyncChange } from '../../../stores/documents/syncs/syncs';
import { type ServiceDeps } from '../../deps';
import { findAnyCollection } from '../collections/find';
import { requireCustomMetadata } from '../documents/require-metadata';
import { sourceTaken } from './create';
import { findLiveSync } from './find';
import { scheduleSync } from './schedule';

/** Change of a sync; absent fields do not change. */
export type SentSyncChange = Omit<SyncChange, 'credentials' | 'customMetadata'> & {
  customMetadata?: Record<string, unknown> | null;
  accountKey?: string;
};

/**
 * Changes a sync, beginning with its next run.
 *
 * @throws Refusal `sync_not_found`, `sync_inactive`, `sync_exists`, `invalid_custom_metadata`, and
 * `collection_not_found` for a change that would resume a sync without a collection
 */
export async function changeSync(
  deps: Pick<ServiceDeps, 'jobs' | 'sealer' | 'stores'>,
  caller: Caller,
  syncId: string,
  sent: SentSyncChange,
  log: Logger,
): Promise<SyncRow> {
  const sync = await findLiveSync(deps, caller, syncId);
  const change = sealed(sent, sync._id, deps.sealer);
  if (change.status === 'active') {
    const { _id } = await findAnyCollection(deps, caller, sync.collectionName);
    if (_id !== sync.collectionId) throw new Refusal<DocumentErrorCode>('collection_not_found');
  }
  const written = await deps.stores.syncs.change(sync, change);
  if (written.state !== 'written') throw sourceTaken(written);
  await scheduleSync(deps, written.sync, log);
  return written.sync;
}

function sealed(
  { customMetadata: sent, accountKey, ...change }: SentSyncChange,
  syncId: string,
  sealer: Sealer,
): SyncChange {
  return {
    ...change,
    ...(sent !== undefined && { customMetadata: sent === null ? null : requireCustomMetadata(sent) }),
    ...(accountKey !== undefined && { credentials: sealer.seal(accountKey, syncId) }),
  };
}
