import { ownNamespace } from '../../../domain/documents/layers';
import { type DocumentWrites } from './document-writes';
import { type WriteContext } from './write-context';

export function createMakeFindable(ctx: WriteContext): DocumentWrites['makeFindable'] {
  return async (collectionId) => {
    const row = await ctx.collections.findById(collectionId);
    if (row !== null) await ctx.refresh(ownNamespace(row));
  };
}
