import { type ClientSession, type Db } from 'mongodb';
import { type CollectionIndexes } from '../mongo/collection-indexes';
import { lightWrite } from '../mongo/light-write';
import { isDuplicateKey } from '../mongo/mongo';
import {
  chargeStage,
  dropStage,
  type HoldBounds,
  type HoldGrowth,
  holdStatement,
  raiseFilter,
  raiseStatement,
  toHalfCredits,
} from './credit-statements';
import { organizationCollection, type OrganizationRow } from './organizations';

/** The charge of a settled hold. `_id` is the hold's, so that it is charged once. */
export interface LedgerRow {
  _id: string;
  organizationId: string;
  halfCredits: number;
  at: Date;
}

/** Credits that an organization has reserved for running work. */
export interface Hold {
  organizationId: string;
  id: string;
  kind: string;
  at: Date;
}

export type HoldOutcome = 'reserved' | 'insufficient_credits' | 'too_many';

/** Outcome of raising a hold. */
export type RaiseOutcome = 'raised' | 'insufficient_credits';

/** Credits of an organization; `balance` and `remaining` are null without a limit. */
export interface CreditAccount {
  /** Unspent credits. */
  balance: number | null;
  /** Credits reserved by running jobs. */
  held: number;
  /** `balance` minus `held`; negative after charges above their holds. */
  remaining: number | null;
}

export const creditIndexes: CollectionIndexes = {
  collection: 'credits',
  indexes: [{ key: { organizationId: 1, at: 1 } }],
};

/**
 * Creates the store of credits. All amounts are multiples of half a credit, stored as integers of half
 * credits.
 *
 * A hold is taken before the work (`reserve`), raised when the work costs more (`raiseTo`, `raiseBy`), and
 * ended by `settle` (charged) or `release` (not charged). Holds and balance are in the organization's
 * document, so that one update checks and takes both, across processes. A job that raises its hold to its
 * price before it is settled leaves the balance at most a tenth of that price below zero.
 */
export function createCreditStore(db: Db) {
  const organizations = organizationCollection(db);
  // A light write suffices: the job's row is written after its hold and makes it durable, and the sweep
  // repeats a lost release.
  const holders = organizationCollection(db, lightWrite);
  const ledger = db.collection<LedgerRow>(creditIndexes.collection);

  /** @throws Error when the organization does not exist */
  async function account(organizationId: string): Promise<CreditAccount> {
    const row = await organizations.findOne(
      { _id: organizationId },
      { projection: { balance: 1, holds: 1 } },
    );
    if (row === null) throw new Error(`no organization ${organizationId}`);
    const { balance, holds } = row;
    return {
      balance: balance === null ? null : balance / 2,
      held: heldBy(holds) / 2,
      remaining: balance === null ? null : (balance - heldBy(holds)) / 2,
    };
  }

  /** Ends a hold without a charge; ignored when it does not exist. */
  async function release(organizationId: string, holdId: string): Promise<void> {
    await holders.updateOne({ _id: organizationId, 'holds.id': holdId }, [dropStage(holdId)]);
  }

  async function raise(
    organizationId: string,
    hold: Pick<Hold, 'id' | 'kind'>,
    growth: HoldGrowth,
  ): Promise<RaiseOutcome> {
    const { filter, update } = raiseStatement(organizationId, hold, growth);
    const { matchedCount } = await holders.updateOne(filter, update);
    return matchedCount === 1 ? 'raised' : 'insufficient_credits';
  }

  /**
   * Settles within a transaction, which may write the charged result. An earlier charge stays.
   *
   * @returns credits that are left, as `remaining` gives them
   */
  async function settleIn(
    session: ClientSession,
    organizationId: string,
    holdId: string,
    credits: number,
  ): Promise<number | null> {
    const halfCredits = toHalfCredits(credits);
    const charged = await ledger.findOne({ _id: holdId }, { session, projection: { _id: 1 } });
    if (charged === null)
      await ledger.insertOne({ _id: holdId, organizationId, halfCredits, at: new Date() }, { session });
    const row = await organizations.findOneAndUpdate(
      { _id: organizationId },
      charged === null ? [dropStage(holdId), chargeStage(halfCredits)] : [dropStage(holdId)],
      { session, returnDocument: 'after', projection: { balance: 1, holds: 1 } },
    );
    return row?.balance == null ? null : (row.balance - heldBy(row.holds)) / 2;
  }

  return {
    /**
     * Takes a hold. `too_many` when the organization has `holdsMax` holds of this kind;
     * `insufficient_credits` when balance minus holds does not cover it (an organization without a balance
     * has no limit). An existing hold is `reserved` again, not taken twice.
     *
     * @throws RangeError when credits are not a multiple of 0.5; Error when the organization does not exist
     */
    async reserve(
      organizationId: string,
      holdId: string,
      credits: number,
      { kind, holdsMax }: HoldBounds,
    ): Promise<HoldOutcome> {
      const halfCredits = toHalfCredits(credits);
      const { filter, update } = holdStatement(organizationId, holdId, credits, { kind, holdsMax });
      for (;;) {
        const { matchedCount } = await holders.updateOne(filter, update);
        if (matchedCount === 1) return 'reserved';
        const row = await holders.findOne({ _id: organizationId }, { projection: { balance: 1, holds: 1 } });
        if (row === null) throw new Error(`no organization ${organizationId}`);
        if (row.holds.some(({ id }) => id === holdId)) return 'reserved';
        if (row.holds.filter((held) => held.kind === kind).length >= holdsMax) return 'too_many';
        if (row.balance !== null && row.balance - heldBy(row.holds) < halfCredits)
          return 'insufficient_credits';
        // The obstacle has disappeared between the two statements.
      }
    },

    /**
     * Raises a hold to an amount; a larger one stays. A missing hold is taken. Idempotent.
     *
     * @returns `insufficient_credits` when balance minus other holds covers less than nine tenths of the
     * amount; the hold then stays unchanged
     * @throws RangeError when credits are not a multiple of 0.5
     */
    raiseTo: (organizationId: string, hold: Pick<Hold, 'id' | 'kind'>, credits: number) =>
      raise(organizationId, hold, { to: credits }),

    /**
     * Increases a hold, or takes one. Without a limit of the organization nothing is held, since the number
     * of such holds is not bounded.
     *
     * @returns and throws as `raiseTo`
     */
    raiseBy: (organizationId: string, hold: Pick<Hold, 'id' | 'kind'>, credits: number) =>
      raise(organizationId, hold, { by: credits }),

    /** Whether `raiseBy` would succeed now. */
    async coversMore(organizationId: string, holdId: string, credits: number): Promise<boolean> {
      const filter = raiseFilter(organizationId, holdId, { by: credits });
      return (await organizations.findOne(filter, { projection: { _id: 1 } })) !== null;
    },

    /**
     * Ends a hold and charges the actual price, which may exceed the hold, since the work is done. Charges
     * once, however often it is called, and also without a hold.
     */
    async settle(organizationId: string, holdId: string, credits: number): Promise<void> {
      if ((await ledger.findOne({ _id: holdId }, { projection: { _id: 1 } })) !== null) {
        await release(organizationId, holdId);
        return;
      }
      try {
        await db.client.withSession((session) =>
          session.withTransaction(() => settleIn(session, organizationId, holdId, credits)),
        );
      } catch (error) {
        if (!isDuplicateKey(error)) throw error;
        await release(organizationId, holdId);
      }
    },

    settleIn,

    release,

    /** Credits that are neither spent nor held, as in `account`. */
    async remaining(organizationId: string): Promise<number | null> {
      return (await account(organizationId)).remaining;
    },

    account,

    /** Sets the balance; null removes the limit. Open holds stay and count against it. */
    async setBalance(organizationId: string, credits: number | null): Promise<void> {
      const balance = credits === null ? null : toHalfCredits(credits);
      await organizations.updateOne({ _id: organizationId }, { $set: { balance } });
    },

    /**
     * Holds taken before a time, oldest first, at most `max`, for the sweep that ends holds after a crash.
     */
    async listHolds(olderThan: Date, max: number): Promise<Hold[]> {
      return organizations
        .aggregate<Hold>([
          { $match: { 'holds.at': { $lt: olderThan } } },
          { $unwind: '$holds' },
          { $match: { 'holds.at': { $lt: olderThan } } },
          { $sort: { 'holds.at': 1 } },
          { $limit: max },
          {
            $project: {
              _id: 0,
              organizationId: '$_id',
              id: '$holds.id',
              kind: '$holds.kind',
              at: '$holds.at',
            },
          },
        ])
        .toArray();
    },
  };
}

export type CreditStore = ReturnType<typeof createCreditStore>;

function heldBy(holds: OrganizationRow['holds']): number {
  return holds.reduce((sum, hold) => sum + hold.halfCredits, 0);
}
