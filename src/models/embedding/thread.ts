import { parentPort, workerData } from 'node:worker_threads';
import { workInBackground } from '../../background-thread';
import { type EncodeRequest, type FromEmbeddingThread, type ThreadSettings } from './messages';
import { loadTextEncoder } from './text-encoder';

/** Entry point of an embedding thread: loads the model, then answers requests until it is terminated. */
async function serve({ folder, model, background }: ThreadSettings): Promise<void> {
  if (background) workInBackground();
  const port = parentPort!;
  const tell = (message: FromEmbeddingThread, transfer: ArrayBuffer[] = []) => {
    port.postMessage(message, transfer);
  };
  const encoder = await loadTextEncoder(folder, model);
  const { dimensions } = model;

  async function answer(request: EncodeRequest): Promise<void> {
    try {
      if ('tokensOf' in request) {
        const tokens = await encoder.encodeTokens(request.tokensOf);
        tell({ type: 'tokens', tokens }, [tokens.vectors.buffer as ArrayBuffer]);
        return;
      }
      const { texts } = request;
      const vectors = new Float32Array(texts.length * dimensions);
      for (const [index, text] of texts.entries())
        vectors.set(await encoder.encode(text), index * dimensions);
      tell({ type: 'encoded', vectors }, [vectors.buffer]);
    } catch (error) {
      tell({ type: 'failed', message: String(error) });
    }
  }

  port.on('message', (request: EncodeRequest) => void answer(request));
  tell({ type: 'ready' });
}

void serve(workerData as ThreadSettings);
