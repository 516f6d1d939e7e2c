import { type AcceptedIndexJob } from '../../api/documents/indexing/schema';
import { type IndexJobResource, type RolledBackJob } from '../../api/documents/index-jobs/schema';
import {
  type AcceptedParseJob,
  type ParseChunksPage,
  type ParseJobResource,
  type SpreadsheetChunkResource,
} from '../../api/documents/parse-jobs/schema';
import { type AnnouncedUpload, type UploadedFile } from '../../api/platform/uploads/schema';
import { FINAL_INDEX_STATES } from '../../src/domain/documents/index-job';
import { pathOfUrl, type ReachedApi, type TestKey, type TestResponse } from './api';

/** Options that a caller sends with a file to parse. */
export interface ParseFields {
  include_tags_summary?: boolean;
  include_images?: boolean;
  include_verified_facts?: boolean;
  include_hidden_sheets?: boolean;
}

/** A document as lists show it, as far as tests look at it. */
export interface ListedDocument {
  document_id: string;
  filename: string;
  chunk_count: number;
}

/** Calls of parse and indexing jobs, with the key of a stack where none is given. */
export interface DocumentCalls {
  /** Uploads a file; answers its `svc://` id. */
  upload(content: Buffer, options?: { filename?: string; key?: string }): Promise<string>;
  /** Uploads records, which are no spreadsheet, in two steps; answers the `svc://` id. */
  uploadRecords(text: string, options?: { key?: string }): Promise<string>;
  accept(
    input: string,
    fields?: ParseFields,
    options?: { key?: string; headers?: Record<string, string> },
  ): Promise<TestResponse<AcceptedParseJob>>;
  /** Uploads a file and has it accepted; answers the job's id. */
  submit(content: Buffer, fields?: ParseFields): Promise<string>;
  job(jobId: string): Promise<TestResponse<ParseJobResource>>;
  cancel(jobId: string): Promise<TestResponse<ParseJobResource>>;
  /** The job once this holds of it. */
  jobWhen(jobId: string, holds: (job: ParseJobResource) => boolean): Promise<ParseJobResource>;
  /** The job in its final state. */
  ended(jobId: string): Promise<ParseJobResource>;
  /** All chunks of a parsed spreadsheet, page by page. */
  chunks(jobId: string): Promise<SpreadsheetChunkResource[]>;
  /** Asks an indexing route of the collection. */
  index(
    route: string,
    json: unknown,
    options?: { key?: string; collection?: string; headers?: Record<string, string> },
  ): Promise<TestResponse<AcceptedIndexJob>>;
  /** The id of an accepted job. @throws Error with the answer when it was refused */
  accepted(answer: Promise<TestResponse<AcceptedIndexJob>>): Promise<string>;
  indexJob(jobId: string, query?: string): Promise<TestResponse<IndexJobResource>>;
  indexJobWhen(jobId: string, holds: (job: IndexJobResource) => boolean): Promise<IndexJobResource>;
  /** The job in its final state. */
  indexed(jobId: string): Promise<IndexJobResource>;
  /** Asks for a rollback until it is not under way any more. */
  rollBack(jobId: string): Promise<TestResponse<RolledBackJob>>;
  createCollection(name: string): Promise<void>;
  documents(collection?: string): Promise<ListedDocument[]>;
}

/** Collection of calls that name none; `startStack` makes it. */
export const theCollection = 'manuals';
const pollMs = 100;

export function documentCalls(api: ReachedApi, key: TestKey): DocumentCalls {
  const uploads = uploadCalls(api, key);
  return { ...uploads, ...parseCalls(api, key, uploads.upload), ...indexCalls(api, key) };
}

function uploadCalls(api: ReachedApi, key: TestKey): Pick<DocumentCalls, 'upload' | 'uploadRecords'> {
  const upload: DocumentCalls['upload'] = async (
    content,
    { filename = 'book.csv', key: text = key.text } = {},
  ) => {
    const form = new FormData();
    form.append('file', new Blob([content]), filename);
    const { body } = await api.request<UploadedFile>('/v3/parse/uploads', { key: text, body: form });
    return body.file_id;
  };

  const uploadRecords: DocumentCalls['uploadRecords'] = async (text, { key: keyText = key.text } = {}) => {
    const body = Buffer.from(text);
    const json = { filename: 'records.ndjson', byte_size: body.length, content_type: 'application/x-ndjson' };
    const announced = await api.request<AnnouncedUpload>('/v3/uploads', { key: keyText, json });
    const path = pathOfUrl(announced.body.upload_url);
    const sent = await api.request<{ file_id: string }>(path, { method: 'PUT', body });
    return sent.body.file_id;
  };

  return { upload, uploadRecords };
}

function parseCalls(api: ReachedApi, key: TestKey, upload: DocumentCalls['upload']) {
  const accept: DocumentCalls['accept'] = (input, fields = {}, { key: text = key.text, headers = {} } = {}) =>
    api.request('/v3/parse/spreadsheets', { key: text, json: { input, ...fields }, headers });

  const job: DocumentCalls['job'] = (jobId) => api.request(`/v3/parse/jobs/${jobId}`, { key: key.text });

  async function jobWhen(
    jobId: string,
    holds: (job: ParseJobResource) => boolean,
  ): Promise<ParseJobResource> {
    for (;;) {
      const { body } = await job(jobId);
      if (holds(body)) return body;
      await new Promise((resolve) => setTimeout(resolve, pollMs));
    }
  }

  return {
    accept,
    async submit(content, fields) {
      const { status, body, text } = await accept(await upload(content), fields);
      if (status !== 202) throw new Error(`not accepted: ${status} ${text}`);
      return body.job_id;
    },
    job,
    cancel: (jobId) => api.request(`/v3/parse/jobs/${jobId}`, { method: 'DELETE', key: key.text }),
    jobWhen,
    ended: (jobId) => jobWhen(jobId, ({ status }) => status !== 'queued' && status !== 'processing'),
    async chunks(jobId) {
      const all: SpreadsheetChunkResource[] = [];
      let cursor: number | null = 0;
      while (cursor !== null) {
        const path = `/v3/parse/jobs/${jobId}/chunks?limit=500&cursor=${cursor}`;
        const page: TestResponse<ParseChunksPage> = await api.request(path, { key: key.text });
        all.push(...(page.body.chunks as SpreadsheetChunkResource[]));
        cursor = page.body.next_cursor;
      }
      return all;
    },
  } satisfies Partial<DocumentCalls>;
}

function indexCalls(api: ReachedApi, key: TestKey) {
  const indexJob: DocumentCalls['indexJob'] = (jobId, query = '') =>
    api.request(`/v2/jobs/${jobId}${query}`, { key: key.text });

  async function indexJobWhen(jobId: string, holds: (job: IndexJobResource) => boolean) {
    for (;;) {
      const { body } = await indexJob(jobId);
      if (holds(body)) return body;
      await new Promise((resolve) => setTimeout(resolve, pollMs));
    }
  }

  async function createCollection(name: string): Promise<void> {
    const { status, text } = await api.request(`/v2/collections/${name}`, { method: 'PUT', key: key.text });
    if (status !== 201) throw new Error(`no collection: ${status} ${text}`);
  }

  return {
    index: (route, json, { key: text = key.text, collection = theCollection, headers = {} } = {}) =>
      api.request(`/v2/collections/${collection}/index/${route}`, { key: text, json, headers }),
    async accepted(answer) {
      const { status, text, body } = await answer;
      if (status !== 202) throw new Error(`not accepted: ${status} ${text}`);
      return body.job_id;
    },
    indexJob,
    indexJobWhen,
    indexed: (jobId) =>
      indexJobWhen(jobId, ({ status }) => FINAL_INDEX_STATES.some((state) => state === status)),
    async rollBack(jobId) {
      for (;;) {
        const path = `/v2/jobs/${jobId}/rollback`;
        const answer = await api.request<RolledBackJob>(path, { method: 'PATCH', key: key.text });
        if (answer.status !== 202) return answer;
      }
    },
    createCollection,
    async documents(collection = theCollection) {
      const path = `/v2/collections/${collection}/documents?limit=1000`;
      const { body } = await api.request<{ documents: ListedDocument[] }>(path, { key: key.text });
      return body.documents;
    },
  } satisfies Partial<DocumentCalls>;
}
