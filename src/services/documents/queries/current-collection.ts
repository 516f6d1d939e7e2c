import { LRUCache } from 'lru-cache';
import { CollectionChanged, showsTheSame } from '../../../stores/documents/contents/collection-confirmations';
import { type CollectionRow } from '../../../stores/documents/contents/collections';
import { type Caller } from '../../../domain/platform/caller';

/**
 * Upper bound of the collections that one process remembers; above it the least recently queried one is
 * removed.
 */
const rememberedMax = 1_000;
/**
 * Time after a change during which queries first read the collection's row. Further changes are likely then,
 * and a query over an outdated row must be repeated.
 */
const unquietMs = 1_000;

/**
 * Answers over a collection. `remembered` is true when an earlier request read the row, which must be
 * confirmed.
 */
type Answering<T> = (collection: CollectionRow, remembered: boolean) => Promise<T>;

interface Remembered {
  row: CollectionRow;
  /** Time of the last change that this process saw; -Infinity for none. */
  changedMs: number;
}

/**
 * Saves queries the read of the collection's row: a query uses the row of an earlier request, and confirms it
 * together with the data of the answer. An answer is therefore never older than its request.
 *
 * @param find reads the current row; throws the refusal for a collection that the caller may not query
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

  /** Row of an earlier request; null for none, or where it changed too recently. */
  function recall(key: string): CollectionRow | null {
    const known = remembered.get(key);
    return known === undefined || nowMs() - known.changedMs < unquietMs ? null : known.row;
  }

  /**
   * Calls `answer` with a row of the caller's collection that is current at some time during this call.
   *
   * @throws errors of `find` and `answer`
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
