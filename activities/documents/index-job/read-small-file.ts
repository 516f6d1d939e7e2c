import { createHash } from 'node:crypto';
import { mkdir, writeFile } from 'node:fs/promises';
import { type BlobStore } from '../../../src/blobs';
import { type ChunkContent, type PageContent } from '../../../src/domain/documents/document';
import { documentBlobs } from '../../../src/domain/documents/document-blobs';
import { safeFilename } from '../../../src/domain/platform/filename';
import {
  type FileParseRequest,
  type ParsedDocument,
  type ParsedFile,
  Untranscribed,
} from '../../../src/parsing';
import { readBytes } from '../../../src/streams/bounded-read';
import { type ActivityDeps } from '../../deps';
import { type ContentDocument } from './content-document';
import { type HeldFile } from './held-file';
import { smallJsonLines } from './json-lines';
import { createOpenOrigin } from './open-origin';
import { type FileContent } from './store-documents';

/** Larger files have steps of their own, each of which is kept when a later one fails. */
const smallBytesMax = 128 * 1024;
/** The same for what turns out to hold more text than its size suggests. */
const smallChunksMax = 256;

/**
 * Reads small files from where they come from into documents and chunks, without a stop in the blob store.
 */
export function createReadSmallFile(deps: ActivityDeps) {
  const { blobs, smallFileParser, indexJobs, transcriber } = deps;
  const openOrigin = createOpenOrigin(deps);

  /** Leaves the bytes under `path`; null when the file is not small. */
  async function fetch({ job, row }: HeldFile, path: string, signal: AbortSignal) {
    const { origin, input } = row;
    if (row.byteSize !== null && row.byteSize > smallBytesMax) return null;
    if (input === null && origin === null) throw new Error('the file has no origin');
    const opened =
      input === null
        ? await openOrigin(job, origin!, signal)
        : { body: (await blobs.read(input.key)).stream, ...input, filename: null, told: input };
    const bytes = await readBytes(opened.body, smallBytesMax);
    if (bytes === null) return null;
    await writeFile(path, bytes);
    const { contentType, filename, told } = opened;
    return {
      contentType,
      told,
      sha256: createHash('sha256').update(bytes).digest('hex'),
      filename: (filename === null ? null : safeFilename(filename)) ?? row.filename,
    };
  }

  /** Null for recordings, small as they may be: others write them down in their own time. */
  async function parse(request: FileParseRequest, signal: AbortSignal): Promise<ParsedFile | null> {
    try {
      return await smallFileParser.parseFile(request, { signal, onProgress: () => undefined });
    } catch (error) {
      if (error instanceof Untranscribed && transcriber !== null) return null;
      throw error;
    }
  }

  /**
   * @param folder a local one for the file alone, in one that exists; it and what lies beside it under its
   *   name is the caller's to remove
   * @returns null for a file that is not small
   * @throws what reading it in steps throws
   */
  return async (
    held: HeldFile,
    options: FileParseRequest['options'],
    folder: string,
    signal: AbortSignal,
  ): Promise<FileContent | null> => {
    const path = `${folder}.input`;
    const [fetched] = await Promise.all([fetch(held, path, signal), mkdir(folder)]);
    if (fetched === null) return null;
    const { contentType, sha256, filename, told } = fetched;
    const request = { path, filename, contentType, workDirectory: folder };
    const parsed = await parse({ ...request, options }, signal);
    if (parsed === null) return null;
    await held.show('chunking');
    const { documents, warnings } = parsed;
    if (documents.reduce((sum, { chunkCount }) => sum + chunkCount, 0) > smallChunksMax) return null;
    await indexJobs.noteWarnings(
      held.job._id,
      warnings.map((warning) => `${filename}: ${warning}`),
    );
    return { filename, sha256, told, documents: documents.map((document) => contentOf(blobs, document)) };
  };
}

/** A document whose content lies in small local files. */
function contentOf(
  blobs: BlobStore,
  { chunksPath, pagesPath, figures, ...facts }: ParsedDocument,
): ContentDocument {
  return {
    ...facts,
    chunks: (size) => smallJsonLines<ChunkContent>(chunksPath, size),
    async *pages(size) {
      if (pagesPath !== null) yield* smallJsonLines<PageContent>(pagesPath, size);
    },
    async keepFigures(documentId) {
      for (const { figureId, path, contentType } of figures)
        await blobs.putFile(documentBlobs(documentId).figure(figureId), path, { contentType });
    },
  };
}
