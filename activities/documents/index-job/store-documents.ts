import { customMetadataBytes, customMetadataBytesMax } from '../../../src/domain/documents/custom-metadata';
import { type CustomMetadata } from '../../../src/domain/documents/document';
import { billedPagesOf } from '../../../src/domain/documents/billing';
import {
  addLanguages,
  countLanguages,
  type LanguageCounts,
} from '../../../src/domain/documents/language-counts';
import { embeddedText } from '../../../src/domain/documents/context-words';
import { documentSourceType } from '../../../src/domain/documents/index-source';
import { partIdentity } from '../../../src/domain/documents/source-identity';
import { type OpenVersion, type WrittenVersion } from '../../../src/stores/documents/document-writes';
import { type IndexJobRow } from '../../../src/stores/documents/index-jobs/index-job-kind';
import { type ObjectTold } from '../../../src/stores/documents/index-jobs/file-input';
import { type Embedder } from '../../../src/models';
import { type ActivityDeps } from '../../deps';
import { collectionEmbedder, type CollectionEmbedderDeps } from './collection-embedder';
import { type ContentDocument } from './content-document';
import { type Tagging, describeContent, type DescribeContentDeps } from './describe-content';
import { endBeside, endUnpublished } from './file-ends';
import { type FileLease } from './file-lease';
import { linkDocuments, type LinkDocumentsDeps } from './link-documents';
import { type FileParts } from './file-parts';

const chunksPerBatch = 64;
const pagesPerBatch = 32;

/** Embeds texts with the model of a collection; results are in order. */
export type Embed = (embedder: Embedder, texts: readonly string[]) => Promise<readonly Float32Array[]>;

export interface FileContent {
  /** The file's name for users, which its source may give late. */
  filename: string;
  /** Hexadecimal hash of its bytes. */
  sha256: string;
  told: ObjectTold;
  /** Documents of the file, its own first. */
  documents: readonly ContentDocument[];
}

/** A document of the file, with its version. */
interface Written {
  document: ContentDocument;
  /** Name of the document for users. */
  filename: string;
  version: OpenVersion;
}

export type StoreDocumentsDeps = Pick<ActivityDeps, 'documentWrites' | 'indexJobs' | 'jobFiles'> &
  CollectionEmbedderDeps &
  DescribeContentDeps &
  LinkDocumentsDeps &
  Pick<FileParts, 'existing'> &
  Pick<FileParts, 'fileHolds'>;

/**
 * Writes the documents of a file to both stores, makes them visible and ends the file; an existing document
 * may end it instead. May be repeated after any interruption.
 */
export async function storeDocuments(
  deps: StoreDocumentsDeps,
  held: FileLease,
  content: FileContent,
  embed: Embed,
  signal: AbortSignal,
): Promise<void> {
  const { job, row } = held;
  const { documents, sha256 } = content;
  const known = { identity: row.identity, sha256 };
  const { document: existing } = await deps.existing.find(job.collectionId, row.identity);
  if (existing !== null && existing.jobId !== job._id) {
    const end = endBeside(existing, known, job.options);
    if (end !== null) {
      await held.end(end);
      return;
    }
  }

  const billed = billedPagesOf(documents);
  await deps.fileHolds.raise(held, billed);
  const embedder = await collectionEmbedder(deps, job.collectionId, documents);
  const opened = await openVersions(deps, held, content, embedder);
  const parts: WrittenVersion[] = [];
  for (const written of opened) {
    const { version, document } = written;
    const { chunkCount, pageCount, hasOcr } = document;
    // A document that an earlier attempt has published keeps the tags of that attempt.
    const said = version.published
      ? { tags: [], summary: null, languages: {} }
      : await writeVersion(deps, held, written, (texts) => embed(embedder, texts), signal);
    parts.push({ version, tail: { chunkCount, pageCount, hasOcr, ...said } });
  }
  signal.throwIfAborted();
  const outcome = await deps.documentWrites.publish(parts, { overwrite: job.options.overwriteExisting });
  if (outcome.state !== 'published') {
    const end = endUnpublished(outcome, known, job.options);
    for (const { version } of opened) await deps.documentWrites.discard(version.versionId);
    await held.end(end);
    return;
  }
  await linkDocuments(deps, job.collectionId, job._id, opened);
  const pages = documents.map(({ pageCount }) => pageCount).filter((count) => count !== null);
  await held.end({
    state: 'completed',
    documents: idsOf(opened),
    pages: pages.length === 0 ? null : pages.reduce((sum, count) => sum + count, 0),
    billed,
    chunks: documents.reduce((sum, { chunkCount }) => sum + chunkCount, 0),
  });
}

/** Custom metadata of all documents of a file; that of its object overrides that of the job. */
async function customOf(
  { indexJobs }: StoreDocumentsDeps,
  { _id: jobId, options }: IndexJobRow,
  filename: string,
  { custom = {} }: ObjectTold,
): Promise<CustomMetadata> {
  const ofJob = options.customMetadata ?? {};
  const both = { ...ofJob, ...custom };
  if (customMetadataBytes(both) <= customMetadataBytesMax) return both;
  await indexJobs.saveWarnings(jobId, [
    `${filename}: the metadata of the object was left out: with it custom_metadata is larger than 64 KB.`,
  ]);
  return ofJob;
}

async function openVersions(
  deps: StoreDocumentsDeps,
  { job, row, writer, written }: FileLease,
  { filename, sha256, told, documents }: FileContent,
  { id: model, dimensions }: Embedder,
): Promise<Written[]> {
  const { overwriteExisting } = job.options;
  const ofCaller = await customOf(deps, job, filename, told);
  const opened: Written[] = [];
  for (const [index, document] of documents.entries()) {
    const identity = partIdentity(row.identity, index);
    const former = overwriteExisting ? (await deps.existing.find(job.collectionId, identity)).document : null;
    const name = index === 0 ? filename : document.filename;
    const version = await deps.documentWrites.open({
      collectionId: job.collectionId,
      attemptKey: `${job._id}/${row.file}/${index}`,
      ...(former === null ? {} : { documentId: former.documentId }),
      head: {
        identity,
        contentSha256: index === 0 ? sha256 : null,
        filename: name,
        contentType: document.contentType,
        fileType: document.fileType,
        fileSize: document.byteSize,
        modality: document.modality,
        source: {
          type: documentSourceType(job.type),
          uri: row.uri,
          ...(told.etag !== undefined && { etag: told.etag }),
        },
        title: document.title,
        custom: { ...ofCaller, ...document.metadata },
        jobId: job._id,
        syncId: job.syncId ?? null,
      },
      embedding: { model, dimensions },
    });
    opened.push({ document, filename: name, version });
  }
  const { modality } = documents[0]!;
  const ids = idsOf(opened);
  await written(deps.jobFiles.saveDocuments(job._id, row.file, writer, ids, { filename, modality }));
  return opened;
}

/** @returns tags and summary of the document, and the languages of its chunks */
async function writeVersion(
  deps: StoreDocumentsDeps,
  held: FileLease,
  { document, filename, version }: Written,
  embed: (texts: readonly string[]) => Promise<readonly Float32Array[]>,
  signal: AbortSignal,
): Promise<Tagging & { languages: LanguageCounts }> {
  const describe = describeContent(deps, held);
  const about = { filename, title: document.title };
  let index = 0;
  let languages: LanguageCounts = {};
  for await (const chunks of document.chunks(chunksPerBatch)) {
    signal.throwIfAborted();
    const described = await describe.chunks(chunks, signal);
    await held.show('embedding');
    const vectors = await embed(chunks.map((chunk) => embeddedText(about, chunk)));
    const rows = chunks.map((chunk, n) => ({ ...chunk, vector: vectors[n]!, ...described[n]! }));
    await deps.documentWrites.addChunks(version, index, rows);
    index += chunks.length;
    languages = addLanguages(languages, countLanguages(chunks));
  }
  for await (const pages of document.pages(pagesPerBatch)) {
    signal.throwIfAborted();
    await deps.documentWrites.addPages(version, pages);
  }
  await document.keepFigures(version.documentId);
  return { ...(await describe.document(signal)), languages };
}

function idsOf(opened: readonly Written[]) {
  return opened.map(({ version: { documentId, versionId } }) => ({ documentId, versionId }));
}
