import { abortablePause } from './abortable-pause.js';

export interface SendSettings {
  /** `onSent` is called with the number of body bytes sent so far, on platforms that report it. */
  fetch: (request: Request, onSent?: (sentBytes: number) => void) => Promise<Response>;
  retries: number;
  /** Milliseconds; 0 for no limit. */
  timeoutMs: number;
  maxRetryAfterSeconds: number;
}

interface Sending {
  isRepeatable: boolean;
  signal?: AbortSignal | undefined;
  retries?: number;
  timeoutMs?: number;
  onSent?: ((sentBytes: number) => void) | undefined;
}

const firstPauseMs = 250;
const pauseMsMax = 8_000;
const noContent = 204;
/** Statuses of a service that is unreachable or overloaded: a retry may succeed. */
const unavailable = [502, 503];

/**
 * Creates the function that sends a request and retries it after a pause. It retries every request that a
 * rate limit has refused. Requests that may be repeated are also retried after 502, 503 and a failed
 * connection, and while the first request with the same `Idempotency-Key` still runs. The pause is the one
 * that the answer requests, or doubles each time.
 */
export function createSender(settings: SendSettings) {
  return async (attempt: () => Request, sending: Sending): Promise<Response> => {
    const retries = sending.retries ?? settings.retries;
    const timeoutMs = sending.timeoutMs ?? settings.timeoutMs;
    for (let made = 1; ; made += 1) {
      const isLast = made > retries;
      const request = attempt();
      const { signal, onSent } = sending;
      const outcome = await sendOnce(request, { fetch: settings.fetch, timeoutMs, signal, onSent });
      sending.signal?.throwIfAborted();
      const pauseMs = pauseAfter(outcome, made, settings.maxRetryAfterSeconds * 1_000);
      if (isLast || pauseMs === null || !isWorthAnotherTry(outcome, request, sending.isRepeatable)) {
        if ('error' in outcome) throw outcome.error;
        return outcome.response;
      }
      if ('response' in outcome) await outcome.response.body?.cancel();
      await abortablePause(pauseMs, sending.signal);
    }
  };
}

type Outcome = { response: Response } | { error: unknown };

function isWorthAnotherTry(outcome: Outcome, request: Request, isRepeatable: boolean): boolean {
  if ('error' in outcome) return isRepeatable;
  const { status, headers } = outcome.response;
  if (status === 429) return true;
  // Other refusals with this status have no `Retry-After`.
  if (status === 409) return request.headers.has('Idempotency-Key') && headers.has('Retry-After');
  return isRepeatable && unavailable.includes(status);
}

/** Milliseconds to wait; null when the answer requests more than `allowedMs`. */
function pauseAfter(outcome: Outcome, made: number, allowedMs: number): number | null {
  const asked = 'response' in outcome ? retryAfterMs(outcome.response.headers) : null;
  if (asked !== null) return asked > allowedMs ? null : asked;
  const longest = Math.min(firstPauseMs * 2 ** (made - 1), pauseMsMax);
  // Jitter spreads the retries of clients that failed together.
  return longest * (0.5 + Math.random() / 2);
}

/** Milliseconds of `Retry-After`, given as seconds or as a time; null without the header. */
export function retryAfterMs(headers: Headers): number | null {
  const text = headers.get('Retry-After');
  if (text === null) return null;
  const ms = /^\s*\d+\s*$/.test(text) ? Number(text) * 1_000 : Date.parse(text) - Date.now();
  return Number.isNaN(ms) ? null : Math.max(0, ms);
}

/** Sends a request once. Fails when no byte arrives for too long, before the answer or within it. */
async function sendOnce(
  request: Request,
  {
    fetch,
    timeoutMs,
    signal,
    onSent,
  }: Pick<Sending, 'signal' | 'onSent'> & Pick<SendSettings, 'fetch' | 'timeoutMs'>,
): Promise<Outcome> {
  const controller = new AbortController();
  const abort = () => {
    controller.abort(signal?.reason);
  };
  if (signal?.aborted === true) abort();
  signal?.addEventListener('abort', abort, { once: true });
  let timer: ReturnType<typeof setTimeout> | undefined;
  const restart = () => {
    clearTimeout(timer);
    if (timeoutMs === 0) return;
    timer = setTimeout(giveUp, timeoutMs);
    // The timer of an answer that is not read must not keep Node running.
    if (typeof timer === 'object') timer.unref();
  };
  const giveUp = () => {
    controller.abort(new DOMException(`No answer within ${timeoutMs / 1_000} seconds.`, 'TimeoutError'));
  };
  const end = () => {
    clearTimeout(timer);
    signal?.removeEventListener('abort', abort);
  };
  restart();
  try {
    const response = await fetch(new Request(request, { signal: controller.signal }), onSent);
    return { response: whileRead(response, { restart, end }) };
  } catch (error) {
    end();
    return { error };
  }
}

/** The same answer, which reports each part of its body that is read, and the end. */
function whileRead(response: Response, { restart, end }: { restart: () => void; end: () => void }): Response {
  // Browsers give an empty body to answers without one, and refuse a new answer with it.
  if (response.body === null || response.status === noContent) {
    end();
    return response;
  }
  const reader = response.body.getReader();
  const body = new ReadableStream<Uint8Array>({
    async pull(sink) {
      try {
        const { done, value } = await reader.read();
        if (done) {
          end();
          sink.close();
          return;
        }
        restart();
        sink.enqueue(value);
      } catch (error) {
        end();
        throw error;
      }
    },
    async cancel(reason) {
      end();
      await reader.cancel(reason);
    },
  });
  const { status, statusText, headers } = response;
  return new Response(body, { status, statusText, headers });
}
