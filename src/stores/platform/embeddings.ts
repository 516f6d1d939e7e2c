import { Binary, type Db } from 'mongodb';
import { type CollectionIndexes } from '../mongo/collection-indexes';
import { lightWrite } from '../mongo/light-write';
import { isDuplicateKey } from '../mongo/mongo';
import { putRows } from '../mongo/put-rows';

/** Time without a read after which a vector is deleted. */
const unusedTtlMs = 30 * 24 * 3_600_000;
/** Precision of the time of last use, so that reads rarely write. */
const touchEveryMs = 24 * 3_600_000;

/** The vector of one text by one model, which can be computed again. */
interface EmbeddingRow {
  /** SHA-256 over all inputs of the vector. */
  _id: Binary;
  /** 32-bit floats, little-endian, concatenated. */
  vector: Binary;
  usedAt: Date;
}

export const embeddingIndexes: CollectionIndexes = {
  collection: 'embeddings',
  indexes: [{ key: { usedAt: 1 }, expireAfterSeconds: unusedTtlMs / 1_000 }],
};

/**
 * Creates the cache of vectors by 32-byte keys. Lost entries are computed again, so that writes do not wait
 * for other members.
 *
 * @param clock default the machine's
 */
export function createEmbeddingStore(db: Db, clock: () => Date = () => new Date()) {
  const rows = db.collection<EmbeddingRow>(embeddingIndexes.collection);

  return {
    /** The cached vectors, by the hexadecimal form of their key; a read extends their lifetime to 30 days. */
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

    /** Stores vectors; existing entries, which are equal, stay. */
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
        // Two jobs have the same text; their vectors are equal.
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
