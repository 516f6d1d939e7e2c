import { type SyncRunRef, type SyncProgress } from '../../../src/domain/documents/activities';
import { keyCondition } from '../../../src/domain/documents/key-patterns';
import { uriIdentity } from '../../../src/domain/documents/source-identity';
import {
  errorOfJob,
  syncRemovalsAtOnceMax,
  syncRemovalsPerBatch,
  syncStepMs,
} from '../../../src/domain/documents/sync';
import { type ObjectAccess, type ObjectPage, type ObjectStore, objectUri } from '../../../src/object-stores';
import { type RunningSync } from '../../../src/stores/documents/syncs/sync-run-writes';
import { whileAlive } from '../../attempt/while-alive';
import { type ActivityDeps } from '../../deps';
import { withFileCodes } from '../index-job/job-failures';
import { accessOf, requireRun } from './sync-run';

type Deps = Pick<
  ActivityDeps,
  'documentWrites' | 'indexJobs' | 'objectStores' | 'sealer' | 'syncObjects' | 'syncs'
>;

/** A run that removes documents, with the source that it checks before. */
interface Removing {
  sync: RunningSync;
  access: ObjectAccess;
  store: ObjectStore;
  isWanted: (key: string) => boolean;
  signal: AbortSignal;
}

/** Removes or archives the documents of objects that a plausible listing lacks. */
export function removeObjects(deps: Deps, ref: SyncRunRef): Promise<SyncProgress> {
  return withFileCodes(() =>
    whileAlive(async (signal) => {
      const sync = await requireRun(deps, ref);
      const more = (await mayRemove(deps, sync)) && (await removeSome(deps, sync, signal));
      const { run } = await requireRun(deps, ref);
      return { counts: run.counts, more };
    }),
  );
}

/** Whether the run may remove anything: by its policy, and unless its job was stopped early. */
async function mayRemove({ indexJobs }: Deps, { run, deletionPolicy }: RunningSync): Promise<boolean> {
  if (deletionPolicy === 'ignore') return false;
  const job = await indexJobs.get(run.jobId);
  return job === null || (job.state !== 'cancelled' && errorOfJob(job.state, job.error) === null);
}

/** Whether the source has the object after all: it is back, or the listing was incomplete. */
async function isThere({ sync, store, isWanted, signal }: Removing, key: string): Promise<boolean> {
  if (!key.startsWith(sync.prefix) || !isWanted(key)) return false;
  // The key itself precedes all longer keys with it as prefix. Pages before it may be empty.
  for (let after: string | null = null; ;) {
    const page: ObjectPage = await store.list(key, { after, limit: 1, signal });
    if (page.objects[0] !== undefined) return page.objects[0].key === key;
    if (page.next === null) return false;
    after = page.next;
  }
}

/** The given keys that the source lacks. */
async function goneOf({ syncObjects }: Deps, removing: Removing, keys: readonly string[]): Promise<string[]> {
  const gone: string[] = [];
  const back: string[] = [];
  for (let from = 0; from < keys.length; from += syncRemovalsAtOnceMax) {
    removing.signal.throwIfAborted();
    const group = keys.slice(from, from + syncRemovalsAtOnceMax);
    const there = await Promise.all(group.map((key) => isThere(removing, key)));
    group.forEach((key, at) => (there[at] === true ? back : gone).push(key));
  }
  await syncObjects.unmark(removing.sync._id, back);
  return gone;
}

/** Removes the documents of missing objects. @returns their number */
async function takeAway(
  { documentWrites, syncObjects }: Deps,
  { sync, access }: Removing,
  gone: readonly string[],
): Promise<number> {
  const { _id: syncId, collectionId, deletionPolicy, run } = sync;
  const isArchived = deletionPolicy === 'archive';
  const taken = await documentWrites.removeForJob({
    collectionId,
    jobId: run.jobId,
    syncId,
    identities: gone.map((key) => uriIdentity(objectUri(access, key))),
    mode: isArchived ? 'archive' : 'remove',
  });
  if (isArchived) await syncObjects.markArchived(syncId, gone, true);
  else await syncObjects.remove(syncId, gone);
  return taken ?? 0;
}

/** @returns whether more may be left */
async function removeSome(deps: Deps, sync: RunningSync, signal: AbortSignal): Promise<boolean> {
  const access = accessOf(deps, sync);
  const isWanted = keyCondition(sync.includePatterns, sync.excludePatterns);
  const removing = { sync, access, store: deps.objectStores.open(access), isWanted, signal };
  const untilMs = performance.now() + syncStepMs;
  while (performance.now() < untilMs) {
    const keys = await deps.syncObjects.missingIn(sync._id, sync.run.jobId, syncRemovalsPerBatch);
    if (keys.length === 0) return false;
    const removed = await takeAway(deps, removing, await goneOf(deps, removing, keys));
    await deps.syncs.recordDeleted(sync._id, sync.run.id, removed);
  }
  return true;
}
