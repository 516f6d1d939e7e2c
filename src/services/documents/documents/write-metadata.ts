import {
  checkCustomMetadata,
  checkCustomMetadataPatch,
  type CustomMetadataVerdict,
  metadataKeyCharsMax,
} from '../../../domain/documents/custom-metadata';
import { type DocumentErrorCode } from '../../../domain/documents/errors';
import { type Caller } from '../../../domain/platform/caller';
import { Refusal } from '../../../domain/platform/refusal';
import {
  type MetadataChange,
  type MetadataOutcome,
  type MetadataTarget,
} from '../../../stores/documents/document-writes';
import { type ServiceDeps } from '../../deps';
import { placeOf } from '../chunks/find';
import { findCollection } from '../collections/find';
import { asRefusal, type ItemResult, writeBatch } from './write-batch';

type WriteDeps = Pick<ServiceDeps, 'documentWrites' | 'stores'>;
type Sent = Record<string, unknown>;
type Written = Extract<MetadataOutcome, { state: 'written' }>;
type ReadyChange = MetadataTarget & MetadataChange;

/** `put` replaces all metadata, `patch` changes the keys that are sent. */
export type WriteMode = MetadataChange['mode'];

/** Metadata for a document or a chunk, as sent. */
export type SentMetadata = ({ documentId: string } | { chunkId: string }) & { custom: Sent };

/**
 * Writes custom metadata of a document or a chunk. Filters see the change when this returns.
 *
 * @throws Refusal `invalid_custom_metadata`, `metadata_too_large`, `document_not_found`, `chunk_not_found`,
 * and those of `findCollection`, also for a collection that is removed concurrently
 */
export async function writeMetadata(
  deps: WriteDeps,
  caller: Caller,
  collectionName: string,
  mode: WriteMode,
  sent: SentMetadata,
): Promise<Written & { target: MetadataTarget }> {
  const collection = await findCollection(deps, caller, collectionName);
  const ready = readyChange(mode, sent);
  const [outcome] = await deps.documentWrites.writeMetadata(collection._id, [ready]);
  if (outcome instanceof Error) throw asRefusal(outcome) ?? outcome;
  return { ...requireWritten(outcome!, ready), target: ready };
}

/**
 * Writes custom metadata of many documents or chunks, each independently of the others.
 *
 * @throws Refusal as `findCollection`
 */
export async function writeMetadataBatch(
  deps: WriteDeps,
  caller: Caller,
  collectionName: string,
  mode: WriteMode,
  items: readonly SentMetadata[],
): Promise<ItemResult<Written>[]> {
  const collection = await findCollection(deps, caller, collectionName);
  return writeBatch(items, {
    prepare: (item) => readyChange(mode, item),
    write: (ready) => deps.documentWrites.writeMetadata(collection._id, ready),
    requireWritten,
  });
}

function readyChange(mode: WriteMode, sent: SentMetadata): ReadyChange {
  return { ...targetOf(sent), ...changeOf(mode, sent.custom) };
}

function targetOf(sent: SentMetadata): MetadataTarget {
  if ('documentId' in sent) return { documentId: sent.documentId, chunkIndex: null };
  const { documentId, index } = placeOf(sent.chunkId);
  return { documentId, chunkIndex: index };
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
