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

/** Filter for rows on one side of a place. Its first condition bounds the scan of the index. */
export function beyond({ createdAt, id }: Place, side: '$gt' | '$lt'): Filter<PlacedRow> {
  return {
    createdAt: { [`${side}e`]: createdAt },
    $or: [{ createdAt: { [side]: createdAt } }, { _id: { [side]: id } }],
  };
}

/** Filter for rows by creation time: `from` inclusive, `to` exclusive; default no bound. */
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
