import { type Collection, type Filter } from 'mongodb';
import { inBatches } from './in-batches';

const rowsPerReadMax = 100;

/**
 * Reads rows by their id. Calls that wait for each other share a round trip; each is answered by a read that
 * began after it.
 *
 * @returns a function that answers the row, null when there is none
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
