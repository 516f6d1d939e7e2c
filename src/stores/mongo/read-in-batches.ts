import { type Collection, type Filter } from 'mongodb';
import { inBatches } from './in-batches';

const rowsPerReadMax = 100;

/**
 * Creates a read of rows by id. Concurrent calls share a round trip; each result comes from a read that began
 * after the call.
 *
 * @returns a function that returns the row, null without one
 */
export function readInBatches<Row extends { _id: string }>(
  rows: Collection<Row>,
): (id: string) => Promise<Row | null> {
  const read = inBatches<string, Row | null>(rowsPerReadMax, async (_, ids) => {
    const found = (await rows.find({ _id: { $in: [...ids] } } as Filter<Row>).toArray()) as Row[];
    const byId = new Map(found.map((row) => [row._id, row]));
    return ids.map((id) => byId.get(id) ?? null);
  });
  return (id) => read('', id);
}
