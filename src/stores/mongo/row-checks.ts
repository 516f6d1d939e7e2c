import { type Collection, type Document, type Filter, type UpdateFilter, type WithId } from 'mongodb';

/** A row that a sweep looks at from a moment on; absent once nothing is left to look at. */
interface CheckedRow {
  _id: string;
  checkAt?: Date;
}

/**
 * Reads and writes of a sweep over rows of one collection.
 *
 * @param projection leaves members out that the sweep does not need; default none
 */
export function rowChecks<Row extends CheckedRow, Read extends CheckedRow = WithId<Row>>(
  rows: Collection<Row>,
  projection: Document = {},
) {
  return {
    /** Rows whose check is due, by id after `after`: they showed no sign of life, or have ended untidily. */
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

    /** The row was looked at and is fine; a sign of life in the meantime stays as it is. */
    async postponeCheck(id: string, until: Date): Promise<void> {
      const open = { _id: id, checkAt: { $exists: true } } as unknown as Filter<Row>;
      await rows.updateOne(open, { $max: { checkAt: until } } as unknown as UpdateFilter<Row>);
    },

    /** Lets the sweep look now at rows whose check is not closed. */
    hastenChecks: (ids: readonly string[], now: Date): Promise<void> => hastenChecks(rows, ids, now),
  };
}

/** Lets the sweep look now at rows whose check is not closed. */
export async function hastenChecks<Row extends CheckedRow>(
  rows: Collection<Row>,
  ids: readonly string[],
  now: Date,
): Promise<void> {
  const open = { _id: { $in: [...ids] }, checkAt: { $exists: true } } as unknown as Filter<Row>;
  await rows.updateMany(open, { $min: { checkAt: now } } as unknown as UpdateFilter<Row>);
}
