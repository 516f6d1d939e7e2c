import { type CollectionRow } from '../../../stores/documents/contents/collections';
import { type ServiceDeps } from '../../deps';
import { orLeaveToSweep } from '../../platform/jobs/leave-to-sweep';
import { requestCancel } from '../index-jobs/cancel';
import { type DocumentErrorCode } from '../../../domain/documents/errors';
import { Refusal } from '../../../domain/platform/refusal';
import { type Caller } from '../../../domain/platform/caller';
import { type Logger } from 'pino';
import { endSync } from '../syncs/end';

/**
 * Removes a collection. Its name is free at once. Its syncs end, its running jobs are cancelled, and its
 * contents are deleted in the background. A concurrently accepted job finds no collection to publish to.
 *
 * @returns the removed row
 * @throws Refusal `collection_not_found`
 */
export async function removeCollection(
  deps: Pick<ServiceDeps, 'jobs' | 'sealer' | 'stores'>,
  caller: Caller,
  name: string,
  log: Logger,
): Promise<CollectionRow> {
  const { stores } = deps;
  const removed = await stores.collections.remove(caller, name);
  if (removed === null) throw new Refusal<DocumentErrorCode>('collection_not_found');
  for (const sync of await stores.syncs.liveIn(removed._id))
    await endSync(deps, sync, { keyId: caller.keyId, error: 'collection_deleted', log });
  for (const { _id: jobId } of await stores.indexJobs.unfinishedIn(removed._id))
    await orLeaveToSweep(requestCancel(deps, jobId, caller.keyId), log, { jobId });
  return removed;
}
