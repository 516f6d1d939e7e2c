import { type ChunkContent, type PageContent } from '../../../src/domain/documents/document';
import { type FileStep, type IndexFileRef } from '../../../src/domain/documents/activities';
import { documentBlobs } from '../../../src/domain/documents/document-blobs';
import { storeTriesMax } from '../../../src/domain/documents/index-job';
import { type BlobStore } from '../../../src/blobs';
import { type ActivityDeps } from '../../deps';
import { type ContentDocument } from './content-document';
import { boundedTries } from '../bounded-tries';
import { embedTexts, type EmbedTextsDeps } from './embed-texts';
import { withRedactedErrors } from './redacted-failure';
import { leaseFile, type Holding } from './file-lease';
import { fileTries, withFileCodes } from './job-failures';
import { jsonLines } from './json-lines';
import { readParsed, type StoredDocument } from './parsed-blob';
import { type FileContent, type StoreDocumentsDeps, storeDocuments } from './store-documents';
import { whileAlive } from '../../attempt/while-alive';

export type StoreFileDeps = Pick<ActivityDeps, 'blobs'> & EmbedTextsDeps & Holding & StoreDocumentsDeps;

/**
 * Embeds the documents of a file, writes them to both stores and makes them visible; an existing document may
 * end the file instead.
 */
export function storeFile(deps: StoreFileDeps, ref: IndexFileRef): Promise<FileStep> {
  return withFileCodes(async (): Promise<FileStep> => {
    const held = await leaseFile(deps, ref, 'embedding');
    if (held === null) return 'ended';
    const { filename, input } = held.row;
    const { organizationId, options } = held.job;
    const content = options.masking == null ? held.row.parsed : (held.row.maskedContent ?? null);
    if (input === null || content === null) throw new Error('the file was not parsed, or not masked');
    const store = async (signal: AbortSignal): Promise<void> => {
      const { documents } = await readParsed(deps.blobs, content);
      const file: FileContent = {
        filename,
        sha256: input.sha256,
        told: input,
        documents: documents.map((document) => contentOf(deps.blobs, document)),
      };
      await storeDocuments(
        deps,
        held,
        file,
        (embedder, texts) => embedTexts(deps, embedder, organizationId, texts, signal),
        signal,
      );
    };
    await withRedactedErrors(held, () =>
      boundedTries(fileTries(held, storeTriesMax), () => whileAlive(store)),
    );
    return 'ended';
  });
}

/** A document whose content is in the blob store. */
function contentOf(
  blobs: BlobStore,
  { chunksKey, pagesKey, figures, ...facts }: StoredDocument,
): ContentDocument {
  return {
    ...facts,
    chunks: (size) => jsonLines<ChunkContent>(blobs, chunksKey, size),
    async *pages(size) {
      if (pagesKey !== null) yield* jsonLines<PageContent>(blobs, pagesKey, size);
    },
    async keepFigures(documentId) {
      for (const { figureId, key } of figures)
        await blobs.copy(key, documentBlobs(documentId).figure(figureId));
    },
  };
}
