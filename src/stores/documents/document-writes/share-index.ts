import { type Db } from 'mongodb';
import { homeOf, sharedRowsMax } from '../../../domain/documents/layers';
import { sharedIndexOf } from '../../elastic/index-alias';
import { type CollectionRow } from '../contents/collections';
import { type SearchIndex } from '../search-index';
import { beginMove } from './change-home';
import { createFlatten } from './flatten';
import { createWriteContext } from './write-context';

/** Passes over a collection that is written or wiped meanwhile. */
const passesMax = 5;

/**
 * How it ended. `kept`: it lies in shared indexes already, or was never written to; `large`: it belongs into an
 * index of its own.
 */
export type ShareOutcome = 'moved' | 'kept' | 'large' | 'gone' | 'written_meanwhile';

/**
 * Moves a small collection that has indexes of its own into shared ones, while it is read and written. What
 * breaks off goes on with the next call, or with the collector. Copies of the collection are collections
 * of their own.
 */
export function createShareIndex({ db, search }: { db: Db; search: SearchIndex }) {
  const ctx = createWriteContext(db, search);
  const flattening = createFlatten(ctx, { namespaceRowsMax: sharedRowsMax });

  return async (collectionId: string): Promise<ShareOutcome> => {
    for (let pass = 0; pass <= passesMax; pass++) {
      const row = await ctx.collections.findById(collectionId);
      if (row === null) return 'gone';
      if (row.embedding === null || row.layers.every(({ namespace }) => sharedIndexOf(namespace) !== null))
        return pass === 0 ? 'kept' : 'moved';
      if (homeOf(row.counts.chunks) === 'own') return 'large';
      if (!isOnItsWay(row) && !(await beginMove(ctx, row, 'shared'))) continue;
      while (!(await flattening.flatten(collectionId, { untilMs: Infinity, onBatch: () => undefined })));
    }
    return 'written_meanwhile';
  };
}

/** Whether a move into a shared index is under way, of all that has to move. */
function isOnItsWay({ layers, flattening }: CollectionRow): boolean {
  const inherited = layers.slice(0, -1);
  return (
    flattening !== undefined &&
    sharedIndexOf(flattening.namespace) !== null &&
    sharedIndexOf(layers.at(-1)!.namespace) !== null &&
    JSON.stringify(flattening.layers) === JSON.stringify(inherited)
  );
}
