import { type SyncRunRef, type SyncProgress } from '../../../src/domain/documents/activities';
import { keyCondition } from '../../../src/domain/documents/key-patterns';
import { uriIdentity, partIdentities } from '../../../src/domain/documents/source-identity';
import { syncFilesMax, syncPageObjectsMax, syncStepMs } from '../../../src/domain/documents/sync';
import { safeFilename } from '../../../src/domain/platform/filename';
import { type ObjectAccess, type ObjectFacts, type ObjectPage, objectUri } from '../../../src/object-stores';
import { type ListedFile } from '../../../src/stores/documents/index-jobs/job-file-row';
import { type RunningSync } from '../../../src/stores/documents/syncs/sync-run-writes';
import { type SyncRun } from '../../../src/stores/documents/syncs/sync-row';
import { whileAlive } from '../../attempt/while-alive';
import { type ActivityDeps } from '../../deps';
import { withFileCodes } from '../index-job/job-failures';
import { compareKeys, comparePage } from './compare-page';
import { accessOf, requireWritten, requireRun } from './sync-run';
import { type DocumentRow } from '../../../src/stores/documents/contents/documents';

type Deps = Pick<
  ActivityDeps,
  | 'collections'
  | 'documents'
  | 'documentWrites'
  | 'jobFiles'
  | 'objectStores'
  | 'sealer'
  | 'syncObjects'
  | 'syncTombstones'
  | 'syncs'
>;

const revivedAtOnceMax = 100;

/**
 * Lists the source of a sync page by page; each page is compared while the next one is loading. Changed
 * objects become files of the run's job. A retry continues after the last recorded page.
 */
export function listSource(deps: Deps, ref: SyncRunRef): Promise<SyncProgress> {
  return withFileCodes(() =>
    whileAlive(async (signal) => {
      const sync = await requireRun(deps, ref);
      if (sync.run.stage !== 'listing') return { counts: sync.run.counts, more: false };
      const { counts, listing } = await listSome(deps, sync, signal);
      return { counts, more: !listing.done };
    }),
  );
}

/** Identities of objects whose documents a caller has deleted, and which have not changed since. */
async function deletedOf(
  { collections, syncTombstones }: Deps,
  { collectionId }: RunningSync,
  access: ObjectAccess,
  objects: readonly ObjectFacts[],
): Promise<Set<string>> {
  const collection = objects.length === 0 ? null : await collections.findById(collectionId);
  if (collection === null) return new Set();
  const identities = objects.map(({ key, etag }) => ({
    identity: uriIdentity(objectUri(access, key)),
    etag,
  }));
  return syncTombstones.standing(collection, identities);
}

/** Restores the archived documents of objects that exist again. */
async function revive(
  deps: Deps,
  sync: RunningSync,
  access: ObjectAccess,
  keys: readonly string[],
): Promise<void> {
  for (let from = 0; from < keys.length; from += revivedAtOnceMax) {
    const some = keys.slice(from, from + revivedAtOnceMax);
    const found = await objectDocuments(deps, sync, access, some);
    const ids = found.map(({ documentId }) => documentId);
    await deps.documentWrites.setArchived(sync.collectionId, ids, false);
    await deps.syncObjects.markArchived(sync._id, some, false);
  }
}

/** Compares a page and records it. @returns the run afterwards */
async function takePage(
  deps: Deps,
  sync: RunningSync,
  page: ObjectPage,
  access: ObjectAccess,
): Promise<SyncRun> {
  const { _id: syncId, run, includePatterns, excludePatterns, deletionPolicy } = sync;
  const isWanted = keyCondition(includePatterns, excludePatterns);
  const wanted = page.objects.filter(({ key }) => isWanted(key));
  const upTo = page.objects.reduce(
    (greatest, { key }) => (compareKeys(key, greatest) > 0 ? key : greatest),
    run.listing.upTo,
  );
  const { added, modified, revived, unchanged } = await comparePage(deps.syncObjects, {
    syncId,
    jobId: run.jobId,
    epoch: run.epoch,
    wanted,
    deletionPolicy,
    after: run.listing.upTo,
    upTo: page.next === null ? null : upTo,
  });
  await revive(deps, sync, access, revived);
  const deleted = await deletedOf(deps, sync, access, [...added, ...modified]);
  const isFile = (object: ObjectFacts) => !deleted.has(uriIdentity(objectUri(access, object.key)));
  const [fresh, rewritten] = [added.filter(isFile), modified.filter(isFile)];
  const wantedFiles = [...fresh, ...rewritten].map((object) => fileOf(access, object));
  const files = wantedFiles.slice(0, syncFilesMax - run.files);
  if (files.length > 0 || run.files === 0) await deps.jobFiles.replaceFrom(run.jobId, run.files, files);
  const progress = {
    listing: { after: page.next, upTo, done: page.next === null },
    counts: {
      ...run.counts,
      listed: run.counts.listed + page.objects.length,
      excluded: run.counts.excluded + page.objects.length - wanted.length,
      added: run.counts.added + fresh.length + revived.length,
      modified: run.counts.modified + rewritten.length,
      unchanged: run.counts.unchanged + unchanged + deleted.size,
    },
    files: run.files + files.length,
    more: run.more || files.length < wantedFiles.length,
  };
  await requireWritten(deps.syncs.saveRun(syncId, run, progress));
  return { ...run, ...progress };
}

async function listSome(deps: Deps, first: RunningSync, signal: AbortSignal): Promise<SyncRun> {
  const access = accessOf(deps, first);
  const store = deps.objectStores.open(access);
  const list = (after: string | null) => {
    const page = store.list(first.prefix, { after, limit: syncPageObjectsMax, signal });
    // It is awaited after the page before it; until then a rejection must not count as unhandled.
    page.catch(() => undefined);
    return page;
  };
  const untilMs = performance.now() + syncStepMs;
  let sync = first;
  let coming = sync.run.listing.done ? null : list(sync.run.listing.after);
  while (coming !== null) {
    const page = await coming;
    const isLast = performance.now() > untilMs || page.next === null;
    coming = isLast ? null : list(page.next);
    sync = { ...sync, run: await takePage(deps, sync, page, access) };
    signal.throwIfAborted();
  }
  return sync.run;
}

function fileOf(access: ObjectAccess, { key, byteSize, etag }: ObjectFacts): ListedFile {
  const uri = objectUri(access, key);
  return {
    uri,
    filename: safeFilename(key) ?? 'file',
    identity: uriIdentity(uri),
    origin: { kind: 'object', key, ...(etag !== null && { etag }) },
    byteSize,
    skipReason: null,
  };
}

type ObjectDocumentsDeps = Pick<ActivityDeps, 'collections' | 'documents'>;

/**
 * Finds the documents that a sync has made from objects, attachments of messages included. Documents that a
 * caller has indexed in their place are excluded.
 */
async function objectDocuments(
  { collections, documents }: ObjectDocumentsDeps,
  { _id: syncId, collectionId }: RunningSync,
  access: ObjectAccess,
  keys: readonly string[],
): Promise<DocumentRow[]> {
  const collection = await collections.findById(collectionId);
  if (collection === null || keys.length === 0) return [];
  const identities = keys.map((key) => uriIdentity(objectUri(access, key)));
  const ofParts = identities.map((identity) => {
    const { after, before } = partIdentities(identity);
    return { identity: { $gt: after, $lt: before } };
  });
  const found = await documents.findAll(await documents.view(collection), {
    $or: [{ identity: { $in: identities } }, ...ofParts],
  });
  return found.filter((document) => document.syncId === syncId);
}
