import { JobsUnavailable } from '../../../jobs/runs';
import { type CollectionRow } from '../../../stores/documents/contents/collections';
import { type ServiceDeps } from '../../deps';
import { type Caller } from '../../../domain/platform/caller';
import { type Logger } from 'pino';
import { endSync } from '../syncs/end';

/**
 * Removes a collection. Its name is free at once. Its syncs end, its running jobs are cancelled, and its
 * contents are deleted in the background. A job that was accepted at the same moment finds no collection to
 * publish to.
 *
 * @returns the removed row; null when there was no such collection
 */
export async function removeCollection(
  deps: Pick<ServiceDeps, 'jobs' | 'sealer' | 'stores'>,
  caller: Caller,
  name: string,
  log: Logger,
): Promise<CollectionRow | null> {
  const { jobs, stores } = deps;
  const removed = await stores.collections.remove(caller, name);
  if (removed === null) return null;
  for (const sync of await stores.syncs.liveIn(removed._id))
    await endSync(deps, sync, { keyId: caller.keyId, error: 'collection_deleted', log });
  for (const { _id: jobId } of await stores.indexJobs.unfinishedIn(removed._id)) {
    await stores.indexJobEndings.cancel(jobId, caller.keyId);
    await jobs.indexing.cancel(jobId).catch((err: unknown) => {
      if (!(err instanceof JobsUnavailable)) throw err;
      log.warn({ err, jobId }, 'the run was not told; its next write will');
    });
  }
  return removed;
}
