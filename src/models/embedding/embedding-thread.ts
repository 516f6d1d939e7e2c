import { existsSync } from 'node:fs';
import { extname, join } from 'node:path';
import { Worker } from 'node:worker_threads';
import {
  type EncodeRequest,
  type FromEmbeddingThread,
  type ThreadSettings,
  type TokenVectors,
} from './messages';

/** A thread with the model loaded. */
export interface EmbeddingThread {
  /** Vectors of the texts, concatenated. One call at a time. @throws Error when the thread fails or ends */
  encode(texts: string[]): Promise<Float32Array>;
  /** Vectors of the tokens of a text; otherwise as `encode`. */
  encodeTokens(text: string): Promise<TokenVectors>;
  /** Ends the thread after its present request; settles when it is gone. */
  terminate(): Promise<void>;
}

/**
 * Starts a thread, from a compiled module or its source, and waits until the model is loaded. The thread
 * keeps the process alive only while it works.
 *
 * @throws Error when the model cannot be loaded
 */
export async function startEmbeddingThread(settings: ThreadSettings): Promise<EmbeddingThread> {
  const compiled = join(__dirname, 'thread.js');
  const entry = existsSync(compiled) ? compiled : join(__dirname, 'thread.ts');
  const worker = new Worker(entry, {
    execArgv: extname(entry) === '.ts' ? ['--require', require.resolve('tsx/cjs')] : [],
    workerData: settings,
  });
  let waiting: { resolve: (message: FromEmbeddingThread) => void; reject: (error: Error) => void } | null =
    null;
  let failure: Error | null = null;
  let underWay: Promise<unknown> = Promise.resolve();

  function next(send: () => void): Promise<FromEmbeddingThread> {
    const answered = new Promise<FromEmbeddingThread>((resolve, reject) => {
      if (failure !== null) {
        reject(failure);
        return;
      }
      worker.ref();
      waiting = { resolve, reject };
      send();
    }).finally(() => {
      waiting = null;
      worker.unref();
    });
    underWay = Promise.allSettled([answered]);
    return answered;
  }

  worker.on('message', (message: FromEmbeddingThread) => {
    if (message.type === 'failed') waiting?.reject(new Error(message.message));
    else waiting?.resolve(message);
  });
  worker.on('error', (error: Error) => {
    failure = error;
  });
  worker.on('exit', (code) => {
    failure ??= new Error(`the embedding thread ended with code ${code}`);
    waiting?.reject(failure);
  });

  async function ask<T extends FromEmbeddingThread['type']>(
    request: EncodeRequest,
    type: T,
  ): Promise<Extract<FromEmbeddingThread, { type: T }>> {
    const message = await next(() => {
      worker.postMessage(request);
    });
    if (message.type !== type) throw new Error(`the embedding thread answered with ${message.type}`);
    return message as Extract<FromEmbeddingThread, { type: T }>;
  }

  await next(() => undefined);
  return {
    encode: async (texts) => (await ask({ texts }, 'encoded')).vectors,
    encodeTokens: async (text) => (await ask({ tokensOf: text }, 'tokens')).tokens,
    async terminate() {
      failure ??= new Error('the embedding thread is ending');
      // The runtime of the model is native code, which aborts the process if its thread is ended during a
      // call.
      await underWay;
      await worker.terminate();
    },
  };
}
