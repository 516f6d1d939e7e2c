import { partIdentities } from '../../../domain/documents/source-identity';
import { type DocumentRow } from '../contents/documents';
import { type CollectionChange } from './collection-change';
import { type WrittenVersion } from './document-writes';
import { countTargets, showVersions } from './show-and-hide';
import { type WriteContext } from './write-context';

/**
 * Shows files that replace nothing, with few round trips for all: files of one document whose identity is new
 * in the collection and among the files. Most files of most jobs are such.
 *
 * @returns for each file whether it was shown, and whether the search index has to be updated; false for
 * files that need the single path, of which nothing was written
 */
export async function showFresh(
  ctx: WriteContext,
  change: CollectionChange,
  files: readonly (readonly WrittenVersion[])[],
): Promise<(false | { isLate: boolean })[]> {
  const { own, now, session } = change;
  const single = files.flatMap((parts) => (parts.length === 1 ? parts : []));
  if (single.length < 2) return files.map(() => false);
  const open = await ctx.rows.documents
    .find(
      { _id: { $in: single.map(({ version }) => version.versionId) }, added: null, purging: { $ne: true } },
      { session },
    )
    .toArray();
  const candidates = open.filter(({ namespace }) => namespace === own);
  const taken = await takenOf(ctx, change, candidates);
  const fresh = new Map(candidates.filter((row) => !taken(row)).map((row) => [row._id, row]));

  const shown = single.flatMap(({ version: { versionId }, tail }) => {
    const version = fresh.get(versionId);
    return version === undefined ? [] : [{ version, facts: { ...tail, replaces: [], indexedAt: now } }];
  });
  const late = new Set((await showVersions(ctx, change, shown)).map(({ _id }) => _id));
  const documentIds = shown.map(({ version }) => version.documentId);
  await countTargets(ctx, change, documentIds, -1);
  return files.map((parts) => {
    const { versionId } = parts[0]!.version;
    return parts.length === 1 && fresh.has(versionId) && { isLate: late.has(versionId) };
  });
}

/** Creates a check whether a visible document, or another of the versions, has the same identity or id. */
async function takenOf(
  ctx: WriteContext,
  { view, session }: CollectionChange,
  versions: readonly DocumentRow[],
): Promise<(version: DocumentRow) => boolean> {
  if (versions.length === 0) return () => false;
  const ranges = versions.map(({ identity }) => {
    const { after, before } = partIdentities(identity);
    return { identity: { $gt: after, $lt: before } };
  });
  const ofFiles = [
    { identity: { $in: versions.map(({ identity }) => identity) } },
    ...ranges,
    { documentId: { $in: versions.map(({ documentId }) => documentId) } },
  ];
  const holders = await ctx.documents.findAll(view, { $or: ofFiles }, session);
  const times = new Map<string, number>();
  for (const name of [...versions, ...holders].flatMap(namesOf)) times.set(name, (times.get(name) ?? 0) + 1);
  const hasPart = (identity: string) => {
    const { after, before } = partIdentities(identity);
    return holders.some((holder) => holder.identity > after && holder.identity < before);
  };
  return (version) => namesOf(version).some((name) => times.get(name)! > 1) || hasPart(version.identity);
}

/** The names that visible documents must not share. */
export const namesOf = ({ identity, documentId }: DocumentRow): string[] => [
  `i${identity}`,
  `d${documentId}`,
];
