import { ApplicationFailure } from '@temporalio/activity';
import { type Activities, type FileStep } from '../../src/domain/activities';
import { indexedPages } from '../../src/domain/billing';
import { documentBlobs } from '../../src/domain/document-blobs';
import { type ChunkContent, type PageContent } from '../../src/domain/document';
import { embedderAway, type IndexOptions } from '../../src/domain/index-job';
import { isKnownByName, partIdentity } from '../../src/domain/source-identity';
import { embedCached, ModelError } from '../../src/models';
import { type CollectionRow } from '../../src/stores/collections';
import { type OpenVersion, type PublishOutcome } from '../../src/stores/document-writes';
import { type DocumentRow } from '../../src/stores/documents';
import { type JobFileEnd, type JobFileRow } from '../../src/stores/job-files';
import { type ActivityDeps } from '../deps';
import { type HeldFile, holdFile } from './held-file';
import { fileFailure, withFileCodes } from './job-failures';
import { jsonLines } from './json-lines';
import { createLinkDocuments } from './link-documents';
import { readParsed, type StoredDocument } from './parsed-blob';
import { whileAlive } from './while-alive';

const chunksPerBatch = 64;
const pagesPerBatch = 32;

/** A document of the file and the version that it becomes. */
interface Written {
  document: StoredDocument;
  version: OpenVersion;
}

/** Embeds what a file holds, writes it to both stores and makes it visible; what was there already ends the file instead. */
export function createStoreFile(deps: ActivityDeps): Pick<Activities, 'storeFile'> {
  const { blobs, collections, documents, documentWrites, embedder, embeddings, jobFiles } = deps;
  const linkDocuments = createLinkDocuments(deps);

  /** How the file ends because of a document of the same identity; null when it takes that one's place. */
  function endBeside(
    existing: Pick<DocumentRow, 'contentSha256'>,
    row: JobFileRow,
    options: IndexOptions,
  ): JobFileEnd | null {
    const isSame = !isKnownByName(row.identity) || existing.contentSha256 === row.input?.sha256;
    if (options.skipExisting && isSame) return { state: 'skipped', reason: 'already_indexed' };
    if (options.overwriteExisting) return null;
    return {
      state: 'failed',
      error: 'name_conflict',
      message: 'The collection has another file of this name or address; overwrite_existing replaces it.',
    };
  }

  async function open(held: HeldFile, collection: CollectionRow, parsed: readonly StoredDocument[]) {
    const { job, row } = held;
    const { customMetadata, overwriteExisting } = job.options;
    const opened: Written[] = [];
    for (const [index, document] of parsed.entries()) {
      const identity = partIdentity(row.identity, index);
      const former = overwriteExisting ? await documents.getByIdentity(collection, identity) : null;
      const version = await documentWrites.open({
        collectionId: collection._id,
        attemptKey: `${job._id}/${row.file}/${index}`,
        ...(former === null ? {} : { documentId: former.documentId }),
        head: {
          identity,
          contentSha256: index === 0 ? row.input!.sha256 : null,
          filename: index === 0 ? row.filename : document.filename,
          contentType: document.contentType,
          fileType: document.fileType,
          fileSize: document.byteSize,
          modality: document.modality,
          source: { type: job.type.replace('index_', ''), uri: row.uri },
          title: document.title,
          custom: { ...customMetadata, ...document.metadata },
          jobId: job._id,
          syncId: null,
        },
        embedding: { model: embedder.id, dimensions: embedder.dimensions },
      });
      opened.push({ document, version });
    }
    const ids = opened.map(({ version: { documentId, versionId } }) => ({ documentId, versionId }));
    await held.written(jobFiles.noteDocuments(job._id, row.file, held.writer, ids));
    return opened;
  }

  async function embed(organizationId: string, texts: readonly string[], signal: AbortSignal) {
    try {
      return (await embedCached({ embedder, cache: embeddings }, organizationId, texts, signal)).vectors;
    } catch (error) {
      if (!(error instanceof ModelError)) throw error;
      if (!error.retryable)
        throw fileFailure('embedding_failed', 'The embedding model refused the text of this file.', {
          cause: error,
        });
      throw ApplicationFailure.create({
        type: embedderAway,
        message: error.message,
        cause: error,
        ...(error.retryAfterMs === undefined ? {} : { nextRetryDelay: error.retryAfterMs }),
      });
    }
  }

  async function write(organizationId: string, { document, version }: Written, signal: AbortSignal) {
    let index = 0;
    for await (const chunks of jsonLines<ChunkContent>(blobs, document.chunksKey, chunksPerBatch)) {
      signal.throwIfAborted();
      const vectors = await embed(
        organizationId,
        chunks.map(({ text }) => text),
        signal,
      );
      const rows = chunks.map((chunk, n) => ({ ...chunk, vector: vectors[n]!, tags: [], summary: null }));
      await documentWrites.addChunks(version, index, rows);
      index += chunks.length;
    }
    if (document.pagesKey !== null) {
      for await (const pages of jsonLines<PageContent>(blobs, document.pagesKey, pagesPerBatch)) {
        signal.throwIfAborted();
        await documentWrites.addPages(version, pages);
      }
    }
    for (const { figureId, key } of document.figures)
      await blobs.copy(key, documentBlobs(version.documentId).figure(figureId));
  }

  function publish({ document, version }: Written, overwrite: boolean): Promise<PublishOutcome> {
    const { chunkCount, pageCount, hasOcr } = document;
    const tail = { chunkCount, pageCount, hasOcr, tags: [], summary: null };
    return documentWrites.publish(version, tail, { overwrite });
  }

  /** What another document of the identity, or the collection's end, makes of the file. */
  function endOf(
    outcome: Exclude<PublishOutcome, { state: 'published' }>,
    { row, job }: HeldFile,
  ): JobFileEnd {
    switch (outcome.state) {
      case 'identity_taken': {
        const end = endBeside(outcome.by, row, job.options);
        if (end !== null) return end;
        break;
      }
      case 'collection_gone':
        throw fileFailure('not_found', 'The collection was deleted.');
      case 'namespace_changed':
    }
    throw ApplicationFailure.retryable('the collection changed while the file was written', 'internal_error');
  }

  async function store(held: HeldFile, signal: AbortSignal): Promise<void> {
    const { job, row } = held;
    const { documents: parsed } = await readParsed(blobs, row.parsed!);
    const collection = await collections.findById(job.collectionId);
    if (collection === null) throw fileFailure('not_found', 'The collection was deleted.');
    const existing = await documents.getByIdentity(collection, row.identity);
    if (existing !== null && existing.jobId !== job._id) {
      const end = endBeside(existing, row, job.options);
      if (end !== null) {
        await held.end(end);
        return;
      }
    }

    const opened = await open(held, collection, parsed);
    const toWrite = opened.filter(({ version }) => !version.published);
    for (const written of toWrite) await write(job.organizationId, written, signal);
    for (const written of toWrite) {
      signal.throwIfAborted();
      const outcome = await publish(written, job.options.overwriteExisting);
      if (outcome.state === 'published') continue;
      const end = endOf(outcome, held);
      for (const { version } of opened) await deps.documentWrites.discard(version.versionId);
      await held.end(end);
      return;
    }
    await linkDocuments(collection._id, job._id, opened);
    const pages = parsed.map(({ pageCount }) => pageCount).filter((count) => count !== null);
    await held.end({
      state: 'completed',
      documents: opened.map(({ version: { documentId, versionId } }) => ({ documentId, versionId })),
      pages: pages.length === 0 ? null : pages.reduce((sum, count) => sum + count, 0),
      billedPages: parsed.reduce((sum, document) => sum + indexedPages(document), 0),
      chunks: parsed.reduce((sum, { chunkCount }) => sum + chunkCount, 0),
    });
  }

  return {
    storeFile: (ref) =>
      withFileCodes(async (): Promise<FileStep> => {
        const held = await holdFile(deps, ref, 'embedding');
        if (held === null) return 'ended';
        if (held.row.parsed === null) throw new Error('the file was not parsed');
        await whileAlive((signal) => store(held, signal));
        return 'ended';
      }),
  };
}
