import { type CollectionRow } from '../../../src/stores/collections';
import { type DocumentWrites, type NewChunk, type OpenVersion } from '../../../src/stores/document-writes';
import { nowhere } from '../../../src/domain/document';
import { type Tenant } from '../../../src/domain/tenancy';

/** Owner of whatever these tests make. */
export const owner: Tenant = { organizationId: 'org_1', environment: 'production' };
export const embedding = { model: 'test-1', dimensions: 3 };

/** A direction that follows from a text. */
export function vectorOf(text: string): number[] {
  const sum = Array.from(text).reduce((total, char) => (total * 31 + char.codePointAt(0)!) % 997, 7);
  return [1, sum / 997, (sum % 10) / 10];
}

/** A chunk of one paragraph. */
export function paragraph(text: string): NewChunk {
  const vector = vectorOf(text);
  return {
    ...{ type: 'body', text, tokenCount: 1, location: nowhere, headingPath: [], language: null },
    ...{ origin: 'text', regions: [], vector, tags: [], summary: null },
  };
}

/** What of a document these tests care for. */
export interface TestDocument {
  name: string;
  texts: string[];
  jobId?: string;
  attemptKey?: string;
  documentId?: string;
}

let attempts = 0;

/** Writes a document up to the point where only publishing is left. */
export async function writeUnpublished(
  writes: DocumentWrites,
  collection: Pick<CollectionRow, '_id'>,
  document: TestDocument,
): Promise<OpenVersion> {
  const { name, texts, jobId = 'job_1', attemptKey = `attempt-${++attempts}`, documentId } = document;
  const version = await writes.open({
    collectionId: collection._id,
    attemptKey,
    embedding,
    ...(documentId !== undefined && { documentId }),
    head: {
      ...{ identity: `name:${name}`, contentSha256: 'ab', filename: name, contentType: 'text/plain' },
      ...{ fileType: 'txt', fileSize: 1, modality: 'document', title: null, custom: {} },
      ...{ source: { type: 'text', uri: null }, jobId, syncId: null },
    },
  });
  const chunks = texts.map((text) => paragraph(text));
  await writes.addChunks(version, 0, chunks);
  await writes.addPages(version, [
    { page: 0, text: texts.join('\n'), width: 1, height: 1, ocr: false, regions: [] },
  ]);
  return version;
}

/** The end of `writeUnpublished`. */
export const publish = (
  writes: DocumentWrites,
  version: OpenVersion,
  chunkCount: number,
  overwrite = false,
) =>
  writes.publish(
    version,
    { chunkCount, pageCount: 1, hasOcr: false, tags: [], summary: null },
    { overwrite },
  );

/** Writes and publishes a document; answers its id. */
export async function addDocument(
  writes: DocumentWrites,
  collection: Pick<CollectionRow, '_id'>,
  document: TestDocument & { overwrite?: boolean },
): Promise<string> {
  const version = await writeUnpublished(writes, collection, document);
  const outcome = await publish(writes, version, document.texts.length, document.overwrite);
  if (outcome.state !== 'published') throw new Error(`not published: ${outcome.state}`);
  return version.documentId;
}
