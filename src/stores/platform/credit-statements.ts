import { type Document } from 'mongodb';

/** Purpose of a hold, and the most holds of this kind of an organization. */
export interface HoldBounds {
  kind: string;
  holdsMax: number;
}

/**
 * Share of a job's price that the balance has to cover once the work is done, so that a slightly low estimate
 * does not discard the work.
 */
const coveredShare = 0.9;

/**
 * The statement that takes a hold. It matches nothing when the hold does not fit or exists.
 *
 * @throws RangeError when credits are not a multiple of 0.5
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

/** Target of a hold in credits, or its increase. */
export type HoldGrowth = { to: number } | { by: number };

/**
 * The statement that raises a hold, or takes a missing one. It matches nothing when the balance minus other
 * holds covers less than `coveredShare` of the hold; it changes nothing without a limit.
 *
 * @throws RangeError when credits are not a multiple of 0.5
 */
export function raiseStatement(
  organizationId: string,
  hold: { id: string; kind: string },
  growth: HoldGrowth,
): { filter: Document; update: Document[] } {
  return {
    filter: raiseFilter(organizationId, hold.id, growth),
    update: [raised(hold, grown(hold.id, growth))],
  };
}

/** Filter of `raiseStatement`: matches an organization that can pay for the raised hold. */
export function raiseFilter(organizationId: string, holdId: string, growth: HoldGrowth): Document {
  return { _id: organizationId, $expr: covers(holdId, grown(holdId, growth)) };
}

/** Expression for the raised size of a hold, in half credits. */
function grown(holdId: string, growth: HoldGrowth): Document {
  const held = heldUnder(holdId);
  return 'to' in growth
    ? { $max: [held, toHalfCredits(growth.to)] }
    : { $add: [held, toHalfCredits(growth.by)] };
}

/**
 * Converts credits into half credits. @throws RangeError for negative amounts, and those that are not a
 * multiple of 0.5
 */
export function toHalfCredits(credits: number): number {
  const halfCredits = credits * 2;
  if (!Number.isSafeInteger(halfCredits) || halfCredits < 0)
    throw new RangeError(`${credits} is no amount of half credits`);
  return halfCredits;
}

/** Expression for the size of a hold in half credits; 0 for a missing one. */
function heldUnder(holdId: string): Document {
  return { $sum: { $map: { input: withId(holdId), in: '$$this.halfCredits' } } };
}

function withId(holdId: string): Document {
  return { $filter: { input: '$holds', cond: { $eq: ['$$this.id', { $literal: holdId }] } } };
}

/** Expression for whether the organization can pay for a hold of this size. */
function covers(holdId: string, halfCredits: Document): Document {
  const others = { $subtract: [{ $sum: '$holds.halfCredits' }, heldUnder(holdId)] };
  return {
    $or: [
      { $eq: ['$balance', null] },
      { $gte: [{ $subtract: ['$balance', others] }, { $multiply: [halfCredits, coveredShare] }] },
    ],
  };
}

/** Pipeline stage that sets the size of a hold, if the organization has a limit. */
function raised({ id, kind }: { id: string; kind: string }, halfCredits: Document): Document {
  const added = { id: { $literal: id }, kind: { $literal: kind }, halfCredits, at: new Date() };
  const changed = {
    $map: {
      input: '$holds',
      in: {
        $cond: [
          { $eq: ['$$this.id', { $literal: id }] },
          { $mergeObjects: ['$$this', { halfCredits }] },
          '$$this',
        ],
      },
    },
  };
  const isHeld = { $in: [{ $literal: id }, '$holds.id'] };
  return {
    $set: {
      holds: {
        $switch: {
          branches: [
            { case: { $eq: ['$balance', null] }, then: '$holds' },
            { case: isHeld, then: changed },
          ],
          default: { $concatArrays: ['$holds', [added]] },
        },
      },
    },
  };
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

/** Pipeline stage that removes a hold. */
export function dropStage(holdId: string): Document {
  return {
    $set: { holds: { $filter: { input: '$holds', cond: { $ne: ['$$this.id', { $literal: holdId }] } } } },
  };
}

/** Pipeline stage that subtracts a charge from the balance, if there is one. */
export function chargeStage(halfCredits: number): Document {
  return {
    $set: {
      balance: { $cond: [{ $eq: ['$balance', null] }, null, { $subtract: ['$balance', halfCredits] }] },
    },
  };
}
