import { createHash } from 'node:crypto';
import { type Db } from 'mongodb';
import { idempotencyTtlMs } from '../../domain/platform/limits';
import { type Tenant } from '../../domain/platform/tenancy';
import { type CollectionIndexes } from '../mongo/collection-indexes';
import { isDuplicateKey, lightWrite } from '../mongo/mongo';

/** An answer as it is kept for repetitions; `body` is JSON text, null when there was none. */
export interface StoredReply {
  status: number;
  headers: Record<string, string>;
  body: string | null;
}

/**
 * A key of a tenant on a route.
 * - `running`: `owner` works on it until `leaseUntil`
 * - `free`: the last attempt failed; what it made may exist, so that the same request goes on with the same
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

/**
 * The claim of a request: `id` names the key and its route, `fingerprint` the body, `owner` the attempt that
 * asks.
 */
export interface Claim {
  id: string;
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

/** Id of the row for a key: a hash, because keys are callers' text of any length up to their limit. */
export function idempotencyRowId(tenant: Tenant, route: string, key: string): string {
  return createHash('sha256')
    .update(JSON.stringify([tenant.organizationId, tenant.environment, route, key]))
    .digest('hex');
}

/** Keys that callers give their requests, each with the one answer it got. */
export function createIdempotencyStore(db: Db) {
  // A claim is as durable as what its request makes, which is written after it; a lost reply is found by the
  // reserved id.
  const rows = db.collection<IdempotencyRow>(idempotencyIndexes.collection, { writeConcern: lightWrite });

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

  return {
    /**
     * Takes a key for a request. `repeated` says that an earlier request with this key may have made what
     * `newId` names. Of any number of concurrent requests one is `claimed`.
     */
    async claim(claim: Claim): Promise<ClaimOutcome> {
      const at = new Date();
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
    },

    /** Keeps the answer for the rest of the key's 24 hours, unless somebody else has taken over. */
    async finish({ id, owner }: Pick<Claim, 'id' | 'owner'>, reply: StoredReply): Promise<void> {
      await rows.updateOne({ _id: id, owner, state: 'running' }, { $set: { state: 'done', reply } });
    },

    /**
     * Gives the key back after a failure. `keepNewId` when it is not certain that nothing was made: the same
     * request then goes on with the same id, another one starts afresh.
     */
    async release({ id, owner }: Pick<Claim, 'id' | 'owner'>, keepNewId: boolean): Promise<void> {
      const mine = { _id: id, owner, state: 'running' as const };
      if (keepNewId) await rows.updateOne(mine, { $set: { state: 'free' } });
      else await rows.deleteOne(mine);
    },
  };
}

export type IdempotencyStore = ReturnType<typeof createIdempotencyStore>;
