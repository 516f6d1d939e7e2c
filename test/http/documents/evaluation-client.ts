import {
  type CancelledEvaluation,
  type CreatedEvaluation,
  type EvaluationCaseBody,
  type EvaluationResource,
} from '../../../api/documents/evaluations/schema';
import { type Jobs } from '../../../src/jobs';
import { pathOfUrl, type TestApi, type TestResponse } from '../../setup/api';
import { type DocumentApi, startDocumentApi } from './document-client';

/** A case as it stands in a file. */
export type SentCase = object | string | Buffer;

/** The routes of evaluations, as a client calls them. */
export interface EvaluationClient {
  announce<T = { upload_id: string; upload_url: string; expires_at: string }>(
    byteSize: number,
    options?: { collection?: string; key?: string; extra?: object },
  ): Promise<TestResponse<T>>;
  /** Uploads cases; texts and bytes are lines as they are. Answers the id of the upload. */
  upload(cases: readonly SentCase[], options?: { key?: string; collection?: string }): Promise<string>;
  create<T = CreatedEvaluation>(
    uploadId: string,
    configs: readonly object[],
    options?: { collection?: string; key?: string; headers?: Record<string, string> },
  ): Promise<TestResponse<T>>;
  get<T = EvaluationResource>(evalId: string, query?: string, key?: string): Promise<TestResponse<T>>;
  cancel(evalId: string): Promise<TestResponse<CancelledEvaluation>>;
  answer<T>(evalId: string, caseId: string, config: string, key?: string): Promise<TestResponse<T>>;
  /** The evaluation once this holds of it. */
  when(evalId: string, holds: (evaluation: EvaluationResource) => boolean): Promise<EvaluationResource>;
  /** All cases, page by page. */
  items(evalId: string): Promise<EvaluationCaseBody[]>;
}

const pollMs = 50;

/** A file of cases. */
export function casesFile(cases: readonly SentCase[]): Buffer {
  const lines = cases.map((one) =>
    Buffer.isBuffer(one) ? one : Buffer.from(typeof one === 'string' ? one : JSON.stringify(one)),
  );
  return Buffer.concat(lines.flatMap((line) => [line, Buffer.from('\n')]));
}

/** @param theKey what requests are made with, unless they say otherwise */
export function evaluationClient(
  api: Pick<TestApi, 'request'>,
  theKey: string,
  theCollection = 'manuals',
): EvaluationClient {
  const client: EvaluationClient = {
    announce: (byteSize, { collection = theCollection, key = theKey, extra = {} } = {}) =>
      api.request(`/v3/collections/${collection}/evals/uploads`, {
        key,
        json: { filename: 'cases.ndjson', byte_size: byteSize, ...extra },
      }),

    async upload(cases, options = {}) {
      const file = casesFile(cases);
      const announced = await client.announce(file.length, options);
      const path = pathOfUrl(announced.body.upload_url);
      const put = await api.request(path, { method: 'PUT', body: file });
      if (put.status !== 200) throw new Error(`not uploaded: ${put.status} ${put.text}`);
      return announced.body.upload_id;
    },

    create: (uploadId, configs, { collection = theCollection, key = theKey, headers = {} } = {}) =>
      api.request(`/v3/collections/${collection}/evals`, {
        key,
        headers,
        json: { upload_id: uploadId, configs },
      }),

    get: (evalId, query = '', key = theKey) => api.request(`/v3/evals/${evalId}${query}`, { key }),

    cancel: (evalId) => api.request(`/v3/evals/${evalId}`, { key: theKey, method: 'DELETE' }),

    answer: (evalId, caseId, config, key = theKey) =>
      api.request(`/v3/evals/${evalId}/answers/${encodeURIComponent(caseId)}/${config}`, { key }),

    async when(evalId, holds) {
      for (;;) {
        const { body } = await client.get(evalId, '?items_limit=1');
        if (holds(body)) return body;
        await new Promise((resolve) => setTimeout(resolve, pollMs));
      }
    },

    async items(evalId) {
      const all: EvaluationCaseBody[] = [];
      let query: string | null = '?items_limit=500';
      while (query !== null) {
        const { body }: TestResponse<EvaluationResource> = await client.get(evalId, query);
        all.push(...body.items);
        const next: string | null = body.items_page.next_cursor;
        query = next === null ? null : `?items_limit=500&items_cursor=${next}`;
      }
      return all;
    },
  };
  return client;
}

/** The routes of evaluations over documents, without Temporal: what it would have been asked is noted. */
export interface EvaluationApi {
  api: DocumentApi;
  evals: EvaluationClient;
  started: Parameters<Jobs['evaluations']['start']>[0][];
  cancelled: string[];
  /** Starts fail with this from now on; null for no more. */
  failStarts(error: Error | null): void;
  /** How much there is of everything that a request may leave behind. */
  left(): Promise<{ holds: number; evaluations: number; items: number; started: number }>;
}

export const goodCase = { id: 'q1', query: 'renewal', expected_files: ['form.pdf'] };

/** With a collection `manuals`, in which `form.pdf` is one document and `twice.pdf` two. */
export async function startEvaluationApi(): Promise<EvaluationApi> {
  const api = await startDocumentApi();
  const started: EvaluationApi['started'] = [];
  const cancelled: string[] = [];
  let startError: Error | null = null;
  api.deps.jobs = {
    ...api.deps.jobs,
    evaluations: {
      describe: () => Promise.resolve('missing'),
      stoppedSince: () => Promise.resolve([]),
      start(evaluation) {
        if (startError !== null) return Promise.reject(startError);
        started.push(evaluation);
        return Promise.resolve('running');
      },
      cancel(evalId) {
        cancelled.push(evalId);
        return Promise.resolve();
      },
    },
  };
  for (const filename of ['form.pdf', 'twice.pdf', 'twice.pdf']) await api.add('manuals', { filename });
  const rows = (collection: string) => api.mongo.db.collection(collection).countDocuments();
  return {
    api,
    started,
    cancelled,
    evals: evaluationClient(api, api.key.text),
    failStarts(error) {
      startError = error;
    },
    left: async () => ({
      holds: (await api.stores.credits.listHolds(new Date(Date.now() + 60_000), 100)).length,
      evaluations: await rows('evals'),
      items: await rows('eval_items'),
      started: started.length,
    }),
  };
}
