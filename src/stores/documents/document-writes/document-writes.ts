import { type EmbeddingSpace } from '../../../domain/platform/embedding-space';
import { type ChunkContent, type CustomMetadata, type PageContent } from '../../../domain/documents/document';
import { type RemovalMode, type RollbackOutcome } from '../../../domain/documents/rollback';
import { type DocumentHead, type DocumentRow, type DocumentTail } from '../contents/documents';

/** A version that is being written. It is plain data, which may be stored in a workflow's history. */
export interface OpenVersion {
  collectionId: string;
  versionId: string;
  documentId: string;
  namespace: string;
  /** Dimensions of its vectors. */
  dimensions: number;
  /** Whether an earlier attempt with the same key has published it, so that nothing is left to write. */
  published: boolean;
}

/** A document of which `open` begins a version. */
export interface OpenDocument {
  collectionId: string;
  /**
   * Key of this piece of work in the collection, such as job, file and part. A repeated `open` with the same
   * key returns the version of the earlier attempt, unless the collection was wiped in between.
   */
  attemptKey: string;
  /** Id of the document to add a version to; default: a new document. */
  documentId?: string;
  head: Omit<DocumentHead, 'custom'> & { custom: CustomMetadata };
  embedding: EmbeddingSpace;
}

export interface NewChunk extends ChunkContent {
  /** Vector with the dimensions of the collection's space. */
  vector: Float32Array | readonly number[];
  tags: string[];
  summary: string | null;
}

/** A fully written version, with the facts that are known by then. */
export interface WrittenVersion {
  version: OpenVersion;
  tail: DocumentTail;
}

/** Outcome of `publish`. After any but `published` all versions are unpublished and have to be discarded. */
export type PublishOutcome =
  /** `replaced`: former versions and documents that were replaced. */
  | { state: 'published'; replaced: string[] }
  /** Another visible document has the identity of the file. */
  | { state: 'identity_taken'; by: Pick<DocumentRow, 'documentId' | 'contentSha256' | 'jobId'> }
  /** The collection was wiped meanwhile: open, write and publish again. */
  | { state: 'namespace_changed' }
  | { state: 'collection_gone' };

/**
 * A change of custom metadata. `put` replaces all of it; `patch` sets the given keys and removes those that
 * are null.
 */
export type MetadataChange =
  | { mode: 'put'; custom: CustomMetadata }
  | { mode: 'patch'; custom: Record<string, CustomMetadata[string] | null> };

/** A document or chunk whose metadata is written. */
export interface MetadataTarget {
  documentId: string;
  /** Null for the document. */
  chunkIndex: number | null;
}

export type MetadataOutcome =
  | { state: 'written'; custom: CustomMetadata; updatedAt: Date }
  | { state: 'document_not_found' }
  | { state: 'chunk_not_found' }
  /** The result would exceed the size limit; nothing was written. */
  | { state: 'too_large' };

/** A relation to create, or to update when one with the same source, target and type exists. */
export interface NewRelation {
  type: string;
  source: { documentId: string; index: number };
  target: { documentId: string; index: number };
  /**
   * Whether whole documents are related. Their first chunks stand for them, which a document without text
   * lacks.
   */
  ofDocuments?: boolean;
  metadata: Record<string, unknown>;
  jobId: string | null;
}

/** Outcome of a relation write. */
export type RelationOutcome =
  | { state: 'created' | 'updated'; relationId: string; createdAt: Date; updatedAt: Date }
  | { state: 'source_not_found' }
  | { state: 'target_not_found' }
  | { state: 'ambiguous' };

/**
 * All writes of documents, chunks, pages and relations. Each is idempotent, and the process may die at any
 * line: unpublished rows are invisible, and the search index catches up with MongoDB.
 *
 * All throw `DocumentWriteError` when the request cannot be done, and the drivers' errors when a store is
 * unavailable.
 */
export interface DocumentWrites {
  /**
   * Makes all that was published in a collection visible to searches, which otherwise takes up to a second.
   * Does nothing for a deleted collection.
   */
  makeFindable(collectionId: string): Promise<void>;
  /**
   * The embedding space of a collection: the given one where it has none yet, and from then on. Of concurrent
   * calls one decides.
   *
   * @throws DocumentWriteError `collection_gone`
   */
  claimSpace(collectionId: string, embedding: EmbeddingSpace): Promise<EmbeddingSpace>;
  /**
   * Begins a version, or returns the one of an earlier attempt. Throws `collection_gone`,
   * `embedding_mismatch`.
   */
  open(document: OpenDocument): Promise<OpenVersion>;
  /** Writes chunks `firstIndex`, `firstIndex + 1`, … to both stores, replacing existing ones. */
  addChunks(version: OpenVersion, firstIndex: number, chunks: readonly NewChunk[]): Promise<void>;
  /** Writes pages, replacing existing ones. */
  addPages(version: OpenVersion, pages: readonly PageContent[]): Promise<void>;
  /**
   * Makes all documents of a file visible at once: its own document first, then further ones such as
   * attachments. With `overwrite` they replace every visible document with the same id or identity, and all
   * other visible documents of the file. The replaced versions are kept for a rollback, relations included.
   * Removes chunks from `chunkCount` on, which an earlier attempt may have written.
   *
   * @throws DocumentWriteError `chunks_missing` when fewer chunks are stored, `version_gone` when one was
   * discarded
   */
  publish(parts: readonly WrittenVersion[], options: { overwrite: boolean }): Promise<PublishOutcome>;
  /** Removes an unpublished version; a published one stays. */
  discard(versionId: string): Promise<void>;
  /**
   * Removes a document from a collection at a caller's request, with the relations that start in it. If a
   * sync has added it, syncs skip its object until that changes. False when the collection does not show the
   * document.
   */
  removeDocument(collectionId: string, documentId: string): Promise<boolean>;
  /**
   * Archives documents, or restores archived ones. Lists show archived documents; queries exclude them by
   * default. A new version of a document is not archived.
   *
   * @returns ids of the changed documents: visible ones in the other state
   * @throws DocumentWriteError `collection_gone`
   */
  setArchived(collectionId: string, documentIds: readonly string[], archived: boolean): Promise<string[]>;
  /**
   * Removes the documents of a sync whose objects are gone from its source, with the relations that start in
   * them, and records that for a rollback of the job. A repeated call does nothing.
   *
   * @returns number of documents that this call has removed; null when a rollback of the job was requested,
   * or the job does not exist
   * @throws DocumentWriteError `collection_gone`
   */
  removeForJob(removal: JobRemoval): Promise<number | null>;
  /**
   * Restores the documents of one file that a job has removed, unless the collection shows another document
   * of the file. The row of the removal stores the outcome; a repeated call changes nothing.
   */
  rollBackRemoval(removalId: string): Promise<void>;
  /** Empties a collection at once; returns its number of documents, null when it is deleted. */
  removeAll(collectionId: string): Promise<number | null>;
  /** Rolls back a job's change of a document. A repeated call returns the same outcome. */
  rollBack(collectionId: string, jobId: string, documentId: string): Promise<RollbackOutcome>;
  /**
   * Writes custom metadata; when the call returns, filters of both stores see it. Items are independent and
   * answered in order; an item with an unknown outcome is an `Error`.
   */
  writeMetadata(
    collectionId: string,
    items: readonly (MetadataTarget & MetadataChange)[],
  ): Promise<(MetadataOutcome | Error)[]>;
  /**
   * Creates or updates relations independently, answered in order; an item with an unknown outcome is an
   * `Error`.
   */
  putRelations(collectionId: string, relations: readonly NewRelation[]): Promise<(RelationOutcome | Error)[]>;
  /** Removes a relation from a collection. False when the collection does not show it. */
  removeRelation(collectionId: string, relationId: string): Promise<boolean>;
}

/** Files whose objects are gone, and the job that removes their documents. */
export interface JobRemoval {
  collectionId: string;
  jobId: string;
  syncId: string;
  /** Identities of the files. */
  identities: readonly string[];
  mode: RemovalMode;
}

/** Why a write is refused. */
export type DocumentWriteCode =
  | 'collection_gone'
  | 'namespace_changed'
  | 'embedding_mismatch'
  | 'version_gone'
  | 'chunks_missing';

/** A write that cannot be done as requested; a retry does not help. */
export class DocumentWriteError extends Error {
  override readonly name = 'DocumentWriteError';

  constructor(
    readonly code: DocumentWriteCode,
    message: string,
  ) {
    super(message);
  }
}
