import { ownNamespace } from '../../../domain/documents/layers';
import { type WriteContext } from './write-context';

/** See `DocumentWrites.makeFindable`. */
export async function makeFindable(ctx: WriteContext, collectionId: string): Promise<void> {
  const row = await ctx.collections.findById(collectionId);
  if (row !== null) await ctx.refresh(ownNamespace(row));
}
