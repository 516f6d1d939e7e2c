import { type CollectionRow } from '../../../stores/documents/contents/collections';
import { type RelationDirection, type RelationRow } from '../../../stores/documents/contents/relations';
import { type ServiceDeps } from '../../deps';
import { type ChunkPlace } from '../chunks/find';

export interface RelationsPage {
  /** `hasTarget` says whether the collection shows the target's document. */
  relations: { row: RelationRow; hasTarget: boolean }[];
  /** Id of the last relation where more follow; null on the last page. */
  next: string | null;
}

/** Lists a page of the relations of a chunk, oldest first. */
export async function listRelations(
  { stores }: Pick<ServiceDeps, 'stores'>,
  collection: CollectionRow,
  place: ChunkPlace,
  { direction, after, limit }: { direction: RelationDirection; after: string | null; limit: number },
): Promise<RelationsPage> {
  const found = await stores.relations.ofChunk(collection, place, { direction, after, limit: limit + 1 });
  const rows = found.slice(0, limit);
  const targets = rows.map(({ targetDocumentId }) => targetDocumentId);
  const shown = await stores.documents.getMany(collection, targets);
  return {
    relations: rows.map((row) => ({ row, hasTarget: shown.has(row.targetDocumentId) })),
    next: found.length > limit ? rows.at(-1)!.relationId : null,
  };
}
