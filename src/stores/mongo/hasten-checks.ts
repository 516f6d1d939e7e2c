import { type Collection, type Filter, type UpdateFilter } from 'mongodb';

/** A row that a sweep looks at from a moment on; absent once nothing is left to look at. */
interface CheckedRow {
  _id: string;
  checkAt?: Date;
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
