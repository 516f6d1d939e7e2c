import { type QueryAnswerBody, type QueryV2AnswerBody } from '../../../api/documents/queries/schema';
import { createRerankers, type Embedder, type Reranker } from '../../../src/models';
import { createQueryEmbedders } from '../../../src/models/embedding/query-embedders';
import { createQueryEngine } from '../../../src/retrieval';
import { type TestResponse } from '../../setup/api';
import { type DocumentApi, type ErrorBody, type NewDocument, startDocumentApi } from './document-client';

type NewChunk = NonNullable<NewDocument['chunks']>[number];

/** The whole API over real stores, with a model of three words in place of the real one. */
export interface QueryApi extends DocumentApi {
  /** Texts that were embedded as queries. */
  embedded: string[];
  /** Stands in for the local rerankers; null for the real ones. */
  rerankBy(reranker: Reranker['rerank'] | null): void;
  /** Makes the embedding model fail, or work again. */
  loseModel(lost: boolean): void;
  /** A v3 query with an answer. @throws Error with any other answer */
  ask(collection: string, body: Record<string, unknown>): Promise<QueryAnswerBody>;
  askV2(collection: string, body: Record<string, unknown>): Promise<QueryV2AnswerBody>;
  /** A v3 query, whatever the answer. */
  post(collection: string, body: unknown, key?: string): Promise<TestResponse<ErrorBody & QueryAnswerBody>>;
}

/** Words of the model: a vector counts how often a text has each of them. */
const words = ['alpha', 'beta', 'gamma'];

/** The direction of a text. */
function vectorOf(text: string): number[] {
  const counts = words.map((word) => 0.01 + text.split(word).length - 1);
  const length = Math.hypot(...counts);
  return counts.map((count) => count / length);
}

/** Starts the API; documents that are added are found at once. */
export async function startQueryApi(): Promise<QueryApi> {
  const api = await startDocumentApi();
  const embedded: string[] = [];
  let modelLost = false;
  let rerank: Reranker['rerank'] | null = null;
  const { stores, search, config, log } = api.deps;
  const embedder: Embedder = {
    id: 'test-1',
    dimensions: 3,
    countTokens: () => 1,
    close: () => Promise.resolve(),
    embed(texts) {
      if (modelLost) return Promise.reject(new DOMException('no answer', 'TimeoutError'));
      embedded.push(...texts);
      return Promise.resolve(texts.map((text) => Float32Array.from(vectorOf(text))));
    },
  };
  const real = createRerankers(config);
  api.deps.queryEngine = createQueryEngine({
    stores,
    search,
    log,
    embedders: createQueryEmbedders(embedder, {
      local: ({ model }) => (model.endsWith('-int8') ? { ...embedder, id: model } : null),
      hosted: null,
    }),
    rerankers: {
      get: (model) => (model.startsWith('local-') && rerank !== null ? { model, rerank } : real.get(model)),
      close: () => real.close(),
    },
  });

  async function answered<T>(path: string, body: Record<string, unknown>): Promise<T> {
    const { status, text, body: answer } = await api.call<T>('POST', path, body);
    if (status !== 200) throw new Error(`${status} ${text}`);
    return answer;
  }

  return {
    ...api,
    embedded,
    rerankBy(next) {
      rerank = next;
    },
    loseModel(lost) {
      modelLost = lost;
    },
    async add(name, document = {}) {
      const chunks = (document.chunks ?? ['text']).map(withVector);
      const documentId = await api.add(name, { ...document, chunks });
      await refresh(api, name);
      return documentId;
    },
    ask: (collection, body) => answered(`/v3/collections/${collection}/query`, body),
    askV2: (collection, body) => answered(`/v2/collections/${collection}/query`, body),
    post: (collection, body, key) => api.call('POST', `/v3/collections/${collection}/query`, body, key),
    async close() {
      await real.close();
      await api.close();
    },
  };
}

/** Lets queries find everything that a collection holds. */
export async function refresh(api: DocumentApi, name: string): Promise<void> {
  const { layers } = await api.collection(name);
  await api.search.refresh(layers.map(({ namespace }) => namespace));
}

function withVector(chunk: NewChunk): NewChunk {
  const content = typeof chunk === 'string' ? { text: chunk } : chunk;
  return { vector: vectorOf(content.text ?? 'text'), ...content };
}
