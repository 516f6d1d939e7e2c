import { isDeepStrictEqual } from 'node:util';
import { type Db } from 'mongodb';
import { collectionIndexes, type CollectionRow } from './collections';

/**
 * Thrown when the row of a collection that was read earlier is out of date: the collection shows other
 * things, or has another owner or name.
 */
export class CollectionChanged extends Error {
  override readonly name = 'CollectionChanged';

  constructor() {
    super('The collection is not as it was read.');
  }
}

/**
 * Fields of a collection's row that decide about answers. Numbers of a namespace only go up, so that no
 * former state comes back.
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
 * Makes sure that a collection is as its row says. @throws CollectionChanged when it is not, and what the
 * store throws
 */
export type Confirm = () => Promise<void>;

/** Collections that are asked about with one read. */
interface Round {
  ids: Set<string>;
  rows: Promise<Map<string, ShownBy>> | null;
}

/**
 * Confirms rows of collections that were read earlier. Queries that come until the first of them needs its
 * confirmation share one read. For a query that is alone the read begins at once, so that it is there when it
 * is needed.
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
    // A query that comes from now on could be answered by a read that began before it.
    if (next === round) next = null;
    round.rows ??= readAll(round.ids);
    return round.rows;
  }

  return {
    /**
     * Does what needs a collection to be, at some moment of this call, as its row says.
     *
     * @param work calls `confirm` before what it answers may be believed
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

/** Whether answers over these rows of a collection are the same. */
export function showsTheSame(one: ShownBy, other: ShownBy): boolean {
  return shownFields.every((field) => isDeepStrictEqual(one[field], other[field]));
}

const projection = Object.fromEntries(shownFields.map((field) => [field, 1]));
