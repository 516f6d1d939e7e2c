import { type DocumentErrorCode } from '../../../domain/documents/errors';
import { ID_PREFIX, isId } from '../../../domain/platform/ids';
import { type SyncRow } from '../../../stores/documents/syncs/sync-row';
import { type ServiceDeps } from '../../deps';
import { Refusal } from '../../../domain/platform/refusal';
import { type Caller } from '../../../domain/platform/caller';

/**
 * Finds a sync of the caller. The id of another tenant is answered like a malformed one.
 *
 * @throws Refusal `sync_not_found`
 */
export async function findSync(
  { stores }: Pick<ServiceDeps, 'stores'>,
  caller: Caller,
  syncId: string,
): Promise<SyncRow> {
  const sync = isId(ID_PREFIX.sync, syncId) ? await stores.syncs.find(caller, syncId) : null;
  if (sync === null) throw new Refusal<DocumentErrorCode>('sync_not_found');
  return sync;
}

/**
 * Finds a sync of the caller that is not deleted.
 *
 * @throws Refusal `sync_not_found`, `sync_inactive`
 */
export async function findLiveSync(
  deps: Pick<ServiceDeps, 'stores'>,
  caller: Caller,
  syncId: string,
): Promise<SyncRow> {
  const sync = await findSync(deps, caller, syncId);
  if (sync.status === 'inactive') throw new Refusal<DocumentErrorCode>('sync_inactive');
  return sync;
}
