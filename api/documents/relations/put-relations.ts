import { type DocumentErrorCode } from '../../../src/domain/documents/errors';
import { type AnyRefusal, Refusal, ValidationError } from '../../../src/domain/platform/refusal';
import { parseChunkId } from '../../../src/stores/documents/contents/chunks';
import { type CollectionRow } from '../../../src/stores/documents/contents/collections';
import { type NewRelation, type RelationOutcome } from '../../../src/stores/documents/document-writes';
import { type ApiDeps } from '../../deps';
import { asRefusal, type ItemResult, runBatch } from '../documents/batch-results';

type Writes = Pick<ApiDeps, 'documentWrites'>;
type Put = Extract<RelationOutcome, { relationId: string }>;

/** A relation as the caller sends it. */
export interface SentRelation {
  source_chunk_id: string;
  target_chunk_id: string;
  target_document_id?: string | undefined;
  relation_type: string;
  metadata: Record<string, unknown>;
}

/**
 * Creates a relation, or replaces the metadata of the relation with the same source, target and type.
 *
 * @throws Refusal `chunk_not_found`, `relation_identity_ambiguous`, `collection_not_found`
 * @throws ValidationError for a relation of a chunk to itself
 */
export async function putRelation(
  { documentWrites }: Writes,
  collection: CollectionRow,
  sent: SentRelation,
): Promise<{ relation: NewRelation; put: Put }> {
  // v3 answers 422 with a list of wrong fields.
  if (isToItself(sent)) throw new ValidationError([selfIssue]);
  const relation = readRelation(sent);
  const [outcome] = await documentWrites.putRelations(collection._id, [relation]);
  if (outcome instanceof Error) throw asRefusal(outcome) ?? outcome;
  return { relation, put: requirePut(outcome!) };
}

/** Creates or updates many relations, each independently of the others. */
export function putRelations(
  { documentWrites }: Writes,
  collection: CollectionRow,
  items: readonly SentRelation[],
): Promise<ItemResult<RelationOutcome>[]> {
  return runBatch<SentRelation, NewRelation, RelationOutcome>(items, {
    prepare: readRelation,
    write: (ready) => documentWrites.putRelations(collection._id, ready),
    statusOf: (outcome) => putStatus(requirePut(outcome)),
  });
}

/**
 * Removes a relation; false when the collection shows no such relation.
 *
 * @throws Refusal `collection_not_found`
 */
export function removeRelation(
  { documentWrites }: Writes,
  collectionId: string,
  relationId: string,
): Promise<boolean> {
  return documentWrites.removeRelation(collectionId, relationId).catch((error: unknown) => {
    throw asRefusal(error) ?? error;
  });
}

/** HTTP status of a write: 201 for a new relation, 200 for a changed one. */
export function putStatus({ state }: Put): number {
  return state === 'created' ? 201 : 200;
}

function readRelation(sent: SentRelation): NewRelation {
  const source = parseChunkId(sent.source_chunk_id);
  const target = parseChunkId(sent.target_chunk_id);
  if (source === null) throw chunkMissing('source');
  const expected = sent.target_document_id ?? target?.documentId;
  if (target === null || target.documentId !== expected) throw chunkMissing('target');
  if (isToItself(sent)) throw new Refusal<DocumentErrorCode>('self_relation');
  return { type: sent.relation_type, source, target, metadata: sent.metadata, jobId: null };
}

function isToItself({ source_chunk_id, target_chunk_id }: SentRelation): boolean {
  return source_chunk_id === target_chunk_id;
}

const selfIssue = { loc: ['body', 'target_chunk_id'], msg: 'is the chunk itself', type: 'self_relation' };

function requirePut(outcome: RelationOutcome): Put {
  if ('relationId' in outcome) return outcome;
  if (outcome.state === 'ambiguous') throw new Refusal<DocumentErrorCode>('relation_identity_ambiguous');
  throw chunkMissing(outcome.state === 'source_not_found' ? 'source' : 'target');
}

function chunkMissing(end: 'source' | 'target'): AnyRefusal {
  const message = `The collection has no such ${end} chunk.`;
  return new Refusal<DocumentErrorCode>('chunk_not_found', { message, details: { chunk: end } });
}
