import { ID_PREFIX, isId } from '../../../src/domain/platform/ids';
import { ValidationError } from '../../../src/domain/platform/refusal';
import { type CollectionRow } from '../../../src/stores/documents/contents/collections';
import { type RelationDirection } from '../../../src/stores/documents/contents/relations';
import { type ApiDeps } from '../../deps';
import { presentRelation } from './present';
import { type ChunkRelations } from './schema';

/** A page of the relations of a chunk. @throws ValidationError for a cursor that the service did not issue */
export async function listRelations(
  { stores }: Pick<ApiDeps, 'stores'>,
  collection: CollectionRow,
  chunk: { documentId: string; index: number },
  query: { direction: RelationDirection; limit: number; cursor?: string | undefined },
): Promise<Omit<ChunkRelations, 'chunk_id'>> {
  const { direction, limit, cursor } = query;
  if (cursor !== undefined && !isId(ID_PREFIX.relation, cursor)) {
    const issue = { loc: ['query', 'cursor'], msg: 'is no next_cursor', type: 'value_error' };
    throw new ValidationError([issue]);
  }
  const page = { direction, after: cursor ?? null, limit: limit + 1 };
  const found = await stores.relations.ofChunk(collection, chunk, page);
  const rows = found.slice(0, limit);
  const targets = rows.map(({ targetDocumentId }) => targetDocumentId);
  const shown = await stores.documents.getMany(collection, targets);
  return {
    relations: rows.map((row) => presentRelation(row, shown.has(row.targetDocumentId))),
    limit,
    next_cursor: found.length > limit ? rows.at(-1)!.relationId : null,
  };
}
