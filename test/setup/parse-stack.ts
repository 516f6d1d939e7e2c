import { type RequestListener } from 'node:http';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { type ApiDeps } from '../../api/deps';
import {
  type AcceptedParseJob,
  type ParseChunksPage,
  type ParseJobResource,
} from '../../api/documents/schemas/parse-jobs';
import { type AnnouncedUpload, type UploadedFile } from '../../api/platform/schemas/uploads';
import { createLinkCopies, type LinkCopies } from '../../api/documents/parse-jobs/link-copies';
import { createLog } from '../../src/log';
import { createBlobStore } from '../../src/blobs';
import { createGuardedClient } from '../../src/net';
import { createObjectStores, type ObjectStores } from '../../src/object-stores';
import { evaluationIndexes } from '../../src/stores/documents/evaluations/evaluations';
import { indexJobIndexes } from '../../src/stores/documents/index-jobs/index-jobs';
import { parseJobIndexes } from '../../src/stores/documents/parse-jobs/parse-jobs';
import { startFileServer, type FileServer } from '../net/file-server';
import { createTestAuthority } from '../net/certificates';
import { startApi, type TestApi, type TestKey, type TestResponse } from './api';
import { type ProgramProcess, startProgram } from './program-process';
import { servers } from './servers';
import { createNamespace, type TestNamespace } from './temporal';

/** Options that a caller sends with a file to parse. */
export interface ParseFields {
  include_tags_summary?: boolean;
  include_images?: boolean;
  include_verified_facts?: boolean;
  include_hidden_sheets?: boolean;
}

/** The whole path of a parse job: the API in this process, real servers, and worker programs on demand. */
export interface ParseStack {
  api: TestApi;
  temporal: TestNamespace;
  key: TestKey;
  /** Environment of the programs of this stack. */
  env: Record<string, string>;
  /**
   * HTTPS, with a certificate that API and workers trust; answers with what `files` holds for a path, or for
   * `anyPath`, else 404.
   */
  links: FileServer & { files: Map<string, Buffer | RequestListener> };
  startWorker(args?: string[]): Promise<ProgramProcess>;
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
  /** All chunks, page by page. */
  chunks(jobId: string): Promise<ParseChunksPage['chunks']>;
  /**
   * Credits and places that are held right now, and charges, by the ids of their jobs, once nothing that has
   * ended is left to settle: an end shows a moment before its bill.
   */
  holds(): Promise<{ credits: string[]; places: string[]; charged: Record<string, number> }>;
  /** Settles once no link is copied any more that was accepted before. */
  copied(): Promise<void>;
  close(): Promise<void>;
}

const pollMs = 100;
/** Path of the file that answers where no other one does. */
export const anyPath = '*';

/** @param options.deps parts in place of the stack's own */
export async function startParseStack(
  options: { env?: Record<string, string>; deps?: (temporal: TestNamespace) => Partial<ApiDeps> } = {},
): Promise<ParseStack> {
  const folder = await mkdtemp(join(tmpdir(), 'sheaf-parse-'));
  const [temporal, authority] = await Promise.all([createNamespace(), createTestAuthority()]);
  const caFile = join(folder, 'ca.pem');
  await writeFile(caFile, authority.ca);
  const files = new Map<string, Buffer | RequestListener>();
  const server = await startFileServer(await authority.issue(), (request, response) => {
    const file = files.get(request.url ?? '') ?? files.get(anyPath);
    if (typeof file === 'function') file(request, response);
    else if (file === undefined) response.writeHead(404).end();
    else response.end(file);
  });
  // The links stand in for search providers too.
  const endpoints = { IMPORT_ENDPOINTS: `algolia=${server.origin}` };
  const outbound = createGuardedClient({ allowCidrs: ['127.0.0.0/8'], ca: [authority.ca] });
  let linkCopies: LinkCopies | undefined;
  let objectStores: ObjectStores | undefined;
  const api = await startApi({
    env: {
      DATA_DIR: folder,
      TEMPORAL_ADDRESS: temporal.address,
      PUBLIC_URL: 'https://sheaf.example',
      ...endpoints,
      ...options.env,
    },
    deps: (config, { stores }) => {
      const blobs = createBlobStore(config);
      linkCopies = createLinkCopies({ blobs, outbound, stores, log: createLog('silent', 'test') });
      const { OBJECT_STORE_ENDPOINTS: endpoints } = config;
      objectStores = createObjectStores({ allowCidrs: ['127.0.0.0/8'], endpoints });
      const { jobs } = temporal;
      return { blobs, jobs, outbound, objectStores, linkCopies, ...options.deps?.(temporal) };
    },
  });
  const key = await api.createKey();
  const env = {
    ...endpoints,
    ...options.env,
    MONGODB_URL: api.url,
    ELASTICSEARCH_URL: servers().elasticsearchUrl,
    TEMPORAL_ADDRESS: temporal.address,
    TEMPORAL_NAMESPACE: temporal.namespace,
    SIGNING_KEY: api.deps.config.SIGNING_KEY,
    DATA_DIR: folder,
    PUBLIC_URL: 'https://sheaf.example',
    OUTBOUND_ALLOW_CIDRS: '127.0.0.0/8',
    NODE_EXTRA_CA_CERTS: caFile,
  };
  const programs: ProgramProcess[] = [];

  const accept: ParseStack['accept'] = (input, fields = {}, { key: text = key.text, headers = {} } = {}) =>
    api.request('/v3/parse/spreadsheets', { key: text, json: { input, ...fields }, headers });

  const upload: ParseStack['upload'] = async (
    content,
    { filename = 'book.csv', key: text = key.text } = {},
  ) => {
    const form = new FormData();
    form.append('file', new Blob([content]), filename);
    const { body } = await api.request<UploadedFile>('/v3/parse/uploads', { key: text, body: form });
    return body.file_id;
  };

  const uploadRecords: ParseStack['uploadRecords'] = async (text, { key: keyText = key.text } = {}) => {
    const body = Buffer.from(text);
    const json = { filename: 'records.ndjson', byte_size: body.length, content_type: 'application/x-ndjson' };
    const announced = await api.request<AnnouncedUpload>('/v3/uploads', { key: keyText, json });
    const path = announced.body.upload_url.replace(api.deps.config.PUBLIC_URL, '');
    const sent = await api.request<{ file_id: string }>(path, { method: 'PUT', body });
    return sent.body.file_id;
  };

  const job: ParseStack['job'] = (jobId) => api.request(`/v3/parse/jobs/${jobId}`, { key: key.text });

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

  async function allSettled(): Promise<void> {
    const unsettled = { completedAt: { $ne: null }, checkAt: { $exists: true } };
    for (const { collection } of [parseJobIndexes, indexJobIndexes, evaluationIndexes])
      while ((await api.mongo.db.collection(collection).countDocuments(unsettled)) > 0)
        await new Promise((resolve) => setTimeout(resolve, pollMs));
  }

  return {
    api,
    temporal,
    key,
    env,
    links: { ...server, files },
    async startWorker(args = []) {
      const program = await startProgram('worker', env, args);
      programs.push(program);
      return program;
    },
    upload,
    uploadRecords,
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
      const all: ParseChunksPage['chunks'] = [];
      let cursor: number | null = 0;
      while (cursor !== null) {
        const path = `/v3/parse/jobs/${jobId}/chunks?limit=500&cursor=${cursor}`;
        const page: TestResponse<ParseChunksPage> = await api.request(path, { key: key.text });
        all.push(...page.body.chunks);
        cursor = page.body.next_cursor;
      }
      return all;
    },
    async holds() {
      await allSettled();
      const [credits, places, ledger] = await Promise.all([
        api.stores.credits.listHolds(new Date(Date.now() + 60_000), 10_000),
        api.stores.capacity.holders('parse'),
        api.mongo.db.collection<{ _id: string; halfCredits: number }>('credits').find().toArray(),
      ]);
      return {
        credits: credits.map(({ id }) => id),
        places: places.map(({ id }) => id),
        charged: Object.fromEntries(ledger.map(({ _id, halfCredits }) => [_id, halfCredits / 2])),
      };
    },
    copied: async () => linkCopies?.settled(),
    async close() {
      await linkCopies?.close();
      await objectStores?.close();
      await Promise.all(programs.map((program) => program.sigkill()));
      await Promise.all([api.close(), temporal.close(), outbound.close(), server.close()]);
      await rm(folder, { recursive: true, force: true, maxRetries: 3 });
    },
  };
}
