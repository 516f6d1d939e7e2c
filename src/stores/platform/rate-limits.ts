import { type Db } from 'mongodb';
import { type CollectionIndexes } from '../mongo/collection-indexes';
import { lightWrite } from '../mongo/light-write';
import { isDuplicateKey } from '../mongo/mongo';

/** A token bucket that all API processes share. */
interface BucketRow {
  _id: string;
  /** Tokens at `at`. */
  level: number;
  at: Date;
  /** Tokens that the last draw got. */
  granted: number;
  expiresAt: Date;
}

/**
 * Result of a draw: the tokens that it got, the remaining ones including a fraction, and the milliseconds
 * until the next token (0 when one is left).
 */
export interface Draw {
  granted: number;
  level: number;
  nextInMs: number;
}

const minuteMs = 60_000;

export const rateLimitIndexes: CollectionIndexes = {
  collection: 'rate_limits',
  indexes: [{ key: { expiresAt: 1 }, expireAfterSeconds: 0 }],
};

/**
 * Creates the token buckets: one holds at most `burst` tokens, up to a minute's worth, and refills at
 * `perMinute`. A bucket unused for a minute is full, so that its row can be deleted. The time is the
 * server's, the same for all processes.
 */
export function createRateLimitStore(db: Db) {
  // A failover may restore a few tokens, which costs less than waiting for members and journals on every
  // draw.
  const rows = db.collection<BucketRow>(rateLimitIndexes.collection, { writeConcern: lightWrite });

  return {
    /** Draws up to `wanted` tokens in one update. */
    async draw(
      bucketId: string,
      { perMinute, burst }: { perMinute: number; burst: number },
      wanted: number,
    ): Promise<Draw> {
      const write = () =>
        rows.findOneAndUpdate({ _id: bucketId }, drawing(perMinute, burst, wanted), {
          upsert: true,
          returnDocument: 'after',
        });
      const row = await write().catch((error: unknown) => {
        if (isDuplicateKey(error)) return write();
        throw error;
      });
      const { granted, level } = row!;
      return { granted, level, nextInMs: level >= 1 ? 0 : ((1 - level) * minuteMs) / perMinute };
    },
  };
}

export type RateLimitStore = ReturnType<typeof createRateLimitStore>;

function drawing(perMinute: number, burst: number, wanted: number) {
  const elapsedMs = { $max: [0, { $subtract: ['$$NOW', { $ifNull: ['$at', '$$NOW'] }] }] };
  const refilled = {
    $add: [{ $ifNull: ['$level', burst] }, { $multiply: [elapsedMs, perMinute / minuteMs] }],
  };
  return [
    {
      $set: {
        level: { $min: [burst, refilled] },
        at: '$$NOW',
        expiresAt: { $add: ['$$NOW', 2 * minuteMs] },
      },
    },
    { $set: { granted: { $min: [wanted, { $floor: '$level' }] } } },
    { $set: { level: { $subtract: ['$level', '$granted'] } } },
  ];
}
