import { type Dispatcher } from 'undici';
import { readHead } from '../streams/bounded-read';
import { startDeadline } from './deadline';
import { type GuardedClient, OutboundError, type PostAnswer } from './guarded-client';
import { single } from './link-facts';
import { parseLink } from './link-target';
import { discard } from './open-link';
import { asOutboundError } from './outbound-failure';

/** Sends a POST over an agent that guards its connections; see `GuardedClient.post`. @throws OutboundError */
export async function postMessage(
  agent: Dispatcher,
  link: string,
  { headers, body, timeoutMs, responseBytesMax, headBytes, signal }: Parameters<GuardedClient['post']>[1],
): Promise<PostAnswer> {
  const url = parseLink(link, ['https']);
  const deadline = startDeadline(timeoutMs, timeoutMs, signal);
  let status: number | undefined;
  try {
    deadline.signal.throwIfAborted();
    const answer = await agent.request({
      origin: url.origin,
      path: url.pathname + url.search,
      method: 'POST',
      headers: { ...headers, 'accept-encoding': 'identity' },
      body,
      headersTimeout: 0,
      bodyTimeout: 0,
      signal: deadline.signal,
    });
    status = answer.statusCode;
    try {
      const head = await readHead(answer.body, headBytes, responseBytesMax);
      return { status, retryAfter: single(answer.headers['retry-after']), head };
    } finally {
      discard(answer.body);
    }
  } catch (error) {
    throw withStatus(asOutboundError(error, deadline.signal), status);
  } finally {
    deadline.clear();
  }
}

function withStatus(error: unknown, status: number | undefined): unknown {
  if (!(error instanceof OutboundError) || status === undefined) return error;
  return new OutboundError(error.code, error.message, { ...error.extra, status });
}
