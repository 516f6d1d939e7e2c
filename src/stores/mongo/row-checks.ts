import { type Collection, type Document, type Filter, type UpdateFilter, type WithId } from 'mongodb';

/** A row with the time at which a sweep checks it; absent when no check is needed any more. */
interface CheckedRow {
  _id: string;
  checkAt?: Date;
}

/**
 * Creates the reads and writes of a sweep over the rows of one collection.
 *
 * @param projection fields to exclude from reads; default none
 */
export function rowChecks<Row extends CheckedRow, Read extends CheckedRow = WithId<Row>>(
  rows: Collection<Row>,
  projection: Document = {},
) {
  return {
    /**
     * Rows whose check is due, in the order of their ids, after `after`: without progress, or ended without
     * cleanup.
     */
    dueForCheck: (now: Date, after: string | null, limit: number): Promise<Read[]> =>
      rows
        .find<Read>(
          {
            checkAt: { $lte: now },
            ...(after === null ? {} : { _id: { $gt: after } }),
          } as unknown as Filter<Row>,
          { projection },
        )
        .sort({ _id: 1 })
        .limit(limit)
        .toArray(),

    /** Postpones the check of a row that is in order, unless it made progress meanwhile. */
    async postponeCheck(id: string, until: Date): Promise<void> {
      const open = { _id: id, checkAt: { $exists: true } } as unknown as Filter<Row>;
      await rows.updateOne(open, { $max: { checkAt: until } } as unknown as UpdateFilter<Row>);
    },

    /** Makes rows due for a check now, except those without one. */
    hastenChecks: (ids: readonly string[], now: Date): Promise<void> => hastenChecks(rows, ids, now),
  };
}

/** Makes rows due for a check now, except those without one. */
export async function hastenChecks<Row extends CheckedRow>(
  rows: Collection<Row>,
  ids: readonly string[],
  now: Date,
): Promise<void> {
  const open = { _id: { $in: [...ids] }, checkAt: { $exists: true } } as unknown as Filter<Row>;
  await rows.updateMany(open, { $min: { checkAt: now } } as unknown as UpdateFilter<Row>);
}
