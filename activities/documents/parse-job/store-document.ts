import { randomUUID } from 'node:crypto';
import { createReadStream, createWriteStream } from 'node:fs';
import { join } from 'node:path';
import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { billedPagesOf, indexCredits } from '../../../src/domain/documents/billing';
import { type ChunkContent, type PageContent } from '../../../src/domain/documents/document';
import {
  type ChunkSource,
  documentChunk,
  documentPage,
  type ShownFigure,
} from '../../../src/domain/documents/document-chunk';
import {
  type ChunkOffset,
  type DocumentParseOptions,
  parseBlobs,
  type ParsePart,
} from '../../../src/domain/documents/parse-job';
import { chunkSeparator } from '../../../src/domain/documents/parse-result';
import { type ParsedDocument, type ParsedFile, pictureLink, type PictureLinks } from '../../../src/parsing';
import { linesOf } from '../../../src/streams/lines';
import { type BlobStore } from '../../../src/blobs';
import { type ActivityDeps } from '../../deps';
import { holdCredits } from './hold-credits';
import { type ParseJobLease } from './parse-job-lease';

/** Least distance in bytes between two noted offsets. */
const offsetBytes = 256 * 1024;
const lineEnd = '\n';

/** A local file whose lines can be found by their offsets. */
interface IndexedFile {
  path: string;
  byteSize: number;
  count: number;
  offsets: ChunkOffset[];
}

interface StoringOptions {
  /** Local folder for files on their way into the blob store. */
  folder: string;
  links: PictureLinks;
  options: DocumentParseOptions;
}

/**
 * Stores what was read of a document as the one part of its job. The part is noted in the row once its files
 * are complete, and the job's hold covers it.
 *
 * @returns the number of chunks
 */
export async function storeDocument(
  { blobs, credits, parseJobs }: Pick<ActivityDeps, 'blobs' | 'credits' | 'parseJobs'>,
  held: ParseJobLease,
  { documents, warnings }: ParsedFile,
  { folder, links, options }: StoringOptions,
): Promise<number> {
  const { job, writer } = held;
  const price = indexCredits(billedPagesOf(documents), options.processingType);
  await holdCredits({ credits }, job, price);
  const figures = await storeFigures(blobs, job._id, documents);
  const sources = documents.map((document, index) => ({
    document,
    source: { index, filename: index === 0 ? job.filename : document.filename },
  }));
  const { chunks, pages, markdown } = await storeTexts(blobs, job._id, sources, { folder, links });
  const part: ParsePart = {
    key: chunks.key,
    start: 0,
    byteSize: chunks.byteSize,
    firstChunk: 0,
    chunks: chunks.count,
    pages: chunks.offsets,
    figures,
    characters: documents.reduce((sum, { characters }) => sum + characters, 0),
    rows: 0,
    nextSheet: 0,
    document: {
      documents: documents.length,
      pages: pages.count,
      credits: price,
      files: { markdown: { key: markdown }, pages: pages.key === null ? null : { ...pages, key: pages.key } },
    },
  };
  await held.written(parseJobs.savePart(job._id, writer, 0, part, warnings));
  await held.written(
    parseJobs.saveParsed(job._id, writer, { sheets: 0, rows: 0, pages: pages.count, warnings }),
  );
  return chunks.count;
}

/** Stores the pictures of all documents, each once. @returns their number */
async function storeFigures(
  blobs: BlobStore,
  jobId: string,
  documents: readonly ParsedDocument[],
): Promise<number> {
  const figures = new Map(
    documents.flatMap((document) => document.figures).map((figure) => [figure.figureId, figure]),
  );
  for (const { figureId, path, contentType } of figures.values())
    await blobs.putFile(parseBlobs(jobId).asset(figureId), path, { contentType });
  return figures.size;
}

/** Writes chunks, pages and Markdown, and stores them below the folder of parts. */
async function storeTexts(
  blobs: BlobStore,
  jobId: string,
  sources: readonly SourcedDocument[],
  { folder, links }: Pick<StoringOptions, 'folder' | 'links'>,
) {
  const chunks = await writeIndexed(
    join(folder, 'chunks'),
    chunkSeparator,
    chunkTexts(jobId, sources, links),
  );
  const pages = await writeIndexed(join(folder, 'pages'), lineEnd, pageTexts(sources));
  const markdown = join(folder, 'markdown');
  await pipeline(Readable.from(markdownPieces(sources)), createWriteStream(markdown));

  async function store(path: string, contentType: string): Promise<string> {
    const key = parseBlobs(jobId).part(randomUUID());
    await blobs.putFile(key, path, { contentType });
    return key;
  }

  async function storeIndexed({ path, ...facts }: IndexedFile, contentType: string) {
    return { ...facts, key: facts.count === 0 ? null : await store(path, contentType) };
  }

  return {
    chunks: await storeIndexed(chunks, 'application/json'),
    pages: await storeIndexed(pages, 'application/x-ndjson'),
    markdown: await store(markdown, 'text/markdown; charset=utf-8'),
  };
}

interface SourcedDocument {
  document: ParsedDocument;
  source: ChunkSource;
}

async function* chunkTexts(
  jobId: string,
  sources: readonly SourcedDocument[],
  links: PictureLinks,
): AsyncGenerator<string, undefined> {
  let index = 0;
  for (const { document, source } of sources) {
    const pictures = new Map(
      document.figures.map(({ figureId, contentType }): [string, ShownFigure] => [
        figureId,
        { figure_id: figureId, asset_url: pictureLink(links, figureId), content_type: contentType },
      ]),
    );
    for await (const content of valuesOf<ChunkContent>(document.chunksPath))
      yield JSON.stringify(documentChunk({ jobId, index: index++, source }, content, pictures));
  }
  return undefined;
}

async function* pageTexts(sources: readonly SourcedDocument[]): AsyncGenerator<string, undefined> {
  for (const { document, source } of sources) {
    if (document.pagesPath === null) continue;
    for await (const page of valuesOf<PageContent>(document.pagesPath))
      yield JSON.stringify(documentPage(source, page));
  }
  return undefined;
}

/** Markdown of all documents. That of an attachment follows a rule and a comment with its name. */
async function* markdownPieces(
  sources: readonly SourcedDocument[],
): AsyncGenerator<Buffer | string, undefined> {
  for (const { document, source } of sources) {
    if (source.index > 0) yield `\n---\n\n<!-- file ${commentName(document.filename)} -->\n\n`;
    yield* createReadStream(document.markdownPath!) as AsyncIterable<Buffer>;
  }
  return undefined;
}

/** A name within a comment, which it cannot end. */
function commentName(filename: string): string {
  return JSON.stringify(filename).replaceAll(/[<>-]/g, (mark) => `\\u00${mark.charCodeAt(0).toString(16)}`);
}

async function* valuesOf<T>(path: string): AsyncGenerator<T, undefined> {
  for await (const line of linesOf(createReadStream(path))) yield JSON.parse(line) as T;
  return undefined;
}

/** Writes texts to a file. A separator stands between them; a line end behind the last one as well. */
async function writeIndexed(
  path: string,
  separator: typeof chunkSeparator | typeof lineEnd,
  texts: AsyncIterable<string>,
): Promise<IndexedFile> {
  const offsets: ChunkOffset[] = [];
  let [byteSize, count] = [0, 0];
  async function* pieces(): AsyncGenerator<string, undefined> {
    for await (const text of texts) {
      const before = separator === lineEnd || count === 0 ? '' : separator;
      byteSize += before.length;
      const last = offsets.at(-1);
      if (last === undefined || byteSize - last.offset >= offsetBytes)
        offsets.push({ chunk: count, offset: byteSize });
      const after = separator === lineEnd ? lineEnd : '';
      byteSize += Buffer.byteLength(text) + after.length;
      count++;
      yield before + text + after;
    }
    return undefined;
  }
  await pipeline(Readable.from(pieces()), createWriteStream(path));
  return { path, byteSize, count, offsets };
}
