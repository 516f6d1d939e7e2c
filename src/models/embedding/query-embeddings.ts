import { LRUCache } from 'lru-cache';
import { type Embedder } from './embedder';

/** Cached vectors: about 8 MB with 384 numbers each. */
const cachedMax = 4_096;
/** Longest time for a vector. A single request may give up earlier, while others wait for the same vector. */
const embedTimeoutMs = 15_000;

/** Vectors of queries. */
export interface QueryEmbeddings {
  /** @throws as the embedder does, and the signal's reason once it aborts */
  vectorOf(
    question: { embedder: Embedder; organizationId: string; text: string },
    signal: AbortSignal,
  ): Promise<Float32Array>;
}

/**
 * Embeds queries and keeps their vectors in an LRU cache in memory. Concurrent equal queries are embedded
 * once. Organizations share no entries: the time of an answer must not reveal what another one has asked.
 */
export function createQueryEmbeddings(): QueryEmbeddings {
  const cached = new LRUCache<string, Promise<Float32Array>>({ max: cachedMax });

  function start(embedder: Embedder, key: string, text: string): Promise<Float32Array> {
    const vector = embedder
      .embed([text], 'query', AbortSignal.timeout(embedTimeoutMs))
      .then(([first]) => first!);
    cached.set(key, vector);
    vector.catch(() => {
      if (cached.peek(key) === vector) cached.delete(key);
    });
    return vector;
  }

  return {
    async vectorOf({ embedder, organizationId, text }, signal) {
      signal.throwIfAborted();
      const key = `${embedder.id}\0${organizationId}\0${text}`;
      return untilAborted(cached.get(key) ?? start(embedder, key, text), signal);
    },
  };
}

/** The result of `work`, unless the signal aborts before. The work continues for other waiting calls. */
export async function untilAborted<T>(work: Promise<T>, signal: AbortSignal): Promise<T> {
  signal.throwIfAborted();
  let abort: () => void = () => undefined;
  const aborted = new Promise<never>((_, reject) => {
    abort = () => {
      reject(signal.reason as Error);
    };
    signal.addEventListener('abort', abort);
  });
  try {
    return await Promise.race([work, aborted]);
  } finally {
    signal.removeEventListener('abort', abort);
  }
}
