import { join } from 'node:path';
import { createIdleThreads } from '../../idle-threads';
import { createFairQueue } from '../../fair-queue';
import { ModelError } from '../describer';
import { type Embedder, type EmbeddingKind } from './embedder';
import { type EmbeddingThread, startEmbeddingThread } from './embedding-thread';
import { englishModel, isModelThere, type LocalModel } from './local-models';
import { createTokenCounter } from './token-counter';
import { createUnigramCounter } from './unigram-tokenizer';

/** Most texts in the queue: minutes of work. More should wait outside, where they survive this process. */
const queuedTextsMax = 20_000;

interface Task {
  texts: readonly string[];
  kind: EmbeddingKind;
  organizationId: string;
  /** Index of the first text that has not been given to a thread. */
  next: number;
  vectors: Float32Array[];
  missing: number;
  resolve: (vectors: Float32Array[]) => void;
  reject: (error: Error) => void;
}

/**
 * Creates the embedder with a local model, in threads of its own. They start with the first text and share
 * one queue, in which queries precede documents and organizations take turns. A call is split into slices, so
 * that several calls progress together. When a thread dies, its call fails and a new thread starts.
 *
 * @param options.folder folder of the local models; read on first use
 * @param options.model default the English one
 * @param options.threadsMax most threads; each holds the model, about 140 MB, or 200 MB with the one of many
 *   languages
 * @param options.background whether the threads have low priority; default false
 * @param options.idleMs idle time after which a thread ends and frees the model; default never
 */
export function createLocalEmbedder({
  folder: root,
  model = englishModel,
  threadsMax,
  background = false,
  idleMs,
}: {
  folder: string;
  model?: LocalModel;
  threadsMax: number;
  background?: boolean;
  idleMs?: number;
}): Embedder {
  const folder = join(root, model.folder);
  const { id, dimensions, prefixes } = model;
  const lines = { query: createFairQueue<Task>(), document: createFairQueue<Task>() };
  const threads = new Set<EmbeddingThread>();
  const idle = createIdleThreads<EmbeddingThread>(idleMs, retire);
  let starting = 0;
  let closed = false;
  let queuedTexts = 0;

  const waiting = (): Task[] => [...lines.query.all(), ...lines.document.all()];

  function remove(task: Task): void {
    lines[task.kind].remove(task);
    queuedTexts -= task.texts.length - task.next;
    task.next = task.texts.length;
  }

  function fail(task: Task, error: Error): void {
    remove(task);
    task.reject(error);
  }

  async function retire(thread: EmbeddingThread): Promise<void> {
    // The thread counts until it has ended, so that no more than `threadsMax` hold the model.
    await thread.terminate();
    threads.delete(thread);
    work();
  }

  async function run(thread: EmbeddingThread, task: Task): Promise<void> {
    const from = task.next;
    const slice = task.texts.slice(from, from + model.sliceTextsMax);
    task.next += slice.length;
    queuedTexts -= slice.length;
    // After the others of its organization: a large call does not delay many small ones.
    if (task.next < task.texts.length) lines[task.kind].add(task);
    try {
      const all = await thread.encode(slice.map((text) => prefixes[task.kind] + text));
      slice.forEach((_, i) => {
        task.vectors[from + i] = all.slice(i * dimensions, (i + 1) * dimensions);
      });
      task.missing -= slice.length;
      idle.rest(thread);
    } catch (cause) {
      threads.delete(thread);
      await thread.terminate();
      fail(task, new ModelError('The local embedding model failed.', true, { cause }));
    }
    if (task.missing === 0) task.resolve(task.vectors);
    work();
  }

  async function start(): Promise<void> {
    starting++;
    try {
      const thread = await startEmbeddingThread({ folder, model, background });
      if (closed) {
        await thread.terminate();
        return;
      }
      threads.add(thread);
      idle.rest(thread);
    } catch (cause) {
      const error = new ModelError('The local embedding model cannot be loaded.', true, { cause });
      for (const task of waiting()) fail(task, error);
    } finally {
      starting--;
    }
    work();
  }

  /** Gives waiting slices to idle threads, and starts a thread when slices are left. */
  function work(): void {
    while (idle.size > 0) {
      const task = lines.query.take() ?? lines.document.take();
      if (task === undefined) return;
      void run(idle.take()!, task);
    }
    if (queuedTexts > 0 && !closed && starting === 0 && threads.size < threadsMax) void start();
  }

  return {
    id,
    dimensions,

    async embed(texts, kind, signal, organizationId = '') {
      signal.throwIfAborted();
      if (texts.length === 0) return [];
      if (!isModelThere(root, model)) throw modelMissing(folder);
      if (closed || queuedTexts + texts.length > queuedTextsMax)
        throw new ModelError('The local embedding model has more work than it can take now.', true);
      return new Promise<Float32Array[]>((resolve, reject) => {
        const task: Task = {
          texts,
          kind,
          organizationId,
          next: 0,
          vectors: [],
          missing: texts.length,
          resolve,
          reject,
        };
        const abort = () => {
          fail(task, signal.reason as Error);
        };
        const leave = () => {
          signal.removeEventListener('abort', abort);
        };
        task.resolve = (vectors) => {
          leave();
          resolve(vectors);
        };
        task.reject = (error) => {
          leave();
          reject(error);
        };
        signal.addEventListener('abort', abort);
        queuedTexts += texts.length;
        lines[kind].add(task);
        work();
      });
    },

    countTokens: model.tokenizer === 'unigram' ? createUnigramCounter(folder) : createTokenCounter(folder),

    async close() {
      closed = true;
      idle.close();
      for (const task of waiting()) fail(task, new ModelError('The service is stopping.', true));
      await Promise.all([...threads].map((thread) => thread.terminate()));
    },
  };
}

function modelMissing(folder: string): ModelError {
  return new ModelError(
    `There is no embedding model in ${folder}: prepare one with \`npm run model -- <folder>\` and name the folder in ` +
      'EMBEDDING_MODEL_DIR, or set EMBEDDING_BASE_URL to a hosted one.',
    false,
  );
}
