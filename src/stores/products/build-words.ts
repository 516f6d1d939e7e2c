import { newId } from '../mongo/new-id';
import { ID_PREFIX } from '../../domain/platform/ids';
import { type CollectionIndexes } from '../mongo/collection-indexes';
import { type ProductIndexRow, productIndexIndexes } from './product-indexes';
import { type ProductWriteContext } from './write-context';

/** Tokens that live writes have brought to a build at once, beside those of its word list. */
export interface WordSegment {
  /** Version of the words of the index that has them first. */
  version: number;
  /** Tokens with a space between two of them, and the fields that have each, as digits in the same order. */
  tokens: string;
  fields: string;
}

interface WordSegmentRow extends WordSegment {
  _id: string;
  buildId: string;
  indexId: string;
}

export const buildWordIndexes: CollectionIndexes = {
  collection: 'product_build_words',
  indexes: [{ key: { buildId: 1, version: 1 } }, { key: { indexId: 1 } }],
};

/** Tokens of a row; they have at most 64 letters, so that a row stays far below 16 MB. */
const tokensPerRow = 20_000;

/** Creates the store of the words that live writes bring to builds. */
export function createBuildWordStore({ db, transact }: Pick<ProductWriteContext, 'db' | 'transact'>) {
  const rows = db.collection<WordSegmentRow>(buildWordIndexes.collection);
  const indexes = db.collection<ProductIndexRow>(productIndexIndexes.collection);

  return {
    /**
     * Adds tokens with their fields to a build, and raises the version of the words in the row of its index,
     * in one transaction: a reader of a version finds all words up to it.
     *
     * @returns the version; null without tokens, and for a deleted index
     */
    async add(
      { indexId, buildId }: { indexId: string; buildId: string },
      words: ReadonlyMap<string, number>,
    ): Promise<number | null> {
      if (words.size === 0) return null;
      const all = [...words];
      return transact(indexId, async (session) => {
        const index = await indexes.findOneAndUpdate(
          { _id: indexId, isDeleting: false },
          { $inc: { wordsVersion: 1 } },
          { session, returnDocument: 'after', projection: { wordsVersion: 1 } },
        );
        if (index === null) return null;
        const version = index.wordsVersion!;
        const segments: WordSegmentRow[] = [];
        for (let from = 0; from < all.length; from += tokensPerRow) {
          const some = all.slice(from, from + tokensPerRow);
          const tokens = some.map(([token]) => token).join(' ');
          const fields = some.map(([, of]) => String(of)).join('');
          const _id = newId(ID_PREFIX.wordSegment);
          segments.push({ _id, indexId, buildId, version, tokens, fields });
        }
        await rows.insertMany(segments, { session });
        return version;
      });
    },

    /** Words of a build that versions after one have brought, oldest first. */
    async after(buildId: string, version: number): Promise<WordSegment[]> {
      const projection = { _id: 0, version: 1, tokens: 1, fields: 1 };
      return rows
        .find({ buildId, version: { $gt: version } }, { projection })
        .sort({ version: 1 })
        .toArray();
    },

    async removeOf(buildId: string): Promise<void> {
      await rows.deleteMany({ buildId });
    },

    /** Removes the words of all builds of a deleted index. */
    async removeOfIndex(indexId: string): Promise<void> {
      await rows.deleteMany({ indexId });
    },
  };
}

export type BuildWordStore = ReturnType<typeof createBuildWordStore>;
