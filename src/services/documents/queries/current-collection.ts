import { LRUCache } from 'lru-cache';
import { CollectionChanged, showsTheSame } from '../../../stores/documents/contents/collection-confirmations';
import { type CollectionRow } from '../../../stores/documents/contents/collections';
import { type Caller } from '../../../domain/platform/caller';

/** Collections that one process remembers; beyond it, the least recently queried one is forgotten. */
const rememberedMax = 1_000;
/**
 * For this long after a change, the row of a collection is read before the query: the collection may change
 * again, and a query over an outdated row has to be repeated.
 */
const unquietMs = 1_000;

/**
 * Answers over a collection. `remembered` is true when the row was read for an earlier
 * request and has to be confirmed.
 */
type Answering<T> = (collection: CollectionRow, remembered: boolean) => Promise<T>;

interface Remembered {
  row: CollectionRow;
  /** Time of the last change that was noticed; -Infinity when there was none. */
  changedMs: number;
}

/**
 * Saves queries the read of the collection's row. A query uses the row of an earlier request, which is
 * confirmed together with the data of the answer. An answer is therefore never older than its request.
 *
 * @param find reads the current row; throws the refusal for the caller when no such collection may be queried
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

  /** The row of an earlier request; null when there is none or it changed too recently to be tried. */
  function recall(key: string): CollectionRow | null {
    const known = remembered.get(key);
    return known === undefined || nowMs() - known.changedMs < unquietMs ? null : known.row;
  }

  /**
   * Calls `answer` with a row of the caller's collection that is current at some moment of this call.
   *
   * @throws what `find` and `answer` throw
   */
  async function answerOver<T>(
    caller: Caller,
    name: string,
    signal: AbortSignal,
    answer: Answering<T>,
  ): Promise<T> {
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
      // An outdated row may have caused the error.
      if (!(error instanceof CollectionChanged) && showsTheSame(known, collection)) throw error;
      return answer(collection, false);
    }
  }

  return { answerOver };
}

export type CurrentCollections = ReturnType<typeof createCurrentCollections>;
