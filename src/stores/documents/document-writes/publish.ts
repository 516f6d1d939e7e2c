import { partIdentities } from '../../../domain/documents/source-identity';
import { type DocumentRow } from '../contents/documents';
import { changeCollection, type CollectionChange, viewAfter } from './collection-change';
import {
  DocumentWriteError,
  type DocumentWrites,
  type PublishOutcome,
  type WrittenVersion,
} from './document-writes';
import { createFitChunks } from './fit-chunks';
import { inBatches } from '../../mongo/in-batches';
import {
  formerVersionTtlMs,
  hideDocument,
  hideRelationsOf,
  countTargets,
  showVersion,
} from './show-and-hide';
import { showFresh } from './show-fresh';
import { syncSearch } from './sync-search';
import { type WriteContext } from './write-context';

/** Versions that one transaction publishes. */
const publishedAtOnceMax = 32;

interface Request {
  parts: readonly WrittenVersion[];
  overwrite: boolean;
}

/** Result for a file that would replace documents, but whose chunks searches may not find yet. */
const notFindable = Symbol('not findable');

/** An outcome, and the versions to update in the search index. */
interface Shown {
  outcome: PublishOutcome;
  stale: string[];
}

/** Creates the publication of versions: atomic and complete. */
export function createPublish(ctx: WriteContext): Pick<DocumentWrites, 'publish'> {
  const showOf = inBatches<Request, Shown>(publishedAtOnceMax, (collectionId, requests) =>
    showAll(ctx, collectionId, requests),
  );

  const fitChunks = createFitChunks(ctx);

  return {
    async publish(parts, { overwrite }) {
      const { collectionId } = parts[0]!.version;
      await Promise.all(parts.map((part) => fitChunks(collectionId, part)));
      const { outcome, stale } = await showOf(collectionId, { parts, overwrite });
      await syncSearch(ctx, stale, false);
      return outcome;
    },
  };
}

/**
 * Publishes files. One that replaces documents is shown after a refresh, when searches find its chunks; from
 * then on they no longer find the former ones. The files of a batch share the refresh; those that replace
 * nothing need none.
 */
async function showAll(
  ctx: WriteContext,
  collectionId: string,
  requests: readonly Request[],
): Promise<(Shown | Error)[]> {
  const results = await showThose(ctx, collectionId, requests, false);
  const left = requests.filter((_, i) => results[i] === notFindable);
  if (left.length > 0) {
    const namespaces = left.flatMap(({ parts }) => parts.map(({ version }) => version.namespace));
    await Promise.all([...new Set(namespaces)].map((namespace) => ctx.refresh(namespace)));
  }
  const shownLater = left.length === 0 ? [] : await showThose(ctx, collectionId, left, true);
  const later = new Map(left.map((request, i) => [request, shownLater[i]!]));
  return requests.map((request, i) => (later.get(request) ?? results[i]) as Shown | Error);
}

async function showThose(
  ctx: WriteContext,
  collectionId: string,
  requests: readonly Request[],
  areFindable: boolean,
): Promise<(Shown | Error | typeof notFindable)[]> {
  const results = await changeCollection(ctx, collectionId, async (change) => {
    const fresh = await showFresh(
      ctx,
      change,
      requests.map(({ parts }) => parts),
    );
    const shown: (Shown | Error | typeof notFindable)[] = [];
    for (const [i, request] of requests.entries()) {
      const done = fresh[i]!;
      if (done !== false) {
        const { versionId } = request.parts[0]!.version;
        shown.push({ outcome: { state: 'published', replaced: [] }, stale: done.isLate ? [versionId] : [] });
        continue;
      }
      // One refresh serves all of them, so that the others need no check before it.
      if (shown.includes(notFindable)) {
        shown.push(notFindable);
        continue;
      }
      // Each file sees the writes of those before it.
      if (change.written) change.view = await viewAfter(ctx, change);
      try {
        shown.push(await show(ctx, change, request, areFindable));
      } catch (error) {
        if (!(error instanceof DocumentWriteError)) throw error;
        shown.push(error);
      }
    }
    return shown;
  });
  return results ?? requests.map(() => ({ outcome: { state: 'collection_gone' }, stale: [] }));
}

/** Throws before its first write, or writes everything. */
async function show(
  ctx: WriteContext,
  change: CollectionChange,
  { parts, overwrite }: Request,
  isFindable: boolean,
): Promise<Shown | typeof notFindable> {
  const { now } = change;
  const versions = await rowsOf(ctx, change, parts);
  if (versions.length === parts.length && versions.every(({ added }) => added !== null))
    return {
      outcome: { state: 'published', replaced: versions.flatMap(({ replaces }) => replaces) },
      stale: [],
    };
  if (parts.some(({ version }) => version.namespace !== change.own))
    return { outcome: { state: 'namespace_changed' }, stale: [] };
  if (versions.length < parts.length)
    throw new DocumentWriteError('version_gone', 'The version was removed.');

  const { holders, taken } = await holdersOf(ctx, change, versions);
  if (taken !== undefined && !overwrite)
    return { outcome: { state: 'identity_taken', by: taken }, stale: [] };
  if (holders.length > 0 && !isFindable) return notFindable;
  const replacing = holders.map((holder) => versions[partInPlaceOf(versions, holder)]!);
  for (const [i, { documentId }] of holders.entries())
    await hideRelationsOf(ctx, change, documentId, formerVersionTtlMs, replacing[i]!._id);
  for (const holder of holders) await hideDocument(ctx, change, holder, formerVersionTtlMs);
  // A layer may be flattened again: clones keep the id of the first original.
  const replaced = holders.map(({ _id, flattenedFrom = _id }) => flattenedFrom);
  const stale = holders.map(({ _id }) => _id);
  for (const [i, version] of versions.entries()) {
    const replaces = replaced.filter((_, n) => replacing[n] === version);
    const former = holders.find(({ documentId }) => documentId === version.documentId);
    const isLate = await showVersion(ctx, change, version, {
      ...parts[i]!.tail,
      replaces,
      indexedAt: now,
      ...(replaces.length > 0 && { keptAs: version._id }),
      ...(former && { createdAt: former.createdAt }),
    });
    if (isLate) stale.push(version._id);
  }
  await countTargets(ctx, change, idsOfFirstOnly(holders, versions), 1);
  await countTargets(ctx, change, idsOfFirstOnly(versions, holders), -1);
  return { outcome: { state: 'published', replaced }, stale };
}

/** The existing rows, in order. */
async function rowsOf(
  ctx: WriteContext,
  { session }: CollectionChange,
  parts: readonly WrittenVersion[],
): Promise<DocumentRow[]> {
  const ids = parts.map(({ version: { versionId } }) => versionId);
  const found = await ctx.rows.documents
    .find({ _id: { $in: ids }, purging: { $ne: true } }, { session })
    .toArray();
  const byId = new Map(found.map((row) => [row._id, row]));
  return ids.flatMap((versionId) => byId.get(versionId) ?? []);
}

/** Visible documents of a file; `taken` is the file's own document. */
async function holdersOf(
  ctx: WriteContext,
  { view, session }: CollectionChange,
  versions: readonly DocumentRow[],
): Promise<{ holders: DocumentRow[]; taken: DocumentRow | undefined }> {
  const { identity, documentId } = versions[0]!;
  const { after, before } = partIdentities(identity);
  const ofFile = [
    { identity },
    { identity: { $gt: after, $lt: before } },
    { documentId: { $in: versions.map((version) => version.documentId) } },
  ];
  const holders = await ctx.documents.findAll(view, { $or: ofFile }, session);
  const taken = holders.find((row) => row.identity === identity || row.documentId === documentId);
  return { holders, taken };
}

/** The part that replaces a holder: its own next version, or else the first part. */
function partInPlaceOf(versions: readonly DocumentRow[], holder: DocumentRow): number {
  const same = versions.findIndex(({ documentId }) => documentId === holder.documentId);
  return Math.max(0, same >= 0 ? same : versions.findIndex(({ identity }) => identity === holder.identity));
}

function idsOfFirstOnly(these: readonly DocumentRow[], others: readonly DocumentRow[]): string[] {
  const there = new Set(others.map(({ documentId }) => documentId));
  return these.map(({ documentId }) => documentId).filter((documentId) => !there.has(documentId));
}
