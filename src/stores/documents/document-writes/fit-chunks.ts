import { inBatches } from '../../mongo/in-batches';
import { DocumentWriteError, type WrittenVersion } from './document-writes';
import { eraseChunksFrom } from './erase';
import { type WriteContext } from './write-context';

/** Versions that are counted with one round trip. */
const countedAtOnceMax = 100;

/**
 * Creates the check that exactly the expected chunks of unpublished versions are stored; published ones are
 * always complete. Concurrent checks in one collection are combined.
 *
 * @returns a function that throws DocumentWriteError `chunks_missing`
 */
export function createFitChunks(
  ctx: WriteContext,
): (collectionId: string, written: WrittenVersion) => Promise<undefined> {
  async function fit(
    { version, tail: { chunkCount } }: WrittenVersion,
    found: number,
  ): Promise<undefined | Error> {
    let stored = found;
    if (stored > chunkCount) {
      await eraseChunksFrom(ctx, version, chunkCount);
      stored = await ctx.rows.chunks.countDocuments({ versionId: version.versionId });
    }
    if (stored === chunkCount) return undefined;
    return new DocumentWriteError('chunks_missing', `${stored} of ${chunkCount} chunks are stored.`);
  }

  /** Ids of the published versions, which never change. */
  async function publishedOf(written: readonly WrittenVersion[]): Promise<Set<string>> {
    if (written.length === 0) return new Set();
    const ids = written.map(({ version: { versionId } }) => versionId);
    const published = await ctx.rows.documents
      .find({ _id: { $in: ids }, added: { $ne: null } }, { projection: { _id: 1 } })
      .toArray();
    return new Set(published.map(({ _id }) => _id));
  }

  return inBatches<WrittenVersion, undefined>(countedAtOnceMax, async (_, written) => {
    const ids = written.map(({ version: { versionId } }) => versionId);
    const groups = await ctx.rows.chunks
      .aggregate<{ _id: string; stored: number }>([
        { $match: { versionId: { $in: ids } } },
        { $group: { _id: '$versionId', stored: { $sum: 1 } } },
      ])
      .toArray();
    const stored = new Map(groups.map((group) => [group._id, group.stored]));
    const found = ({ version: { versionId } }: WrittenVersion) => stored.get(versionId) ?? 0;
    const done = await publishedOf(written.filter((each) => found(each) !== each.tail.chunkCount));
    return Promise.all(
      written.map(async (each) => (done.has(each.version.versionId) ? undefined : fit(each, found(each)))),
    );
  });
}
