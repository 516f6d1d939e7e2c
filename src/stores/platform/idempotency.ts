import { createHash } from 'node:crypto';
import { type Db } from 'mongodb';
import { idempotencyTtlMs } from '../../domain/platform/limits';
import { type Tenant } from '../../domain/platform/tenancy';
import { type CollectionIndexes } from '../mongo/collection-indexes';
import { lightWrite } from '../mongo/light-write';
import { isDuplicateKey } from '../mongo/mongo';

/** An answer as it is kept for repetitions; `body` is JSON text, null when there was none. */
export interface StoredReply {
  status: number;
  headers: Record<string, string>;
  body: string | null;
}

/**
 * A key of a tenant on a route.
 * - `running`: `owner` works on it until `leaseUntil`
 * - `free`: the last attempt failed; what it made may exist, so that the same request continues with the same
 *   `newId`
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

/** The route that has a key; the row lies beside those of the routes. */
interface KeyHolder {
  _id: string;
  /** Id of the {@link IdempotencyRow}. */
  holder: string;
  expiresAt: Date;
}

/**
 * The claim of a request: `keyId` names the key, `id` the key and its route, `fingerprint` the body, `owner`
 * the attempt that asks.
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

/** A claim whose process died is taken over after this; longer than any acceptance takes. */
const leaseMs = 60_000;

export const idempotencyIndexes: CollectionIndexes = {
  collection: 'idempotency',
  indexes: [{ key: { expiresAt: 1 }, expireAfterSeconds: 0 }],
};

/**
 * Ids of the rows for a key, and for the key on a route: hashes, because keys are callers' text of any length
 * up to their limit.
 */
export function idempotencyIds(tenant: Tenant, route: string, key: string): Pick<Claim, 'id' | 'keyId'> {
  const digest = (parts: string[]) => createHash('sha256').update(JSON.stringify(parts)).digest('hex');
  const { organizationId, environment } = tenant;
  return {
    id: digest([organizationId, environment, route, key]),
    keyId: digest([organizationId, environment, key]),
  };
}

/** Keys that callers give their requests, each with the one answer it got. */
export function createIdempotencyStore(db: Db) {
  // A claim is as durable as what its request makes, which is written after it; a lost reply is found by the
  // reserved id.
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

  /** Moves a row on only if it still is as it was read: of several who want to, one does. */
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

  /** Takes the key on its route. */
  async function claimRoute(claim: Claim, at: Date): Promise<ClaimOutcome> {
    try {
      await rows.insertOne({ _id: claim.id, ...fresh(claim, at) });
      return { outcome: 'claimed', newId: claim.newId, repeated: false };
    } catch (error) {
      if (!isDuplicateKey(error)) throw error;
    }
    const row = await rows.findOne({ _id: claim.id });
    // Gone between the two statements: its request failed just now, and the next try will find the key
    // free.
    return row === null ? { outcome: 'in_progress' } : claimExisting(claim, row, at);
  }

  /**
   * Notes that this route has the key. It follows the claim on the route, so that a key whose holder has no
   * row was given back. @returns false where a request to another route has it
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
   * Gives the key back after a failure. `keepNewId` when it is not certain that nothing was made: the same
   * request then continues with the same id, another one starts afresh.
   */
  async function release({ id, owner }: Pick<Claim, 'id' | 'owner'>, keepNewId: boolean): Promise<void> {
    const mine = { _id: id, owner, state: 'running' as const };
    if (keepNewId) await rows.updateOne(mine, { $set: { state: 'free' } });
    else await rows.deleteOne(mine);
  }

  return {
    release,

    /**
     * Takes a key for a request. `repeated` says that an earlier request with this key may have made what
     * `newId` names. Of any number of concurrent requests, to whatever routes, one is `claimed`.
     */
    async claim(claim: Claim): Promise<ClaimOutcome> {
      const at = new Date();
      const claimed = await claimRoute(claim, at);
      if (claimed.outcome !== 'claimed' || (await holdKey(claim, at))) return claimed;
      await release(claim, claimed.repeated);
      return { outcome: 'reused' };
    },

    /** Keeps the answer for the rest of the key's 24 hours, unless another request has taken it over. */
    async finish({ id, owner }: Pick<Claim, 'id' | 'owner'>, reply: StoredReply): Promise<void> {
      await rows.updateOne({ _id: id, owner, state: 'running' }, { $set: { state: 'done', reply } });
    },
  };
}

export type IdempotencyStore = ReturnType<typeof createIdempotencyStore>;
