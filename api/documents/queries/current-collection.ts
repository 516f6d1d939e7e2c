import { LRUCache } from 'lru-cache';
import {
  CollectionChanged,
  showsTheSame,
} from '../../../src/stores/documents/contents/collection-confirmations';
import { type CollectionRow } from '../../../src/stores/documents/contents/collections';
import { type Caller } from '../../http/route';

/** Collections that one process remembers; the one not asked for longest is forgotten first. */
const rememberedMax = 1_000;
/** Collections that have just changed may do so again, and a query that finds out too late is made twice: their rows are read first for so long. */
const unquietMs = 1_000;

/** Answers over a collection; `remembered` says whether its row was read for an earlier request, and has to be confirmed. */
type Answering<T> = (collection: CollectionRow, remembered: boolean) => Promise<T>;

interface Remembered {
  row: CollectionRow;
  /** When it was last seen to have changed; -Infinity when it was not. */
  changedMs: number;
}

/**
 * Lets queries go without reading the collection's row first: the row of an earlier request is taken, and confirmed together with
 * what the answer is made from. What an answer tells is therefore never older than its request.
 *
 * @param find the row as it is now; throws what the caller is told when there is none that may be queried
 */
export function createCurrentCollections(
  find: (caller: Caller, name: string) => Promise<CollectionRow>,
  nowMs: () => number,
) {
  const remembered = new LRUCache<string, Remembered>({ max: rememberedMax });

  async function read(key: string, caller: Caller, name: string): Promise<CollectionRow> {
    try {
      const row = await find(caller, name);
      const before = remembered.get(key);
      const changed = before !== undefined && !showsTheSame(before.row, row);
      remembered.set(key, { row, changedMs: changed ? nowMs() : (before?.changedMs ?? -Infinity) });
      return row;
    } catch (error) {
      remembered.delete(key);
      throw error;
    }
  }

  /** The row of an earlier request, null when there is none or it is not worth a try. */
  function recall(key: string): CollectionRow | null {
    const known = remembered.get(key);
    return known === undefined || nowMs() - known.changedMs < unquietMs ? null : known.row;
  }

  /**
   * What `answer` says of a caller's collection as it is at some moment of this call.
   *
   * @throws what `find` and `answer` throw
   */
  return async <T>(caller: Caller, name: string, signal: AbortSignal, answer: Answering<T>): Promise<T> => {
    const key = `${caller.organizationId}/${caller.environment}/${name}`;
    const known = recall(key);
    if (known === null) {
      const collection = await read(key, caller, name);
      return answer(collection, false);
    }
    try {
      return await answer(known, true);
    } catch (error) {
      if (signal.aborted) throw error;
      const collection = await read(key, caller, name);
      // What went wrong may have done so because the row was out of date.
      if (!(error instanceof CollectionChanged) && showsTheSame(known, collection)) throw error;
      return answer(collection, false);
    }
  };
}
