import { request as requestHttp } from 'node:http';
import { request as requestHttps } from 'node:https';

/** Time limit of a request; the service has the same. */
const timeoutMs = 15_000;

/** Outcome of a request to a receiver. */
export interface SentEvent {
  /** HTTP status; null without an answer. */
  status: number | null;
  /** Why there was no answer; null with one. */
  error: string | null;
  durationMs: number;
}

/** Address that events are sent to, and whether its certificate is verified. */
export interface EventTarget {
  url: URL;
  /** Whether an unverified certificate is accepted. */
  isInsecure: boolean;
}

/** Sends an event once, without following redirects. Resolves for every outcome at the receiver. */
export async function sendEvent(
  { url, isInsecure }: EventTarget,
  { body, headers }: { body: string; headers: Record<string, string> },
  signal: AbortSignal,
): Promise<SentEvent> {
  const began = performance.now();
  const sent = (answer: Pick<SentEvent, 'status' | 'error'>): SentEvent => ({
    ...answer,
    durationMs: Math.round(performance.now() - began),
  });
  const bytes = Buffer.from(body);
  const options = {
    method: 'POST',
    agent: false as const,
    signal,
    headers: { 'Content-Type': 'application/json', 'Content-Length': bytes.length, ...headers },
  };
  return new Promise((resolve) => {
    const request =
      url.protocol === 'https:'
        ? requestHttps(url, { ...options, rejectUnauthorized: !isInsecure })
        : requestHttp(url, options);
    const timer = setTimeout(() => request.destroy(new Error('timeout')), timeoutMs);
    request.once('close', () => {
      clearTimeout(timer);
    });
    request.once('response', (response) => {
      // The event has arrived: the rest of the answer does not matter.
      const answer = sent({ status: response.statusCode!, error: null });
      response.on('error', () => undefined);
      response.once('close', () => {
        resolve(answer);
      });
      response.resume();
    });
    // An error after the answer changes nothing, since the promise is settled.
    request.on('error', (error: NodeJS.ErrnoException) => {
      resolve(sent({ status: null, error: error.code ?? error.message }));
    });
    request.end(bytes);
  });
}
