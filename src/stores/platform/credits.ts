import { type Db, type Document } from 'mongodb';
import { type CollectionIndexes } from '../mongo/collection-indexes';
import { isDuplicateKey, lightWrite } from '../mongo/mongo';
import { organizationCollection, type OrganizationRow } from './organizations';

/** The charge of a settled hold. `_id` is that of the hold, so that it is charged once. */
export interface LedgerRow {
  _id: string;
  organizationId: string;
  halfCredits: number;
  at: Date;
}

/** Credits that an organization has set aside for work that has begun. */
export interface Hold {
  organizationId: string;
  id: string;
  kind: string;
  at: Date;
}

/** The purpose of a hold, and the number of such holds that an organization may have. */
export interface HoldBounds {
  kind: string;
  holdsMax: number;
}

/** Outcome of a request for a hold. */
export type HoldOutcome = 'reserved' | 'insufficient_credits' | 'too_many';

export const creditIndexes: CollectionIndexes = {
  collection: 'credits',
  indexes: [{ key: { organizationId: 1, at: 1 } }],
};

/**
 * Credits of organizations. All amounts are multiples of half a credit and stored as integers of half
 * credits.
 *
 * A hold is taken before the work (`reserve`), and ended by `settle` (charged) or `release` (never happened).
 * Holds and balance are in the organization's document, so that one update checks and takes both, however
 * many processes ask.
 */
export function createCreditStore(db: Db) {
  const organizations = organizationCollection(db);
  // A hold is as durable as the row of its job, which is written after it; a lost release is repeated by the
  // sweep.
  const holders = organizationCollection(db, lightWrite);
  const ledger = db.collection<LedgerRow>(creditIndexes.collection);

  return {
    /**
     * Takes a hold. `too_many` when the organization has `holdsMax` holds of this kind,
     * `insufficient_credits` when balance less holds does not cover it (an organization without a balance has
     * no limit). A hold that is there already is `reserved` again, and not taken twice.
     *
     * @throws RangeError when credits are no multiple of 0.5; Error when there is no such organization
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
        if (row.balance !== null && available(row.balance, row) < halfCredits) return 'insufficient_credits';
        // The obstacle has gone between the two statements.
      }
    },

    /**
     * Ends a hold and charges what was really used, which may be more than was held: the work is done.
     * Charged once, whoever calls how often, and also when the hold is gone.
     */
    async settle(organizationId: string, holdId: string, credits: number): Promise<void> {
      const halfCredits = toHalfCredits(credits);
      try {
        await db.client.withSession((session) =>
          session.withTransaction(async () => {
            await ledger.insertOne({ _id: holdId, organizationId, halfCredits, at: new Date() }, { session });
            await organizations.updateOne({ _id: organizationId }, [drop(holdId), charge(halfCredits)], {
              session,
            });
          }),
        );
      } catch (error) {
        if (!isDuplicateKey(error)) throw error;
        await organizations.updateOne({ _id: organizationId }, [drop(holdId)]);
      }
    },

    /** Ends a hold without a charge; nothing happens when it is gone. */
    async release(organizationId: string, holdId: string): Promise<void> {
      await holders.updateOne({ _id: organizationId, 'holds.id': holdId }, [drop(holdId)]);
    },

    /**
     * Credits that are neither spent nor held; null without a limit, below zero after a charge above its
     * hold.
     */
    async remaining(organizationId: string): Promise<number | null> {
      const row = await organizations.findOne(
        { _id: organizationId },
        { projection: { balance: 1, holds: 1 } },
      );
      return row?.balance == null ? null : available(row.balance, row) / 2;
    },

    /** Sets the balance, whatever it was; null takes the limit away. Open holds stay and count against it. */
    async setBalance(organizationId: string, credits: number | null): Promise<void> {
      const balance = credits === null ? null : toHalfCredits(credits);
      await organizations.updateOne({ _id: organizationId }, { $set: { balance } });
    },

    /**
     * Holds taken before a moment, oldest first, at most `max`: for a sweep that ends what a crash left open.
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

/**
 * The statement that takes a hold. It matches nothing where the hold does not fit or is there already.
 *
 * @throws RangeError when credits are no multiple of 0.5
 */
export function holdStatement(
  organizationId: string,
  holdId: string,
  credits: number,
  { kind, holdsMax }: HoldBounds,
): { filter: Document; update: Document } {
  const halfCredits = toHalfCredits(credits);
  return {
    filter: { _id: organizationId, 'holds.id': { $ne: holdId }, $expr: fits(halfCredits, kind, holdsMax) },
    update: { $push: { holds: { id: holdId, kind, halfCredits, at: new Date() } } },
  };
}

/** @throws RangeError when the amount is negative or no multiple of 0.5 */
function toHalfCredits(credits: number): number {
  const halfCredits = credits * 2;
  if (!Number.isSafeInteger(halfCredits) || halfCredits < 0)
    throw new RangeError(`${credits} is no amount of half credits`);
  return halfCredits;
}

function available(balance: number, { holds }: Pick<OrganizationRow, 'holds'>): number {
  return balance - holds.reduce((sum, hold) => sum + hold.halfCredits, 0);
}

function fits(halfCredits: number, kind: string, holdsMax: number): Document {
  const ofKind = { $filter: { input: '$holds', cond: { $eq: ['$$this.kind', { $literal: kind }] } } };
  return {
    $and: [
      { $lt: [{ $size: ofKind }, holdsMax] },
      {
        $or: [
          { $eq: ['$balance', null] },
          { $gte: [{ $subtract: ['$balance', { $sum: '$holds.halfCredits' }] }, halfCredits] },
        ],
      },
    ],
  };
}

function drop(holdId: string): Document {
  return {
    $set: { holds: { $filter: { input: '$holds', cond: { $ne: ['$$this.id', { $literal: holdId }] } } } },
  };
}

function charge(halfCredits: number): Document {
  return {
    $set: {
      balance: { $cond: [{ $eq: ['$balance', null] }, null, { $subtract: ['$balance', halfCredits] }] },
    },
  };
}
