import type { Sheaf } from './create-sheaf.js';

/** Bytes to send, and a callback for progress. */
interface Sending {
  source: { size: number; isOnce: boolean; stream(): ReadableStream<Uint8Array> };
  onProgress?: (progress: { sentBytes: number; totalBytes: number }) => void;
  signal?: AbortSignal;
}

/**
 * Sends bytes by PUT to a link of the service and reports progress. Browsers cannot send streams over
 * HTTP/1.1: there the content is sent as one body.
 *
 * @throws SheafError for a refusal
 */
export async function sendBytes(sheaf: Sheaf, path: string, sending: Sending): Promise<void> {
  const { source, onProgress, signal } = sending;
  const report = (sentBytes: number) => onProgress?.({ sentBytes, totalBytes: source.size });
  const whole = sendsStreams() ? undefined : await new Response(source.stream()).blob();
  report(0);
  const response = await sheaf.send(path, {
    method: 'PUT',
    body: () => whole ?? counted(source.stream(), report),
    isRepeatable: !source.isOnce,
    ...(source.isOnce && { retries: 0 }),
    signal,
    onSent: report,
    // The service answers only after the last byte, which may take long.
    timeoutMs: 0,
  });
  // Reading the answer frees the connection.
  await response.arrayBuffer();
  report(source.size);
}

/** Whether the platform sends streams: Node does. Browsers have a window or are workers. */
const sendsStreams = (): boolean => typeof document === 'undefined' && !('WorkerGlobalScope' in globalThis);

function counted(
  stream: ReadableStream<Uint8Array>,
  report: (sentBytes: number) => void,
): ReadableStream<Uint8Array> {
  let sentBytes = 0;
  return stream.pipeThrough(
    new TransformStream<Uint8Array, Uint8Array>({
      transform(part, sink) {
        sentBytes += part.byteLength;
        sink.enqueue(part);
        report(sentBytes);
      },
    }),
  );
}
