import { type AcceptedIndexJob } from '../../api/documents/schemas/indexing';
import { type IndexJobResource, type RolledBackJob } from '../../api/documents/schemas/index-jobs';
import { FINAL_INDEX_STATES } from '../../src/domain/documents/index-job';
import { type TestResponse } from './api';
import { embeddingModelFolder } from './embedding-model';
import { type ParseStack, startParseStack } from './parse-stack';

/** A document as lists show it, as far as tests look at it. */
export interface ListedDocument {
  document_id: string;
  filename: string;
  chunk_count: number;
}

/** The whole path of an indexing job, over the stack of parse jobs. */
export interface IndexStack extends ParseStack {
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

/** Collection of tests that need only one. */
const theCollection = 'manuals';
const pollMs = 100;

/** @param env of its API and workers, beside what every stack has */
export async function startIndexStack(env: Record<string, string> = {}): Promise<IndexStack> {
  const stack = await startParseStack({ env: { EMBEDDING_MODEL_DIR: await embeddingModelFolder(), ...env } });
  const { api, key } = stack;

  const indexJob: IndexStack['indexJob'] = (jobId, query = '') =>
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

  await createCollection(theCollection);
  return {
    ...stack,
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
  };
}
