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
  /** Rows whose check is due, by id after `after`: they showed no sign of life, or have ended untidily. */
  function dueForCheck(now: Date, after: string | null, limit: number): Promise<Read[]> {
    const due = { checkAt: { $lte: now }, ...(after === null ? {} : { _id: { $gt: after } }) };
    return rows
      .find<Read>(due as unknown as Filter<Row>, { projection })
      .sort({ _id: 1 })
      .limit(limit)
      .toArray();
  }

  /** The row was looked at and is fine; a sign of life in the meantime stays as it is. */
  async function postponeCheck(id: string, until: Date): Promise<void> {
    const open = { _id: id, checkAt: { $exists: true } } as unknown as Filter<Row>;
    await rows.updateOne(open, { $max: { checkAt: until } } as unknown as UpdateFilter<Row>);
  }

  return {
    dueForCheck,
    postponeCheck,
    /** Lets the sweep look now at rows whose check is not closed. */
    makeDue: (ids: readonly string[], now: Date): Promise<void> => makeDue(rows, ids, now),
  };
}

/** Makes rows due for a check now, except those without one. */
export async function makeDue<Row extends CheckedRow>(
  rows: Collection<Row>,
  ids: readonly string[],
  now: Date,
): Promise<void> {
  const open = { _id: { $in: [...ids] }, checkAt: { $exists: true } } as unknown as Filter<Row>;
  await rows.updateMany(open, { $min: { checkAt: now } } as unknown as UpdateFilter<Row>);
}
