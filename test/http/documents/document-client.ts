import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Client } from '@elastic/elasticsearch';
import { createBlobStore } from '../../../src/blobs';
import {
  type ChunkContent,
  type CustomMetadata,
  nowhere,
  type Region,
} from '../../../src/domain/documents/document';
import { type Permission } from '../../../src/domain/documents/permissions';
import { type CollectionRow } from '../../../src/stores/documents/contents/collections';
import { createDocumentWrites, type OpenDocument } from '../../../src/stores/documents/document-writes';
import { createSearchIndex } from '../../../src/stores/documents/search-index';
import { freePort } from '../../../embedded/processes/free-port';
import { startApi, type TestApi, type TestKey, type TestResponse } from '../../setup/api';
import { foundChunks } from '../../setup/found-chunks';

export interface ErrorBody {
  error: string;
  message: string;
  details: unknown;
  success: boolean;
}
export interface IssueBody {
  detail: { loc: unknown[]; type: string }[];
}

/** A document to be written; everything has a default. */
export interface NewDocument {
  filename?: string;
  custom?: CustomMetadata;
  /** Texts, or chunks with more to them. */
  chunks?: (string | Partial<ChunkContent & { tags: string[]; summary: string | null; vector: number[] }>)[];
  pages?: { text: string; regions?: Region[] }[];
  pageCount?: number | null;
  head?: Partial<OpenDocument['head']>;
  /** Leaves it invisible, as while it is being indexed. */
  unpublished?: boolean;
}

/** The whole API over the real stores, with documents at hand. */
export interface DocumentApi extends TestApi {
  key: TestKey;
  /** A collection of the key's organization, made where it is missing. */
  collection(name: string): Promise<CollectionRow>;
  /** Puts a document into a collection; answers its id. */
  add(collection: string, document?: NewDocument): Promise<string>;
  copy(source: string, target: string, includeGraph?: boolean): Promise<void>;
  /** A request with the key of the tests. */
  call<T = ErrorBody>(method: string, path: string, json?: unknown, key?: string): Promise<TestResponse<T>>;
  keyWith(permissions: Permission[]): Promise<string>;
  /** Ids of the chunks that the search index finds for a filter, in a collection as it stands. */
  found(collection: string, filter: object): Promise<string[]>;
  /** From now on metadata is written while the search index is away, or no more. */
  loseSearch(lost: boolean): void;
}

const embedding = { model: 'test-1', dimensions: 3 };

export async function startDocumentApi(): Promise<DocumentApi> {
  const folder = await mkdtemp(join(tmpdir(), 'sheaf-documents-'));
  const nowhereClient = new Client({ node: `http://127.0.0.1:${await freePort()}`, maxRetries: 0 });
  let lost = false;
  const api = await startApi({
    env: { BLOB_FOLDER: folder, PUBLIC_URL: 'https://sheaf.example' },
    deps: (config, { mongo, documentWrites }) => {
      const away = createDocumentWrites({ db: mongo.db, search: createSearchIndex(nowhereClient) });
      return {
        blobs: createBlobStore(config),
        documentWrites: {
          ...documentWrites,
          writeMetadata: (...change) => (lost ? away : documentWrites).writeMetadata(...change),
        },
      };
    },
  });
  const key = await api.createKey();
  const tenant = { organizationId: key.organizationId, environment: 'production' as const };
  const { stores, documentWrites } = api;
  let attempts = 0;

  async function collection(name: string): Promise<CollectionRow> {
    const ensured = await stores.collections.ensure(tenant, name, { description: null, metadata: null });
    return ensured.collection;
  }

  return {
    ...api,
    key,
    collection,
    async add(name, document = {}) {
      const {
        filename = 'a.txt',
        custom = {},
        chunks = ['text'],
        pages = [],
        pageCount = null,
        head,
      } = document;
      const { _id: collectionId } = await collection(name);
      const version = await documentWrites.open({
        collectionId,
        attemptKey: `attempt-${++attempts}`,
        embedding,
        head: {
          identity: `test:${attempts}`,
          contentSha256: 'ab',
          filename,
          contentType: 'text/plain',
          fileType: 'txt',
          fileSize: 12,
          modality: 'document',
          title: null,
          custom,
          source: { type: 'url', uri: `https://example.com/${filename}` },
          jobId: 'job_1',
          syncId: null,
          ...head,
        },
      });
      const rows = chunks.map((chunk) => ({
        type: 'body' as const,
        text: 'text',
        tokenCount: 1,
        location: nowhere,
        headingPath: [],
        language: null,
        origin: 'text' as const,
        regions: [],
        tags: [],
        summary: null,
        vector: [1, 0, 0],
        ...(typeof chunk === 'string' ? { text: chunk } : chunk),
      }));
      for (let from = 0; from < rows.length; from += 500)
        await documentWrites.addChunks(version, from, rows.slice(from, from + 500));
      await documentWrites.addPages(
        version,
        pages.map(({ text, regions = [] }, page) => ({
          page,
          text,
          width: 612,
          height: 792,
          ocr: true,
          regions,
        })),
      );
      if (document.unpublished === true) return version.documentId;
      const tail = {
        chunkCount: rows.length,
        pageCount,
        hasOcr: pages.length > 0,
        languages: {},
        tags: ['t'],
        summary: 's',
      };
      const outcome = await documentWrites.publish([{ version, tail }], { overwrite: false });
      if (outcome.state !== 'published') throw new Error(outcome.state);
      return version.documentId;
    },
    async copy(source, target, includeGraph = true) {
      const { state } = await stores.collections.copy(tenant, { source, target, includeGraph });
      if (state !== 'copied') throw new Error(state);
    },
    call: (method, path, json, text = key.text) =>
      api.request(path, { method, key: text, ...(json !== undefined && { json }) }),
    keyWith: async (permissions) => (await api.createKey({ permissions })).text,
    async found(name, filter) {
      const row = (await stores.collections.find(tenant, name))!;
      return foundChunks(api, row, filter);
    },
    loseSearch(now) {
      lost = now;
    },
    async close() {
      await api.close();
      await nowhereClient.close();
      await rm(folder, { recursive: true });
    },
  };
}

/** A region of a page, with a figure or without. */
export function region(number: number, page: number, figureId: string | null = null): Region {
  const type = figureId === null ? 'body' : 'figure';
  const box = { left: 0.1, top: 0.2, width: 0.5, height: 0.25 };
  return { regionId: `r_${number}`, page, type, text: `region ${number}`, figureId, box, confidence: 0.98 };
}
