import { createHash } from 'node:crypto';
import { once } from 'node:events';
import { mkdtemp, readdir, rm } from 'node:fs/promises';
import { connect, type Socket } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { documentsDetail } from '../../../api/documents/family';
import { uploadRoutes } from '../../../api/platform/uploads/routes';
import { spreadsheetSniffer } from '../../../src/services/documents/uploads/spreadsheet-sniffer';
import {
  type AnnouncedUpload,
  type UploadedFile,
  type UploadResource,
} from '../../../api/platform/uploads/schema';
import { type BlobStore, createBlobStore } from '../../../src/blobs';
import { startApi, type TestApi, type TestResponse } from '../../setup/api';

export interface ErrorBody {
  error: string;
  message: string;
  path: string;
}

export interface IssueBody {
  detail: { loc: unknown[]; type: string }[];
}

export interface SentPart {
  /** Default `file`. */
  name?: string;
  /** A part without one is a field. */
  filename?: string;
  content: Buffer | string;
}

/**
 * The upload routes over the folder driver, with a key that may use them, and a look at what they leave
 * behind.
 */
export interface UploadApi extends TestApi {
  key: string;
  blobs: BlobStore;
  /** Sends a form with one file. */
  upload<T = UploadedFile>(content?: Buffer | string, filename?: string): Promise<TestResponse<T>>;
  announce(byteSize?: number, extra?: object): Promise<AnnouncedUpload & { path: string }>;
  put<T = ErrorBody>(path: string, body: RequestInit['body']): Promise<TestResponse<T>>;
  state(fileId: string): Promise<UploadResource>;
  /** Paths of all files of the blob store. */
  files: () => Promise<string[]>;
  /** All rows and files. */
  everything: () => Promise<{ rows: object[]; files: string[] }>;
  /** Begins a request by hand, to break it off at will. */
  begin(head: string[], body: Buffer | string): Promise<Socket>;
}

export const csv = Buffer.from('Region,Q1\nNorth,10\n');
/** More than the first bytes that are looked at, and more than fits into the buffers on the way. */
export const largeCsv = Buffer.concat([csv, Buffer.alloc(3_000_000, 'a,b\n')]);
export const sha256 = (bytes: Buffer) => createHash('sha256').update(bytes).digest('hex');
export const idOf = (fileId: string) => fileId.replace('svc://', '');

export async function startUploadApi(): Promise<UploadApi> {
  const folder = await mkdtemp(join(tmpdir(), 'sheaf-uploads-'));
  const api = await startApi({
    // Retention looks at the uploads of all organizations.
    ownDatabase: true,
    env: { BLOB_FOLDER: folder, PUBLIC_URL: 'https://sheaf.example' },
    routes: (deps) =>
      uploadRoutes({ ...deps, spreadsheetSniffer }, { family: documentsDetail, access: 'index' }),
    deps: (config) => ({ blobs: createBlobStore(config) }),
  });
  const { text: key } = await api.createKey();
  const { hostname, port } = new URL(api.baseUrl);

  async function files(): Promise<string[]> {
    const entries = await readdir(folder, { recursive: true, withFileTypes: true }).catch(
      (error: unknown) => {
        // A folder that is removed while it is being listed: look again.
        if ((error as NodeJS.ErrnoException).code === 'ENOENT') return null;
        throw error;
      },
    );
    if (entries === null) return files();
    const paths = entries
      .filter((entry) => entry.isFile())
      .map((entry) => join(entry.parentPath, entry.name));
    return paths.map((path) => path.slice(folder.length + 1)).sort();
  }

  return {
    ...api,
    key,
    blobs: api.deps.blobs,
    upload: (content = csv, filename = 'book.csv') =>
      api.request('/v3/parse/uploads', { key, body: form({ filename, content }) }),
    async announce(byteSize = csv.length, extra = {}) {
      const json = { filename: 'big.csv', byte_size: byteSize, content_type: 'text/csv', ...extra };
      const { body } = await api.request<AnnouncedUpload>('/v3/uploads', { key, json });
      return { ...body, path: body.upload_url.replace('https://sheaf.example', '') };
    },
    put: (path, body) => api.request(path, { method: 'PUT', body }),
    state: async (fileId) => (await api.request<UploadResource>(`/v3/uploads/${idOf(fileId)}`, { key })).body,
    files,
    everything: async () => ({
      rows: await api.mongo.db.collection('uploads').find().sort({ _id: 1 }).toArray(),
      files: await files(),
    }),
    async begin(head, body) {
      const socket = connect(Number(port), hostname);
      socket.on('error', () => undefined);
      await once(socket, 'connect');
      socket.write([...head, 'Host: sheaf', '', ''].join('\r\n'));
      socket.write(body);
      return socket;
    },
    async close() {
      await api.close();
      await rm(folder, { recursive: true });
    },
  };
}

export function form(...parts: SentPart[]): FormData {
  const data = new FormData();
  for (const { name = 'file', filename, content } of parts) {
    if (filename === undefined) data.append(name, content.toString());
    else data.append(name, new Blob([content]), filename);
  }
  return data;
}

/** The beginning of a form with the boundary `b`, up to the end of its file. */
export function formHead(content: Buffer | string): string {
  return `--b\r\nContent-Disposition: form-data; name="file"; filename="a.csv"\r\n\r\n${content.toString()}`;
}

export const formEnd = '\r\n--b--\r\n';

/** A body without `Content-Length`. */
export function chunked(...pieces: (Buffer | string)[]): ReadableStream {
  return new ReadableStream({
    pull(controller) {
      const piece = pieces.shift();
      if (piece === undefined) controller.close();
      else controller.enqueue(Buffer.from(piece));
    },
  });
}

/** Looks until what it sees is as expected; the time limit of the test ends it otherwise. */
export async function until<T>(look: () => Promise<T>, expected: (seen: T) => boolean): Promise<T> {
  for (;;) {
    const seen = await look();
    if (expected(seen)) return seen;
  }
}
