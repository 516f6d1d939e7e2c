import { createHash } from 'node:crypto';
import { type Db } from 'mongodb';
import { idempotencyTtlMs } from '../../domain/platform/limits';
import { type Tenant } from '../../domain/platform/tenancy';
import { type CollectionIndexes } from '../mongo/collection-indexes';
import { lightWrite } from '../mongo/light-write';
import { isDuplicateKey } from '../mongo/mongo';

/** An answer as it is stored for repetitions; `body` is JSON text, null without one. */
export interface StoredReply {
  status: number;
  headers: Record<string, string>;
  body: string | null;
}

/**
 * A key of a tenant on a route.
 * - `running`: `owner` works on it until `leaseUntil`
 * - `free`: the last attempt failed, maybe after its write; the same request continues with the same `newId`
 * - `done`: `reply` is the answer
 */
interface IdempotencyRow {
  _id: string;
  fingerprint: string;
  newId: string;
  state: 'running' | 'free' | 'done';
  owner: string;
  leaseUntil: Date;
  reply: StoredReply | null;
  expiresAt: Date;
}

/** The route that uses a key; its row is in the same collection. */
interface KeyHolder {
  _id: string;
  holder: string;
  expiresAt: Date;
}

/**
 * The claim of a request: `keyId` identifies the key, `id` the key on its route, `fingerprint` the body,
 * `owner` the attempt.
 */
export interface Claim {
  id: string;
  keyId: string;
  fingerprint: string;
  newId: string;
  owner: string;
}

export type ClaimOutcome =
  | { outcome: 'claimed'; newId: string; repeated: boolean }
  | { outcome: 'done'; reply: StoredReply }
  | { outcome: 'in_progress' }
  | { outcome: 'reused' };

/** Time after which the claim of a dead process is taken over; longer than any acceptance. */
const leaseMs = 60_000;

export const idempotencyIndexes: CollectionIndexes = {
  collection: 'idempotency',
  indexes: [{ key: { expiresAt: 1 }, expireAfterSeconds: 0 }],
};

/**
 * Ids of the rows for a key, and for the key on a route. They are hashes, since keys are long texts of
 * callers.
 */
export function idempotencyIds(tenant: Tenant, route: string, key: string): Pick<Claim, 'id' | 'keyId'> {
  const digest = (parts: string[]) => createHash('sha256').update(JSON.stringify(parts)).digest('hex');
  const { organizationId, environment } = tenant;
  return {
    id: digest([organizationId, environment, route, key]),
    keyId: digest([organizationId, environment, key]),
  };
}

/** Creates the store of idempotency keys, each with its single answer. */
export function createIdempotencyStore(db: Db) {
  // A light write suffices: the write of the request follows the claim and makes it durable, and a lost reply
  // is found by the reserved id.
  const rows = db.collection<IdempotencyRow>(idempotencyIndexes.collection, { writeConcern: lightWrite });
  const keys = db.collection<KeyHolder>(idempotencyIndexes.collection, { writeConcern: lightWrite });

  const fresh = ({ fingerprint, newId, owner }: Claim, at: Date) => ({
    fingerprint,
    newId,
    state: 'running' as const,
    owner,
    leaseUntil: new Date(at.getTime() + leaseMs),
    reply: null,
    expiresAt: new Date(at.getTime() + idempotencyTtlMs),
  });

  /** Updates a row if it is unchanged since it was read: of concurrent updates one succeeds. */
  async function replace(read: IdempotencyRow, by: Partial<IdempotencyRow>): Promise<boolean> {
    const { matchedCount } = await rows.updateOne(
      {
        _id: read._id,
        state: read.state,
        owner: read.owner,
        leaseUntil: read.leaseUntil,
        expiresAt: read.expiresAt,
      },
      { $set: by },
    );
    return matchedCount === 1;
  }

  async function claimExisting(claim: Claim, row: IdempotencyRow, at: Date): Promise<ClaimOutcome> {
    const { newId, owner } = claim;
    const same = row.fingerprint === claim.fingerprint;
    const expired = row.expiresAt <= at;
    if (expired || (row.state === 'free' && !same)) {
      return (await replace(row, fresh(claim, at)))
        ? { outcome: 'claimed', newId, repeated: false }
        : { outcome: 'in_progress' };
    }
    if (!same) return { outcome: 'reused' };
    if (row.state === 'done') return { outcome: 'done', reply: row.reply! };
    if (row.state === 'running' && row.leaseUntil > at) return { outcome: 'in_progress' };
    const taken = await replace(row, {
      state: 'running',
      owner,
      leaseUntil: new Date(at.getTime() + leaseMs),
    });
    return taken ? { outcome: 'claimed', newId: row.newId, repeated: true } : { outcome: 'in_progress' };
  }

  /** Claims the key on its route. */
  async function claimRoute(claim: Claim, at: Date): Promise<ClaimOutcome> {
    try {
      await rows.insertOne({ _id: claim.id, ...fresh(claim, at) });
      return { outcome: 'claimed', newId: claim.newId, repeated: false };
    } catch (error) {
      if (!isDuplicateKey(error)) throw error;
    }
    const row = await rows.findOne({ _id: claim.id });
    // The row disappeared between the two statements: its request just failed, and a retry will find the key
    // free.
    return row === null ? { outcome: 'in_progress' } : claimExisting(claim, row, at);
  }

  /**
   * Records that this route uses the key. It follows the claim on the route, so that a holder without a row
   * has released its key. @returns false when a request to another route holds it
   */
  async function holdKey({ id, keyId }: Claim, at: Date): Promise<boolean> {
    const held = { holder: id, expiresAt: new Date(at.getTime() + idempotencyTtlMs) };
    try {
      await keys.insertOne({ _id: keyId, ...held });
      return true;
    } catch (error) {
      if (!isDuplicateKey(error)) throw error;
    }
    const found = await keys.findOne({ _id: keyId });
    const holder = found?.holder ?? id;
    const other = holder === id ? null : await rows.findOne({ _id: holder });
    if (other !== null && other.state !== 'free' && other.expiresAt > at) return false;
    const { matchedCount } = await keys.updateOne({ _id: keyId, holder }, { $set: held });
    return matchedCount === 1;
  }

  /**
   * Releases the key after a failure. `keepNewId` when the request may have written something: a retry then
   * continues with the same id; otherwise it starts anew.
   */
  async function release({ id, owner }: Pick<Claim, 'id' | 'owner'>, keepNewId: boolean): Promise<void> {
    const mine = { _id: id, owner, state: 'running' as const };
    if (keepNewId) await rows.updateOne(mine, { $set: { state: 'free' } });
    else await rows.deleteOne(mine);
  }

  return {
    release,

    /**
     * Claims a key for a request. `repeated`: an earlier request with this key may have written the object
     * `newId`. Of concurrent requests, on any routes, one is `claimed`.
     */
    async claim(claim: Claim): Promise<ClaimOutcome> {
      const at = new Date();
      const claimed = await claimRoute(claim, at);
      if (claimed.outcome !== 'claimed' || (await holdKey(claim, at))) return claimed;
      await release(claim, claimed.repeated);
      return { outcome: 'reused' };
    },

    /**
     * Stores the answer for the rest of the key's 24 hours, unless another request has taken the claim over.
     */
    async finish({ id, owner }: Pick<Claim, 'id' | 'owner'>, reply: StoredReply): Promise<void> {
      await rows.updateOne({ _id: id, owner, state: 'running' }, { $set: { state: 'done', reply } });
    },
  };
}

export type IdempotencyStore = ReturnType<typeof createIdempotencyStore>;
