import { type JobResource } from '../../api/products/jobs/schema';
import { type IndexResource } from '../../api/products/indexes/schema';
import { ID_PREFIX } from '../../src/domain/platform/ids';
import { newId } from '../../src/stores/mongo/new-id';
import { type ProductIndexRow } from '../../src/stores/products/product-index-row';
import { type ReachedApi, type TestKey, type TestResponse } from './api';

/** Answer of a search, as far as tests look at it. */
export interface SearchAnswer {
  /** Groups where hits are grouped, records where not. */
  total: number;
  total_records: number;
  build: string;
  hits: ({ id: string; _score: number } & Record<string, unknown>)[];
}

/** Calls of product search, with the key of a stack where none is given. */
export interface ProductCalls {
  /**
   * Asks a route of `/v1` with the key of the stack; again while a limit of a second refuses, or a busy machine
   * does not count facets in their time.
   */
  v1<T>(
    path: string,
    options?: { method?: string; json?: unknown; key?: string; headers?: Record<string, string> },
  ): Promise<TestResponse<T>>;
  createIndex(name: string, members?: object): Promise<IndexResource>;
  /** Stages records under their member `id`, past the API. */
  stage(name: string, records: readonly object[], options?: { replacesAll?: boolean }): Promise<void>;
  /** Starts a build; answers its job. */
  build(name: string): Promise<JobResource>;
  /** The job in its final state. */
  endedJob(jobId: string): Promise<JobResource>;
  /** Builds an index; answers the ended job. */
  built(name: string): Promise<JobResource>;
  getIndex(name: string): Promise<IndexResource>;
  /** Row of an index. */
  indexRow(name: string): Promise<ProductIndexRow>;
  search(name: string, query?: string, perPage?: number): Promise<SearchAnswer>;
}

/** Refusals of a moment. */
const refusedForNow = new Set(['RATE_LIMITED', 'FACET_TIMEOUT']);

export function productCalls(api: ReachedApi, key: TestKey): ProductCalls {
  const v1: ProductCalls['v1'] = async <T>(
    path: string,
    { key: text = key.text, ...options }: Parameters<ProductCalls['v1']>[1] = {},
  ) => {
    for (;;) {
      const answer = await api.request<T>(`/v1${path}`, { key: text, ...options });
      const { error = '' } = (answer.body as { error?: string } | undefined) ?? {};
      if (!refusedForNow.has(error)) return answer;
    }
  };

  /** The body of an answer with this status. */
  async function expected<T>(answer: Promise<TestResponse<T>>, wanted: number): Promise<T> {
    const { status, text, body } = await answer;
    if (status !== wanted) throw new Error(`${status} instead of ${wanted}: ${text}`);
    return body;
  }

  async function endedJob(jobId: string): Promise<JobResource> {
    for (;;) {
      const job = await expected(v1<JobResource>(`/jobs/${jobId}?wait=30`), 200);
      if (job.status === 'succeeded' || job.status === 'failed') return job;
    }
  }

  const getIndex = (name: string) => expected(v1<IndexResource>(`/indexes/${name}`), 200);

  async function indexRow(name: string): Promise<ProductIndexRow> {
    const tenant = { organizationId: key.organizationId, environment: 'production' as const };
    return (await api.stores.productIndexes.find(tenant, name))!;
  }

  async function build(name: string): Promise<JobResource> {
    const started = v1<{ job: JobResource }>(`/indexes/${name}/build`, { method: 'POST' });
    return (await expected(started, 202)).job;
  }

  return {
    v1,
    createIndex: (name, members = {}) =>
      expected(
        v1<IndexResource>('/indexes', { method: 'POST', json: { name, id_field: 'id', ...members } }),
        201,
      ),
    async stage(name, records, { replacesAll = false } = {}) {
      const { stores } = api;
      const row = await indexRow(name);
      const upload = { indexId: row._id, uploadId: newId(ID_PREFIX.stagedUpload) };
      await stores.stagedUploads.begin({
        ...upload,
        organizationId: row.organizationId,
        environment: row.environment,
      });
      const entries = records.map((record, place) => ({
        recordId: String((record as { id: unknown }).id),
        place,
        text: JSON.stringify(record),
      }));
      await stores.recordEntries.stage(upload, entries);
      await stores.commitUpload({
        ...upload,
        ids: new Set(entries.map(({ recordId }) => recordId)),
        idField: 'id',
        idOrigin: 'given',
        replacesAll,
        received: records.length,
        staged: records.length,
        rejected: 0,
        commitId: newId(ID_PREFIX.stagedUpload),
      });
    },
    build,
    endedJob,
    built: async (name) => endedJob((await build(name)).id),
    getIndex,
    indexRow,
    search: (name, query = '', perPage = 20) =>
      expected(
        v1<SearchAnswer>(`/indexes/${name}/search`, { method: 'POST', json: { query, per_page: perPage } }),
        200,
      ),
  };
}
