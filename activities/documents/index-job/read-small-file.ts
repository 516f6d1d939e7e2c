import { createHash } from 'node:crypto';
import { mkdir, readFile, writeFile } from 'node:fs/promises';
import { type BlobStore } from '../../../src/blobs';
import { type ChunkContent, type PageContent } from '../../../src/domain/documents/document';
import { documentBlobs } from '../../../src/domain/documents/document-blobs';
import { type MaskableDocument } from '../../../src/masking';
import {
  type FileParseRequest,
  type ParsedDocument,
  type ParsedFile,
  type ParseTurn,
  type PictureWord,
  Untranscribed,
} from '../../../src/parsing';
import { readBytes } from '../../../src/streams/bounded-read';
import { type ActivityDeps } from '../../deps';
import { type ContentDocument } from './content-document';
import { type FileLease } from './file-lease';
import { smallJsonLines } from './json-lines';
import { maskContent, type MaskContentDeps } from './mask-content';
import { createOwnNotes } from './masking-notes';
import { givenName } from './origins';
import { type FileContent } from './store-documents';
import { type FileParts } from './file-parts';

/** Size above which a file takes single steps, whose results are kept when a later one fails. */
const smallBytesMax = 128 * 1024;
/** The same bound in chunks, for a file with more text than its size suggests. */
const smallChunksMax = 256;

export type ReadSmallFileDeps = Pick<
  ActivityDeps,
  'blobs' | 'indexJobs' | 'piiModels' | 'smallFileParser' | 'transcription'
> &
  MaskContentDeps &
  Pick<FileParts, 'origins'>;

/**
 * Reads a small file from its source into documents and chunks, without the blob store.
 *
 * @param folder path of a local folder for this file, in an existing one; the caller removes it and files
 * with its name as prefix
 * @returns null for a file that is not small
 * @throws what the single steps throw
 */
export async function readSmallFile(
  deps: ReadSmallFileDeps,
  held: FileLease,
  options: FileParseRequest['options'],
  folder: string,
  signal: AbortSignal,
): Promise<FileContent | null> {
  const path = `${folder}.input`;
  const [fetched] = await Promise.all([fetch(deps, held, path, signal), mkdir(folder)]);
  if (fetched === null) return null;
  const { contentType, sha256, filename, told } = fetched;
  const request = { path, filename, contentType, workDirectory: folder };
  const { organizationId } = held.job;
  const parsed = await parse(deps, { ...request, options }, { signal, organizationId });
  if (parsed === null) return null;
  const { documents } = parsed;
  if (documents.reduce((sum, { chunkCount }) => sum + chunkCount, 0) > smallChunksMax) return null;
  const masked = await maskIfWanted(deps, held, fetched, parsed, folder, signal);
  return { filename, sha256, told, documents: masked.map((document) => contentOf(deps.blobs, document)) };
}

/** Writes the bytes to `path`; null when the file is not small. */
async function fetch(deps: ReadSmallFileDeps, { job, row }: FileLease, path: string, signal: AbortSignal) {
  const { origin, input } = row;
  if (row.byteSize !== null && row.byteSize > smallBytesMax) return null;
  if (input === null && origin === null) throw new Error('the file has no origin');
  const opened =
    input === null
      ? await deps.origins.open(job, origin!, signal)
      : { body: (await deps.blobs.read(input.key)).stream, ...input, filename: null, told: input };
  const bytes = await readBytes(opened.body, smallBytesMax);
  if (bytes === null) return null;
  await writeFile(path, bytes);
  const { contentType, filename, told } = opened;
  return {
    contentType,
    told,
    sha256: createHash('sha256').update(bytes).digest('hex'),
    filename: givenName(job, filename) ?? row.filename,
  };
}

/** Null for recordings of any size, which are transcribed by another step. */
async function parse(
  { smallFileParser, transcription }: ReadSmallFileDeps,
  request: FileParseRequest,
  turn: ParseTurn,
): Promise<ParsedFile | null> {
  try {
    return await smallFileParser.parseFile(request, { ...turn, onProgress: () => undefined });
  } catch (error) {
    if (error instanceof Untranscribed && transcription !== null) return null;
    throw error;
  }
}

/** Masks the content, if the job wants it, and records the warnings. */
async function maskIfWanted(
  deps: ReadSmallFileDeps,
  held: FileLease,
  { filename, told }: Pick<FileContent, 'filename' | 'told'>,
  { documents, warnings }: ParsedFile,
  folder: string,
  signal: AbortSignal,
): Promise<ParsedDocument[]> {
  if (held.job.options.masking == null) {
    await held.show('chunking');
    const sentences = warnings.map((warning) => `${filename}: ${warning}`);
    await deps.indexJobs.saveWarnings(held.job._id, sentences);
    return documents;
  }
  await held.show('masking');
  const maskedFolder = `${folder}.masked`;
  await mkdir(maskedFolder);
  const notes = createOwnNotes(deps.piiModels);
  const content = { filename, told, documents: documents.map(maskableOf), warnings };
  const masked = await maskContent(deps, held, content, { folder: maskedFolder, notes }, signal);
  await held.show('chunking');
  return masked;
}

/** A document whose content is in small local files. */
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

/** The same document in the form that masking needs. */
function maskableOf({ chunksPath, pagesPath, figures, ...facts }: ParsedDocument): MaskableDocument {
  return {
    ...facts,
    chunks: (size) => smallJsonLines<ChunkContent>(chunksPath, size),
    async *pages(size) {
      if (pagesPath !== null) yield* smallJsonLines<PageContent>(pagesPath, size);
    },
    pictures: figures.flatMap(({ figureId, path, wordsPath }) =>
      wordsPath === undefined
        ? []
        : [
            {
              figureId,
              read: () => readFile(path),
              words: async () => JSON.parse(await readFile(wordsPath, 'utf8')) as PictureWord[],
            },
          ],
    ),
  };
}
