import { Binary, type Db } from 'mongodb';
import { type CollectionIndexes } from '../mongo/collection-indexes';
import { lightWrite } from '../mongo/light-write';
import { isDuplicateKey } from '../mongo/mongo';
import { putRows } from '../mongo/put-rows';

/** A vector that was not read in this time is deleted. */
const unusedTtlMs = 30 * 24 * 3_600_000;
/** The time of last use is as exact as this, so that reading seldom writes. */
const touchEveryMs = 24 * 3_600_000;

/** The vector of one text by one model, which can always be made again. */
interface EmbeddingRow {
  /** SHA-256 over what the vector depends on. */
  _id: Binary;
  /** 32-bit floats, little-endian, one behind the other. */
  vector: Binary;
  usedAt: Date;
}

export const embeddingIndexes: CollectionIndexes = {
  collection: 'embeddings',
  indexes: [{ key: { usedAt: 1 }, expireAfterSeconds: unusedTtlMs / 1_000 }],
};

/**
 * Vectors that were made before, by a 32-byte key. A cache: what is lost is made again, so that writes
 * do not wait for other members.
 *
 * @param clock default the machine's
 */
export function createEmbeddingStore(db: Db, clock: () => Date = () => new Date()) {
  const rows = db.collection<EmbeddingRow>(embeddingIndexes.collection);

  return {
    /**
     * The vectors that are there, by the hexadecimal form of their key; they are kept for another 30 days.
     */
    async read(keys: readonly Uint8Array[]): Promise<Map<string, Float32Array>> {
      const vectors = new Map<string, Float32Array>();
      if (keys.length === 0) return vectors;
      const at = clock();
      const stale = new Date(at.getTime() - touchEveryMs);
      const touched: Binary[] = [];
      for await (const { _id, vector, usedAt } of rows.find({ _id: { $in: keys.map(binary) } })) {
        vectors.set(Buffer.from(_id.buffer).toString('hex'), floats(vector));
        if (usedAt < stale) touched.push(_id);
      }
      if (touched.length > 0)
        await rows.updateMany(
          { _id: { $in: touched } },
          { $set: { usedAt: at } },
          { writeConcern: lightWrite },
        );
      return vectors;
    },

    /** Keeps vectors; where one is there already, whoever was first has the same. */
    async write(entries: readonly { key: Uint8Array; vector: Float32Array }[]): Promise<void> {
      const usedAt = clock();
      const wanted = entries.map(({ key, vector }) => ({
        _id: binary(key),
        usedAt,
        vector: binary(bytes(vector)),
      }));
      try {
        await putRows(rows, wanted, lightWrite);
      } catch (error) {
        // Two jobs with the same text: the other one's vector is as good.
        if (!isDuplicateKey(error)) throw error;
      }
    },
  };
}

function binary(data: Uint8Array): Binary {
  return new Binary(data);
}

function bytes(vector: Float32Array): Uint8Array {
  return new Uint8Array(vector.buffer, vector.byteOffset, vector.byteLength);
}

function floats({ buffer, position }: Binary): Float32Array {
  return new Float32Array(new Uint8Array(buffer.subarray(0, position)).buffer);
}
