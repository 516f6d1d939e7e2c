import { isDeepStrictEqual } from 'node:util';
import { LRUCache } from 'lru-cache';
import { type ProductIndexRow } from '../../../stores/products/product-indexes';
import { type Caller } from '../../../domain/platform/caller';

/** Characters of settings and assignments that one process remembers; the least recently searched are forgotten. */
const rememberedCharsMax = 32 * 1024 * 1024;
/** Memory of a row beside its settings, in characters. */
const rowChars = 2_000;

/** Answers by an index; a second call makes up for one by a row that was outdated. */
type Answering<T> = (index: ProductIndexRow) => Promise<T>;

/**
 * Saves searches the wait for the row of their index. A search begins with the row of an earlier one while the
 * row is read, and is made again where that shows a change. An answer is therefore never older than its request.
 *
 * @param find reads the current row; throws the refusal for the caller where there is no such index
 */
export function createRememberedIndexes(find: (caller: Caller, name: string) => Promise<ProductIndexRow>) {
  const remembered = new LRUCache<string, ProductIndexRow>({
    maxSize: rememberedCharsMax,
    sizeCalculation: ({ settings, assignment }) =>
      rowChars + settings.length + (assignment?.text.length ?? 0),
  });

  /** @throws what `find` and `answer` throw */
  return async <T>(caller: Caller, name: string, answer: Answering<T>): Promise<T> => {
    const key = `${caller.organizationId}/${caller.environment}/${name}`;
    const known = remembered.get(key);
    const reading = find(caller, name);
    const attempt = known === undefined ? null : Promise.allSettled([answer(known)]);
    const row = await reading.catch((error: unknown) => {
      remembered.delete(key);
      throw error;
    });
    remembered.set(key, row);
    if (known === undefined || attempt === null || !answersAlike(known, row)) return answer(row);
    const [outcome] = await attempt;
    if (outcome.status === 'rejected') throw outcome.reason as Error;
    return outcome.value;
  };
}

/** Whether searches by two rows of an index are the same. */
function answersAlike(known: ProductIndexRow, row: ProductIndexRow): boolean {
  return isDeepStrictEqual(answeringFacts(known), answeringFacts(row));
}

/** Parts of a row that decide how a search is answered. Numbers of live writes are not among them. */
function answeringFacts({
  _id,
  name,
  idField,
  settingsVersion,
  served,
  holder,
  assignment,
  isDeleting,
}: ProductIndexRow) {
  return {
    _id,
    name,
    idField,
    settingsVersion,
    served: served === null ? null : [served.buildId, served.physical, served.builtRecords],
    // A search of an index that has no build yet says whether one is being made.
    holder: served === null ? holder : null,
    assignment,
    isDeleting,
  };
}
