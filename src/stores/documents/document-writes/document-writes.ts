import { type EmbeddingSpace } from '../../../domain/platform/embedding-space';
import { type ChunkContent, type CustomMetadata, type PageContent } from '../../../domain/documents/document';
import { type RemovalMode } from '../index-jobs/job-removals';
import { type DocumentHead, type DocumentRow, type DocumentTail } from '../contents/documents';

/** A version that is being written. Plain data: it may travel through a workflow's history. */
export interface OpenVersion {
  collectionId: string;
  versionId: string;
  documentId: string;
  namespace: string;
  /** Length of its vectors. */
  dimensions: number;
  /** It was published by an earlier attempt with the same key: nothing is left to write. */
  published: boolean;
}

/** A document of which `open` begins a version. */
export interface OpenDocument {
  collectionId: string;
  /**
   * Names this piece of work among all of the collection, such as job, file and part. Opening again with the
   * same key finds the version of the earlier attempt, as long as the collection was not wiped in between.
   */
  attemptKey: string;
  /** Id of the document that it becomes a version of; a new one by default. */
  documentId?: string;
  head: Omit<DocumentHead, 'custom'> & { custom: CustomMetadata };
  embedding: EmbeddingSpace;
}

/** A chunk as `addChunks` takes it. */
export interface NewChunk extends ChunkContent {
  /** As long as the space has dimensions. */
  vector: Float32Array | readonly number[];
  tags: string[];
  summary: string | null;
}

/** A version with all its chunks, and what is known of it by now. */
export interface WrittenVersion {
  version: OpenVersion;
  tail: DocumentTail;
}

/**
 * How publishing ended. After everything but `published` all versions are still unpublished: discard them.
 */
export type PublishOutcome =
  /** `replaced`: former versions and documents whose place was taken. */
  | { state: 'published'; replaced: string[] }
  /** Another visible document has the identity of the file. */
  | { state: 'identity_taken'; by: Pick<DocumentRow, 'documentId' | 'contentSha256' | 'jobId'> }
  /** The collection was wiped meanwhile: open, write and publish again. */
  | { state: 'namespace_changed' }
  | { state: 'collection_gone' };

export type RollbackOutcome =
  | { state: 'removed' | 'not_restored' }
  /** `documentIds`: those that are back, which may be others than the one that is gone. */
  | { state: 'restored'; documentIds: string[] }
  /** A later job has written it: it stays. */
  | { state: 'superseded'; byJobId: string | null }
  /** The job's version is not in the collection any more. */
  | { state: 'gone' };

/**
 * A change of custom metadata. `put` replaces all of it, `patch` sets the keys that are given and removes
 * those given as null.
 */
export type MetadataChange =
  | { mode: 'put'; custom: CustomMetadata }
  | { mode: 'patch'; custom: Record<string, CustomMetadata[string] | null> };

/** Metadata of a document, or of one of its chunks. */
export interface MetadataTarget {
  documentId: string;
  /** Null for the document's own. */
  chunkIndex: number | null;
}

export type MetadataOutcome =
  | { state: 'written'; custom: CustomMetadata; updatedAt: Date }
  | { state: 'document_not_found' }
  | { state: 'chunk_not_found' }
  /** The result would be larger than allowed; nothing was written. */
  | { state: 'too_large' };

/**
 * A relation to be made, or to get new metadata when source, target and type are those of an existing one.
 */
export interface NewRelation {
  type: string;
  source: { documentId: string; index: number };
  target: { documentId: string; index: number };
  /**
   * True where documents as wholes are related. They are named by their first chunks, which a document
   * without text does not have.
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
 * Every write of documents, chunks, pages and relations. Each is idempotent, and at any line the process may
 * die: what was not published is invisible, and what MongoDB says the search index catches up with.
 *
 * All throw `DocumentWriteError` for what cannot be done, and the drivers' errors when a store is away.
 */
export interface DocumentWrites {
  /**
   * Lets queries find all that was published in a collection so far; by itself that takes up to a second.
   * Does nothing for a collection that is gone.
   */
  makeFindable(collectionId: string): Promise<void>;
  /**
   * Begins a version, or finds the one that an earlier attempt began. Throws `collection_gone`,
   * `embedding_mismatch`.
   */
  open(document: OpenDocument): Promise<OpenVersion>;
  /** Writes chunks `firstIndex`, `firstIndex + 1`, … to both stores; what is there is replaced. */
  addChunks(version: OpenVersion, firstIndex: number, chunks: readonly NewChunk[]): Promise<void>;
  /** Writes pages; what is there is replaced. */
  addPages(version: OpenVersion, pages: readonly PageContent[]): Promise<void>;
  /**
   * Makes what a file became visible with all its chunks, at once: its own document first, then those that it
   * holds beside it. With `overwrite` they take the place of every visible document of the same id or
   * identity, and of whatever else the collection shows of the file; what was there is kept for a rollback,
   * relations included. Chunks from `chunkCount` on, of an earlier attempt, are removed.
   *
   * @throws DocumentWriteError `chunks_missing` when fewer chunks are stored, `version_gone` when one was
   *   discarded
   */
  publish(parts: readonly WrittenVersion[], options: { overwrite: boolean }): Promise<PublishOutcome>;
  /** Removes a version that was not published; a published one stays. */
  discard(versionId: string): Promise<void>;
  /**
   * Removes a document from a collection, with the relations that start in it, for a caller: syncs leave the
   * object of one that they have brought alone until it changes. False when the collection shows no such
   * document.
   */
  removeDocument(collectionId: string, documentId: string): Promise<boolean>;
  /**
   * Archives documents, or brings archived ones back. Lists still show an archived one; queries leave it out
   * unless they ask for it. A new version of a document is not archived.
   *
   * @returns ids of the documents that were changed: those that the collection shows and that were not so yet
   * @throws DocumentWriteError `collection_gone`
   */
  setArchived(collectionId: string, documentIds: readonly string[], archived: boolean): Promise<string[]>;
  /**
   * Takes away what objects became that are gone from the source of a sync: the documents of these files
   * which the sync has brought, with the relations that start in them. Notes it for a rollback of the job.
   * Asking again does nothing more.
   *
   * @returns number of documents that this call has taken away; null where a rollback of the job was
   *   requested, or there is no such job
   * @throws DocumentWriteError `collection_gone`
   */
  removeForJob(removal: JobRemoval): Promise<number | null>;
  /**
   * Brings back what a job has taken away of one file, unless the collection shows another document of the
   * file. The outcome is in the row of the removal; asking again changes nothing.
   */
  rollBackRemoval(removalId: string): Promise<void>;
  /** Empties a collection at once; answers how many documents it had, null when it is gone. */
  removeAll(collectionId: string): Promise<number | null>;
  /** Takes back what a job did to a document. Asking again gives the same answer. */
  rollBack(collectionId: string, jobId: string, documentId: string): Promise<RollbackOutcome>;
  /**
   * Writes custom metadata; when the call returns, filters of both stores find it. Items are independent of
   * each other and answered in order; an item whose outcome is not known is an `Error`.
   */
  writeMetadata(
    collectionId: string,
    items: readonly (MetadataTarget & MetadataChange)[],
  ): Promise<(MetadataOutcome | Error)[]>;
  /**
   * Makes or updates relations, each for itself, answered in order; an item whose outcome is not known is an
   * `Error`.
   */
  putRelations(collectionId: string, relations: readonly NewRelation[]): Promise<(RelationOutcome | Error)[]>;
  /** Removes a relation from a collection. False when it shows no such relation. */
  removeRelation(collectionId: string, relationId: string): Promise<boolean>;
}

/** Files whose objects are gone, and the job that takes their documents away. */
export interface JobRemoval {
  collectionId: string;
  jobId: string;
  syncId: string;
  /** Identities of the files. */
  identities: readonly string[];
  mode: RemovalMode;
}

/** Why something cannot be written. */
export type DocumentWriteCode =
  | 'collection_gone'
  | 'namespace_changed'
  | 'embedding_mismatch'
  | 'version_gone'
  | 'chunks_missing';

/** A write that cannot be done as asked; doing the same again does not help. */
export class DocumentWriteError extends Error {
  override readonly name = 'DocumentWriteError';

  constructor(
    readonly code: DocumentWriteCode,
    message: string,
  ) {
    super(message);
  }
}
