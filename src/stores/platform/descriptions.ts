import { Binary, type Db } from 'mongodb';
import { type CollectionIndexes } from '../mongo/collection-indexes';
import { lightWrite } from '../mongo/light-write';

/**
 * Lifetime of an entry: longer than any job that may retry, but short, since a summary reveals content of a
 * file.
 */
const lifeMs = 24 * 3_600_000;

/** The answer of a model for one text. */
interface DescriptionRow {
  /** SHA-256 over all inputs of the answer. */
  _id: Binary;
  tags: string[];
  summary: string;
  createdAt: Date;
}

export const descriptionIndexes: CollectionIndexes = {
  collection: 'descriptions',
  indexes: [{ key: { createdAt: 1 }, expireAfterSeconds: lifeMs / 1_000 }],
};

/**
 * Creates the cache of tags and summaries by 32-byte keys, for a day. Lost entries are requested again.
 *
 * @param clock default the machine's
 */
export function createDescriptionStore(db: Db, clock: () => Date = () => new Date()) {
  const rows = db.collection<DescriptionRow>(descriptionIndexes.collection);

  return {
    /** The cached descriptions, by the hexadecimal form of their key. */
    async read(keys: readonly Uint8Array[]): Promise<Map<string, Pick<DescriptionRow, 'tags' | 'summary'>>> {
      const found = new Map<string, Pick<DescriptionRow, 'tags' | 'summary'>>();
      if (keys.length === 0) return found;
      const _id = { $in: keys.map((key) => new Binary(key)) };
      for await (const row of rows.find({ _id }))
        found.set(Buffer.from(row._id.buffer).toString('hex'), { tags: row.tags, summary: row.summary });
      return found;
    },

    /** Stores a description, replacing an existing one, and restarts its lifetime. */
    async write(key: Uint8Array, { tags, summary }: Pick<DescriptionRow, 'tags' | 'summary'>): Promise<void> {
      const row = { tags, summary, createdAt: clock() };
      await rows.replaceOne({ _id: new Binary(key) }, row, { upsert: true, writeConcern: lightWrite });
    },
  };
}
