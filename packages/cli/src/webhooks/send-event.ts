import { request as requestHttp } from 'node:http';
import { request as requestHttps } from 'node:https';

/** The service gives a receiver as long. */
const timeoutMs = 15_000;

/** Outcome of a request to a receiver. */
export interface SentEvent {
  /** Null without an answer … */
  status: number | null;
  /** … and why there was none; null with one. */
  error: string | null;
  durationMs: number;
}

/** Address that events are sent to, and how its certificate is taken. */
export interface EventTarget {
  url: URL;
  /** A certificate that nobody vouches for is taken. */
  isInsecure: boolean;
}

/** Sends an event once, follows no redirect. Whatever the receiver does is an answer, not an error. */
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
      // The event has arrived, whatever becomes of the rest of the answer.
      const answer = sent({ status: response.statusCode!, error: null });
      response.on('error', () => undefined);
      response.once('close', () => {
        resolve(answer);
      });
      response.resume();
    });
    // An error behind the answer changes nothing: the promise has its value then.
    request.on('error', (error: NodeJS.ErrnoException) => {
      resolve(sent({ status: null, error: error.code ?? error.message }));
    });
    request.end(bytes);
  });
}
