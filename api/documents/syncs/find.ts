import { type DocumentErrorCode } from '../../../src/domain/documents/errors';
import { ID_PREFIX, isId } from '../../../src/domain/platform/ids';
import { type SyncRow } from '../../../src/stores/documents/syncs/syncs';
import { type ApiDeps } from '../../deps';
import { Refusal } from '../../../src/domain/platform/refusal';
import { type Caller } from '../../../src/domain/platform/caller';

/**
 * A sync of the caller. A foreign id is answered like a malformed one.
 *
 * @throws Refusal `sync_not_found`
 */
export async function findSync(
  { stores }: Pick<ApiDeps, 'stores'>,
  caller: Caller,
  syncId: string,
): Promise<SyncRow> {
  const sync = isId(ID_PREFIX.sync, syncId) ? await stores.syncs.find(caller, syncId) : null;
  if (sync === null) throw new Refusal<DocumentErrorCode>('sync_not_found');
  return sync;
}

/**
 * A sync of the caller that was not deleted.
 *
 * @throws Refusal `sync_not_found`, `sync_inactive`
 */
export async function findLiveSync(
  deps: Pick<ApiDeps, 'stores'>,
  caller: Caller,
  syncId: string,
): Promise<SyncRow> {
  const sync = await findSync(deps, caller, syncId);
  if (sync.status === 'inactive') throw new Refusal<DocumentErrorCode>('sync_inactive');
  return sync;
}
