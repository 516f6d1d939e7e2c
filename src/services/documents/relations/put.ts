import { type DocumentErrorCode } from '../../../domain/documents/errors';
import { type Caller } from '../../../domain/platform/caller';
import { type AnyRefusal, Refusal } from '../../../domain/platform/refusal';
import { parseChunkId } from '../../../stores/documents/contents/chunks';
import { type NewRelation, type RelationOutcome } from '../../../stores/documents/document-writes';
import { type ServiceDeps } from '../../deps';
import { findCollection } from '../collections/find';
import { asRefusal, type ItemResult, writeBatch } from '../documents/write-batch';

type WriteDeps = Pick<ServiceDeps, 'documentWrites' | 'stores'>;

export type WrittenRelation = Extract<RelationOutcome, { relationId: string }>;

/** Relation as sent. */
export interface SentRelation {
  sourceChunkId: string;
  targetChunkId: string;
  targetDocumentId: string | null;
  type: string;
  metadata: Record<string, unknown>;
}

/**
 * Creates a relation, or replaces the metadata of the relation with the same source, target and type.
 *
 * @throws Refusal `self_relation`, `chunk_not_found`, `relation_identity_ambiguous`, and those of
 *   `findCollection`
 */
export async function putRelation(
  deps: WriteDeps,
  caller: Caller,
  collectionName: string,
  sent: SentRelation,
): Promise<{ relation: NewRelation; written: WrittenRelation }> {
  const collection = await findCollection(deps, caller, collectionName);
  requireOther(sent);
  const relation = readRelation(sent);
  const [outcome] = await deps.documentWrites.putRelations(collection._id, [relation]);
  if (outcome instanceof Error) throw asRefusal(outcome) ?? outcome;
  return { relation, written: requireWritten(outcome!) };
}

/**
 * Creates or updates many relations, each independently of the others.
 *
 * @throws Refusal as `findCollection`
 */
export async function putRelations(
  deps: WriteDeps,
  caller: Caller,
  collectionName: string,
  items: readonly SentRelation[],
): Promise<ItemResult<WrittenRelation>[]> {
  const collection = await findCollection(deps, caller, collectionName);
  return writeBatch(items, {
    prepare: readRelation,
    write: (ready) => deps.documentWrites.putRelations(collection._id, ready),
    requireWritten,
  });
}

function readRelation(sent: SentRelation): NewRelation {
  const source = parseChunkId(sent.sourceChunkId);
  const target = parseChunkId(sent.targetChunkId);
  if (source === null) throw chunkMissing('source');
  const expected = sent.targetDocumentId ?? target?.documentId;
  if (target === null || target.documentId !== expected) throw chunkMissing('target');
  requireOther(sent);
  return { type: sent.type, source, target, metadata: sent.metadata, jobId: null };
}

function requireOther({ sourceChunkId, targetChunkId }: SentRelation): void {
  if (sourceChunkId === targetChunkId) throw new Refusal<DocumentErrorCode>('self_relation');
}

function requireWritten(outcome: RelationOutcome): WrittenRelation {
  if ('relationId' in outcome) return outcome;
  if (outcome.state === 'ambiguous') throw new Refusal<DocumentErrorCode>('relation_identity_ambiguous');
  throw chunkMissing(outcome.state === 'source_not_found' ? 'source' : 'target');
}

function chunkMissing(end: 'source' | 'target'): AnyRefusal {
  const message = `The collection has no such ${end} chunk.`;
  return new Refusal<DocumentErrorCode>('chunk_not_found', { message, details: { chunk: end } });
}
