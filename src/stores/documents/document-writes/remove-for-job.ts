import { createHash } from 'node:crypto';
import { partIdentities } from '../../../domain/documents/source-identity';
import { type DocumentRow } from '../contents/documents';
import { type JobRemovalRow } from '../index-jobs/job-removals';
import { changeCollection, type CollectionChange } from './collection-change';
import { DocumentWriteError, type JobRemoval } from './document-writes';
import { formerVersionTtlMs, hideDocument, hideRelationsOf, countTargets } from './show-and-hide';
import { syncSearch } from './sync-search';
import { setArchived } from './archive';
import { type WriteContext } from './write-context';

/** Files whose documents one transaction removes. */
const removedAtOnceMax = 50;

/** Removes, for jobs of syncs, documents whose objects are gone. */
export async function removeForJob(ctx: WriteContext, removal: JobRemoval): Promise<number | null> {
  const { collectionId, identities, mode } = removal;
  let documents = 0;
  for (let from = 0; from < identities.length; from += removedAtOnceMax) {
    const some = identities.slice(from, from + removedAtOnceMax);
    const taken = await changeCollection(ctx, collectionId, (change) => takeAway(ctx, change, removal, some));
    if (taken === null) throw new DocumentWriteError('collection_gone', 'The collection was deleted.');
    if (taken === 'rolled_back') return null;
    if (mode === 'remove') await syncSearch(ctx, idsOf(taken), false);
    else await setArchived(ctx, collectionId, documentIdsOf(taken), true);
    documents += taken.length;
  }
  return documents;
}

/**
 * Records the removal and hides the documents, or leaves those to archive to the caller. Does nothing for a
 * job whose rollback was requested: both write the row of the job, so that one of the two fails.
 */
async function takeAway(
  ctx: WriteContext,
  change: CollectionChange,
  removal: JobRemoval,
  identities: readonly string[],
): Promise<DocumentRow[] | 'rolled_back'> {
  const { session } = change;
  const { jobId, mode } = removal;
  const documents = await documentsOf(ctx, change, removal, identities);
  if (documents.length === 0) return [];
  const standing = { _id: jobId, rollback: null };
  if ((await ctx.rows.indexJobs.findOne(standing, { session, projection: { _id: 1 } })) === null)
    return 'rolled_back';
  const writes = rowsFor(change, removal, identities, documents).map(({ _id, ...row }) => ({
    replaceOne: { filter: { _id }, replacement: row, upsert: true },
  }));
  const { upsertedCount } = await ctx.rows.jobRemovals.bulkWrite(writes, { session });
  await ctx.rows.indexJobs.updateOne(standing, { $inc: { removals: upsertedCount } }, { session });
  if (mode === 'remove') await hideAll(ctx, change, documents, jobId, identities);
  return documents;
}

/** Visible documents of the files that the sync has added. */
function documentsOf(
  ctx: WriteContext,
  { view, session }: CollectionChange,
  { syncId, mode }: JobRemoval,
  identities: readonly string[],
): Promise<DocumentRow[]> {
  const ranges = identities.map((identity) => {
    const { after, before } = partIdentities(identity);
    return { identity: { $gt: after, $lt: before } };
  });
  const ofFiles = { $or: [{ identity: { $in: [...identities] } }, ...ranges] };
  const standing = { syncId, ...(mode === 'archive' && { archived: false }) };
  return ctx.documents.findAll(view, { $and: [ofFiles, standing] }, session);
}

function rowsFor(
  { collection, now }: CollectionChange,
  { jobId, mode }: JobRemoval,
  identities: readonly string[],
  documents: readonly DocumentRow[],
): JobRemovalRow[] {
  return identities.flatMap((identity): JobRemovalRow[] => {
    const ofFile = documents.filter((document) => isOf(identity, document));
    if (ofFile.length === 0) return [];
    const row = {
      _id: removalId(jobId, identity),
      jobId,
      collectionId: collection._id,
      identity,
      mode,
      // A layer may be flattened again: clones keep the id of the first original.
      documents: ofFile.map(({ _id, flattenedFrom = _id, documentId }) => ({
        versionId: flattenedFrom,
        documentId,
      })),
      at: now,
    };
    return [row];
  });
}

async function hideAll(
  ctx: WriteContext,
  change: CollectionChange,
  documents: readonly DocumentRow[],
  jobId: string,
  identities: readonly string[],
): Promise<void> {
  for (const document of documents) {
    const identity = identities.find((one) => isOf(one, document))!;
    const keptFor = removalId(jobId, identity);
    await hideRelationsOf(ctx, change, document.documentId, formerVersionTtlMs, keptFor);
  }
  for (const document of documents) await hideDocument(ctx, change, document, formerVersionTtlMs);
  await countTargets(ctx, change, documentIdsOf(documents), 1);
}

/** Whether a document comes from the file with this identity. */
function isOf(fileIdentity: string, { identity }: DocumentRow): boolean {
  const { after, before } = partIdentities(fileIdentity);
  return identity === fileIdentity || (identity > after && identity < before);
}

const removalId = (jobId: string, identity: string) =>
  `${jobId}/${createHash('sha256').update(identity).digest('hex').slice(0, 40)}`;

const idsOf = (documents: readonly DocumentRow[]) => documents.map(({ _id }) => _id);
const documentIdsOf = (documents: readonly DocumentRow[]) => documents.map(({ documentId }) => documentId);
