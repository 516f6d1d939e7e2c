import { chunkId } from '../../../src/stores/documents/contents/chunks';
import { type RelationRow } from '../../../src/stores/documents/contents/relations';
import { type NewRelation } from '../../../src/stores/documents/document-writes';
import { type WrittenRelation } from '../../../src/services/documents/relations/put';
import { type RelationResource } from './schema';

/** Fields of a relation that an answer shows. */
type ShownRelation = Pick<
  RelationRow,
  | 'relationId'
  | 'type'
  | 'sourceDocumentId'
  | 'sourceIndex'
  | 'targetDocumentId'
  | 'targetIndex'
  | 'metadata'
  | 'createdAt'
  | 'updatedAt'
>;

/**
 * A relation as an answer shows it.
 *
 * @param hasTarget whether the collection shows the document of the target
 */
export function presentRelation(row: ShownRelation, hasTarget: boolean): RelationResource {
  return {
    relation_id: row.relationId,
    relation_type: row.type,
    source_chunk_id: chunkId(row.sourceDocumentId, row.sourceIndex),
    source_document_id: row.sourceDocumentId,
    target_chunk_id: chunkId(row.targetDocumentId, row.targetIndex),
    target_document_id: hasTarget ? row.targetDocumentId : null,
    metadata: row.metadata,
    created_at: row.createdAt.toISOString(),
    updated_at: row.updatedAt.toISOString(),
  };
}

/** A relation that was just written. */
export function presentWrittenRelation(
  { type, metadata, source, target }: NewRelation,
  written: WrittenRelation,
): RelationResource {
  const ends = { sourceDocumentId: source.documentId, sourceIndex: source.index };
  const others = { targetDocumentId: target.documentId, targetIndex: target.index };
  return presentRelation({ ...written, type, metadata, ...ends, ...others }, true);
}
