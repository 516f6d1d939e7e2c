import { type Filter } from 'mongodb';

/** A place in a list that is ordered by `createdAt` and `_id`. */
export interface Place {
  createdAt: Date;
  id: string;
}

interface PlacedRow {
  _id: string;
  createdAt: Date;
}

export const placeOf = ({ createdAt, _id }: PlacedRow): Place => ({ createdAt, id: _id });

/** Rows on one side of a place. The first condition is what the index is entered by. */
export function beyond({ createdAt, id }: Place, side: '$gt' | '$lt'): Filter<PlacedRow> {
  return {
    createdAt: { [`${side}e`]: createdAt },
    $or: [{ createdAt: { [side]: createdAt } }, { _id: { [side]: id } }],
  };
}

/** Rows that were made in a time: `from` is inclusive, `to` exclusive; both default to no bound. */
export function madeWithin({
  from,
  to,
}: {
  from?: Date | undefined;
  to?: Date | undefined;
}): Filter<PlacedRow> {
  if (from === undefined && to === undefined) return {};
  return { createdAt: { ...(from && { $gte: from }), ...(to && { $lt: to }) } };
}
