import { existsSync } from 'node:fs';
import { extname, join } from 'node:path';
import { Worker } from 'node:worker_threads';
import { type EncodeRequest, type FromEmbeddingThread, type ThreadSettings } from './messages';

/** A thread with the model loaded. */
export interface EmbeddingThread {
  /** Vectors of the texts, one behind the other. One call at a time. @throws Error when the thread fails or ends */
  encode(texts: string[]): Promise<Float32Array>;
  /** Settles when the thread is gone. */
  terminate(): Promise<void>;
}

/**
 * Starts a thread, from a compiled module or its source, and waits until the model is loaded. The process stays alive for the
 * thread only while it works.
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
  let waiting: { resolve: (vectors: Float32Array) => void; reject: (error: Error) => void } | null = null;
  let failure: Error | null = null;

  function next(send: () => void): Promise<Float32Array> {
    return new Promise<Float32Array>((resolve, reject) => {
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
  }

  worker.on('message', (message: FromEmbeddingThread) => {
    if (message.type === 'failed') waiting?.reject(new Error(message.message));
    else waiting?.resolve(message.type === 'encoded' ? message.vectors : new Float32Array());
  });
  worker.on('error', (error: Error) => {
    failure = error;
  });
  worker.on('exit', (code) => {
    failure ??= new Error(`the embedding thread ended with code ${code}`);
    waiting?.reject(failure);
  });

  await next(() => undefined);
  return {
    encode: (texts) =>
      next(() => {
        worker.postMessage({ texts } satisfies EncodeRequest);
      }),
    async terminate() {
      await worker.terminate();
    },
  };
}
