import { LRUCache } from 'lru-cache';
import { type Embedder } from './embedder';

/** Some 8 MB with vectors of 384 numbers. */
const cachedMax = 4_096;
/** Longest wait for a vector; a request may give up earlier, others may wait for the same one. */
const embedTimeoutMs = 15_000;

/** Vectors of questions. */
export interface QueryEmbeddings {
  /** @throws as the embedder does, and the signal's reason once it is aborted */
  vectorOf(
    question: { embedder: Embedder; organizationId: string; text: string },
    signal: AbortSignal,
  ): Promise<Float32Array>;
}

/**
 * Embeds questions and keeps their vectors in memory, the latest used longest. Equal questions that come at
 * the same time are embedded once. Organizations share nothing, so that none learns from a quick answer what
 * another one has asked.
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

/** The result of `work`, unless the signal aborts first. The work continues for others that wait for it. */
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
