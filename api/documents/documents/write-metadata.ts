import {
  checkCustomMetadata,
  checkCustomMetadataPatch,
  type CustomMetadataVerdict,
  metadataKeyCharsMax,
} from '../../../src/domain/documents/custom-metadata';
import { type DocumentErrorCode } from '../../../src/domain/documents/errors';
import { Refusal } from '../../../src/domain/platform/refusal';
import {
  type MetadataChange,
  type MetadataOutcome,
  type MetadataTarget,
} from '../../../src/stores/documents/document-writes';
import { type CollectionRow } from '../../../src/stores/documents/contents/collections';
import { type ApiDeps } from '../../deps';
import { asRefusal, type ItemResult, runBatch } from './batch-results';

type Writes = Pick<ApiDeps, 'documentWrites'>;
type Sent = Record<string, unknown>;
type Written = Extract<MetadataOutcome, { state: 'written' }>;
type Item = MetadataTarget & MetadataChange;

/** `put` replaces all metadata, `patch` changes the keys that are sent. */
export type WriteMode = MetadataChange['mode'];

/**
 * Writes custom metadata of a document or a chunk. Filters see the change when this returns.
 *
 * @throws Refusal `invalid_custom_metadata`, `metadata_too_large`, `document_not_found`,
 *   `chunk_not_found`; `collection_not_found` when the collection was removed in the meantime
 */
export async function writeMetadata(
  { documentWrites }: Writes,
  collection: CollectionRow,
  target: MetadataTarget,
  mode: WriteMode,
  sent: Sent,
): Promise<Written> {
  const item = { ...target, ...changeOf(mode, sent) };
  const [outcome] = await documentWrites.writeMetadata(collection._id, [item]);
  if (outcome instanceof Error) throw asRefusal(outcome) ?? outcome;
  return requireWritten(outcome!, item);
}

/**
 * Writes custom metadata of many targets, each independently of the others.
 *
 * @param targetOf names the target of an item; may throw a `Refusal`, with which the item then fails
 */
export function writeMetadataBatch<I extends { custom_metadata: Sent }>(
  { documentWrites }: Writes,
  collection: CollectionRow,
  items: readonly I[],
  mode: WriteMode,
  targetOf: (item: I) => MetadataTarget,
): Promise<ItemResult<MetadataOutcome>[]> {
  return runBatch<I, Item, MetadataOutcome>(items, {
    prepare: (item) => ({ ...targetOf(item), ...changeOf(mode, item.custom_metadata) }),
    write: (ready) => documentWrites.writeMetadata(collection._id, ready),
    statusOf: (outcome, item) => {
      requireWritten(outcome, item);
      return 200;
    },
  });
}

function changeOf(mode: WriteMode, sent: Sent): MetadataChange {
  return mode === 'put'
    ? { mode, custom: accepted(checkCustomMetadata(sent)) }
    : { mode, custom: accepted(checkCustomMetadataPatch(sent)) };
}

function accepted<T>(verdict: CustomMetadataVerdict<T>): T {
  if ('metadata' in verdict) return verdict.metadata;
  const { key, reason } = verdict.fault;
  const details = { key: key.slice(0, metadataKeyCharsMax), reason };
  throw new Refusal<DocumentErrorCode>('invalid_custom_metadata', { details });
}

function requireWritten(outcome: MetadataOutcome, { chunkIndex }: MetadataTarget): Written {
  if (outcome.state === 'written') return outcome;
  if (outcome.state === 'too_large') throw new Refusal<DocumentErrorCode>('metadata_too_large');
  throw new Refusal<DocumentErrorCode>(chunkIndex === null ? 'document_not_found' : 'chunk_not_found');
}
