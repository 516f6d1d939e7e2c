import { type ClientSession, type WithId } from 'mongodb';
import { newId } from '../mongo/new-id';
import { ID_PREFIX } from '../../domain/platform/ids';
import { kindBits } from '../../domain/products/token-fields';
import { type CollectionIndexes } from '../mongo/collection-indexes';
import { type ProductIndexRow } from './product-index-row';
import { productIndexIndexes } from './product-indexes';
import { type ProductWriteContext } from './write-context';

/** Tokens that live writes have brought to a build at once, beside those of its word list. */
export interface WordSegment {
  /** Version of the words of the index that has them first. */
  version: number;
  /** Tokens with a space between two of them. */
  tokens: string;
  /** Kinds of fields that have each, as digits in the same order. */
  fields: string;
  /** Tiers that have each, likewise. */
  tiers: string;
}

/** The fields that have a token of a row. */
export function fieldsAt({ fields, tiers }: WordSegment, place: number): number {
  return Number(fields[place]) | (Number(tiers[place]) << kindBits);
}

interface WordSegmentRow extends WordSegment {
  _id: string;
  /** Number of tokens. */
  count: number;
  buildId: string;
  indexId: string;
}

export const buildWordIndexes: CollectionIndexes = {
  collection: 'product_build_words',
  indexes: [{ key: { buildId: 1, version: 1 } }, { key: { buildId: 1, count: 1 } }, { key: { indexId: 1 } }],
};

/** Tokens of a row; they have at most 64 letters, so that a row stays far below 16 MB. */
const tokensPerRow = 20_000;
/** Rows of fewer tokens that a build has at most. */
const smallRowsMax = 64;

/** Creates the store of the words that live writes bring to builds. */
export function createBuildWordStore({ db, transact }: Pick<ProductWriteContext, 'db' | 'transact'>) {
  const rows = db.collection<WordSegmentRow>(buildWordIndexes.collection);
  const indexes = db.collection<ProductIndexRow>(productIndexIndexes.collection);

  /** The small rows of a build, where they are too many, or a full one with tokens that are added. */
  async function rowsToJoin(
    buildId: string,
    added: number,
    session: ClientSession,
  ): Promise<WithId<WordSegmentRow>[]> {
    const small = { buildId, count: { $lt: tokensPerRow } };
    const counts = await rows.find(small, { session, projection: { _id: 0, count: 1 } }).toArray();
    const tokens = counts.reduce((sum, { count }) => sum + count, added);
    if (counts.length < smallRowsMax && tokens < tokensPerRow) return [];
    return rows.find(small, { session }).toArray();
  }

  return {
    /**
     * Adds tokens with their fields to a build, and raises the version of the words in the row of its index,
     * in one transaction: a reader of a version finds all words up to it. Small rows are joined to full ones,
     * which have the new version, so that a build has few rows however many writes there were.
     *
     * @returns the version; null without tokens, and for a deleted index
     */
    async add(
      { indexId, buildId }: { indexId: string; buildId: string },
      words: ReadonlyMap<string, number>,
    ): Promise<number | null> {
      if (words.size === 0) return null;
      return transact(indexId, async (session) => {
        const index = await indexes.findOneAndUpdate(
          { _id: indexId, isDeleting: false },
          { $inc: { wordsVersion: 1 } },
          { session, returnDocument: 'after', projection: { wordsVersion: 1 } },
        );
        if (index === null) return null;
        const version = index.wordsVersion!;
        const joined = await rowsToJoin(buildId, words.size, session);
        const all = joined.length === 0 ? words : withTokensOf(joined, words);
        await rows.insertMany(
          segmentsOf(all).map((segment) => ({
            _id: newId(ID_PREFIX.wordSegment),
            indexId,
            buildId,
            version,
            ...segment,
          })),
          { session },
        );
        if (joined.length > 0)
          await rows.deleteMany({ _id: { $in: joined.map(({ _id }) => _id) } }, { session });
        return version;
      });
    },

    /**
     * Words of a build that versions after one have brought, oldest first. Rows that are joined meanwhile are
     * found in a later one, since its version is higher than theirs.
     */
    async after(buildId: string, version: number): Promise<WordSegment[]> {
      const projection = { _id: 0, version: 1, tokens: 1, fields: 1, tiers: 1 };
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

/** Tokens of rows and further ones, each once with all of its fields. */
function withTokensOf(rows: readonly WordSegment[], words: ReadonlyMap<string, number>): Map<string, number> {
  const all = new Map(words);
  for (const row of rows)
    for (const [place, token] of row.tokens.split(' ').entries())
      all.set(token, (all.get(token) ?? 0) | fieldsAt(row, place));
  return all;
}

function segmentsOf(
  words: ReadonlyMap<string, number>,
): (Omit<WordSegment, 'version'> & { count: number })[] {
  const all = [...words];
  const segments = [];
  for (let from = 0; from < all.length; from += tokensPerRow) {
    const some = all.slice(from, from + tokensPerRow);
    segments.push({
      count: some.length,
      tokens: some.map(([token]) => token).join(' '),
      fields: some.map(([, of]) => String(of & ((1 << kindBits) - 1))).join(''),
      tiers: some.map(([, of]) => String(of >> kindBits)).join(''),
    });
  }
  return segments;
}

export type BuildWordStore = ReturnType<typeof createBuildWordStore>;
