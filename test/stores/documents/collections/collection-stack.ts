import { type CollectionRow } from '../../../../src/stores/documents/contents/collections';
import {
  type DocumentUpkeep,
  type DocumentWrites,
  type NewChunk,
  type OpenVersion,
} from '../../../../src/stores/documents/document-writes';
import { nowhere, type Region } from '../../../../src/domain/documents/document';
import { nameIdentity, partIdentity } from '../../../../src/domain/documents/source-identity';
import { type Tenant } from '../../../../src/domain/platform/tenancy';
import { type TestDatabase } from '../../../setup/database';

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
    type: 'body',
    text,
    tokenCount: 1,
    location: nowhere,
    headingPath: [],
    language: null,
    origin: 'text',
    regions: [],
    vector,
    tags: [],
    summary: null,
  };
}

const pictured: Region = {
  regionId: 'r_1',
  page: 0,
  type: 'figure',
  text: '',
  figureId: 'fig_0_ab',
  confidence: 1,
  box: { left: 0, top: 0, width: 1, height: 1 },
};

/** The facts of a document that these tests need. */
export interface TestDocument {
  name: string;
  /** Place in its file: of what lies beside the file's own document. */
  part?: number;
  texts: string[];
  jobId?: string;
  syncId?: string | null;
  /** Mark of the object that it is made from. */
  etag?: string;
  attemptKey?: string;
  documentId?: string;
  /** Whether its chunks show a picture. */
  figure?: boolean;
}

let attempts = 0;

/** Writes a document up to the point where only publishing is left. */
export async function writeUnpublished(
  writes: DocumentWrites,
  collection: Pick<CollectionRow, '_id'>,
  document: TestDocument,
): Promise<OpenVersion> {
  const {
    name,
    part = 0,
    texts,
    jobId = 'job_1',
    syncId = null,
    etag,
    attemptKey = `attempt-${++attempts}`,
    documentId,
  } = document;
  const version = await writes.open({
    collectionId: collection._id,
    attemptKey,
    embedding,
    ...(documentId !== undefined && { documentId }),
    head: {
      identity: partIdentity(nameIdentity(name), part),
      contentSha256: 'ab',
      filename: name,
      contentType: 'text/plain',
      fileType: 'txt',
      fileSize: 1,
      modality: 'document',
      title: null,
      custom: {},
      source: { type: 'text', uri: null, ...(etag !== undefined && { etag }) },
      jobId,
      syncId,
    },
  });
  const regions = document.figure === true ? [pictured] : [];
  const chunks = texts.map((text) => ({ ...paragraph(text), regions }));
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
) => writes.publish([{ version, tail: tailOf(chunkCount) }], { overwrite });

const tailOf = (chunkCount: number) => ({
  chunkCount,
  pageCount: 1,
  hasOcr: false,
  languages: { [chunkCount % 2 === 0 ? 'en' : 'yo']: chunkCount },
  tags: [],
  summary: null,
});

/** Writes and publishes what one file became, its own document first; answers the ids. */
export async function addFile(
  writes: DocumentWrites,
  collection: Pick<CollectionRow, '_id'>,
  parts: readonly TestDocument[],
): Promise<string[]> {
  const versions: OpenVersion[] = [];
  for (const part of parts) versions.push(await writeUnpublished(writes, collection, part));
  const written = versions.map((version, i) => ({ version, tail: tailOf(parts[i]!.texts.length) }));
  const outcome = await writes.publish(written, { overwrite: true });
  if (outcome.state !== 'published') throw new Error(`not published: ${outcome.state}`);
  return versions.map(({ documentId }) => documentId);
}

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

/** Does all that upkeep of the search index, versions and namespaces has to do. */
export async function collect(upkeep: DocumentUpkeep): Promise<void> {
  await upkeep.repairSearch();
  while ((await upkeep.removeVersions(() => undefined)).more);
  for (let after: string | null = null; ;) {
    ({ after } = await upkeep.collectNamespaces(after, () => undefined));
    if (after === null) return;
  }
}

/** Collections of MongoDB in which nothing is left of collections that are gone. */
const leftEmpty = [
  'documents',
  'chunks',
  'pages',
  'relations',
  'tombstones',
  'sync_tombstones',
  'namespaces',
];

/** Nothing is left of collections that are gone. */
export async function expectNothingLeft({ mongo }: TestDatabase): Promise<void> {
  for (const held of leftEmpty)
    expect([held, await mongo.db.collection(held).countDocuments()]).toEqual([held, 0]);
}
