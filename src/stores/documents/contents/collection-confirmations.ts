import { isDeepStrictEqual } from 'node:util';
import { type Db } from 'mongodb';
import { collectionIndexes, type CollectionRow } from './collections';

/** The row of a collection that was read earlier is outdated: its content, owner or name has changed. */
export class CollectionChanged extends Error {
  override readonly name = 'CollectionChanged';

  constructor() {
    super('The collection is not as it was read.');
  }
}

/**
 * Fields of a collection's row that decide answers. Sequence numbers only grow, so that no former state
 * recurs.
 */
const shownFields = [
  '_id',
  'organizationId',
  'environment',
  'name',
  'active',
  'layers',
  'sequence',
  'embedding',
] as const;

type ShownBy = Pick<CollectionRow, (typeof shownFields)[number]>;

/**
 * Checks that a collection still equals its row. @throws CollectionChanged when it does not, and errors of
 * the store
 */
export type Confirm = () => Promise<void>;

/** Collections that are confirmed with one read. */
interface Round {
  ids: Set<string>;
  rows: Promise<Map<string, ShownBy>> | null;
}

/**
 * Creates the confirmation of rows of collections that were read earlier. Concurrent queries share one read,
 * until the first of them needs its result. For a single query the read begins at once.
 */
export function createCollectionConfirmations(db: Db) {
  const stored = db.collection<CollectionRow>(collectionIndexes.collection);
  let next: Round | null = null;
  let under = 0;

  async function readAll(ids: ReadonlySet<string>): Promise<Map<string, ShownBy>> {
    const found = await stored.find<ShownBy>({ _id: { $in: [...ids] } }, { projection }).toArray();
    return new Map(found.map((row) => [row._id, row]));
  }

  function rowsOf(round: Round): Promise<Map<string, ShownBy>> {
    // Later queries need a read that begins after them.
    if (next === round) next = null;
    round.rows ??= readAll(round.ids);
    return round.rows;
  }

  return {
    /**
     * Runs `work` for an answer that is valid if the collection equals its row at some moment of this call.
     *
     * @param work calls `confirm` before it returns an answer
     */
    async during<T>(collection: CollectionRow, work: (confirm: Confirm) => Promise<T>): Promise<T> {
      const round = (next ??= { ids: new Set(), rows: null });
      round.ids.add(collection._id);
      if (under++ === 0) rowsOf(round).catch(() => undefined);
      try {
        return await work(async () => {
          const row = (await rowsOf(round)).get(collection._id);
          if (row === undefined || !showsTheSame(row, collection)) throw new CollectionChanged();
        });
      } finally {
        under--;
      }
    },
  };
}

/** Whether two rows of a collection lead to the same answers. */
export function showsTheSame(one: ShownBy, other: ShownBy): boolean {
  return shownFields.every((field) => isDeepStrictEqual(one[field], other[field]));
}

const projection = Object.fromEntries(shownFields.map((field) => [field, 1]));
