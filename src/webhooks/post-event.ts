import {
  attemptTimeoutMs,
  type AttemptClass,
  type AttemptOutcome,
} from '../domain/platform/webhook-delivery';
import { type GuardedClient, OutboundError, type OutboundErrorCode } from '../net';
import { version } from '../../package.json';
import { shownBytesMax } from './shown-part';
import { signatureHeaders } from './sign';

const responseBytesMax = 16 * 1024;

/** A request to a receiver. */
export interface EventRequest {
  url: string;
  eventId: string;
  /** Body, byte for byte. */
  body: string;
  /** Present secrets, newest first. */
  secrets: readonly string[];
  signal?: AbortSignal;
}

/** Outcome of a request. */
export interface EventAnswer extends AttemptOutcome {
  /** Null when nothing was sent. */
  durationMs: number | null;
  /** Beginning of the answer's body as text; null without an answer. */
  answer: string | null;
}

/** Outcome of an attempt when no secret can be opened: nothing is sent unsigned. */
export const unsignedAnswer: EventAnswer = {
  class: 'secret_unreadable',
  status: null,
  retryAfterMs: null,
  durationMs: null,
  answer: null,
};

/**
 * Sends an event to its receiver, once. Every outcome at the receiver is a result; only faults of the service
 * are thrown.
 */
export async function postEvent(
  client: Pick<GuardedClient, 'post'>,
  { url, eventId, body, secrets, signal }: EventRequest,
  now: () => Date = () => new Date(),
): Promise<EventAnswer> {
  const began = performance.now();
  const lasted = () => Math.round(performance.now() - began);
  try {
    const { status, retryAfter, head, fault } = await client.post(url, {
      headers: {
        'content-type': 'application/json',
        'user-agent': `sheaf/${version}`,
        ...signatureHeaders({ id: eventId, at: now(), body }, secrets),
      },
      body,
      timeoutMs: attemptTimeoutMs,
      responseBytesMax,
      headBytes: shownBytesMax,
      ...(signal === undefined ? {} : { signal }),
    });
    return {
      class: answerClass(status, fault),
      status,
      retryAfterMs: retryAfterMs(retryAfter, now()),
      durationMs: lasted(),
      answer: head.toString('utf8'),
    };
  } catch (error) {
    if (!(error instanceof OutboundError)) throw error;
    return {
      class: errorClasses[error.code],
      status: null,
      retryAfterMs: null,
      durationMs: lasted(),
      answer: null,
    };
  }
}

/**
 * Class of an answer. With its status the receiver has acknowledged the event; a body that is interrupted
 * afterwards does not matter.
 */
function answerClass(status: number, fault: OutboundError | null): AttemptClass {
  if (status >= 200 && status < 300) return 'success';
  if (fault !== null) return fault.code === 'timeout' ? 'response_too_slow' : errorClasses[fault.code];
  return status >= 300 && status < 400 ? 'redirect' : 'http_error';
}

const errorClasses: Record<OutboundErrorCode, AttemptClass> = {
  invalid_url: 'invalid_url',
  blocked_address: 'blocked_address',
  dns: 'dns',
  connect: 'connect',
  tls: 'tls',
  timeout: 'timeout',
  broken_answer: 'broken_answer',
  // A POST never produces these: it follows no redirect, accepts every status, limits the read and
  // decompresses nothing.
  too_many_redirects: 'redirect',
  http_status: 'http_error',
  too_large: 'broken_answer',
  content_encoding: 'broken_answer',
};

const imfFixdate =
  /^(Mon|Tue|Wed|Thu|Fri|Sat|Sun), \d{2} (Jan|Feb|Mar|Apr|May|Jun|Jul|Aug|Sep|Oct|Nov|Dec) \d{4} \d{2}:\d{2}:\d{2} GMT$/;

/**
 * Pause in milliseconds from `Retry-After` (RFC 9110 section 10.2.3), given in seconds or as a date; null for
 * none, for an invalid one and for a date in the past.
 */
function retryAfterMs(header: string | null, now: Date): number | null {
  if (header === null) return null;
  const text = header.trim();
  if (/^\d{1,9}$/.test(text)) return Number(text) * 1_000;
  if (!imfFixdate.test(text)) return null;
  const pauseMs = Date.parse(text) - now.getTime();
  return pauseMs > 0 ? pauseMs : null;
}
