import { once } from 'node:events';
import { type ClientRequest, type IncomingMessage } from 'node:http';
import https from 'node:https';
import { type Duplex } from 'node:stream';
import { startDeadline } from './deadline';
import { type AnswerOptions, OutboundError, type PostAnswer } from './guarded-client';
import { parseLink } from './link-target';
import { discard } from './open-link';
import { asOutboundError } from './outbound-failure';

/**
 * Sends a POST, or a GET without a body, over an agent that guards its connections; see `GuardedClient.post`.
 * It uses Node's own client, since undici fails on an unrequested answer 100, which clients have to skip by
 * RFC 9110 section 15.2.
 *
 * @param headerBytesMax size limit of the headers of an answer
 * @throws OutboundError
 */
export async function postMessage(
  agent: https.Agent,
  link: string,
  {
    headers,
    body,
    timeoutMs,
    responseBytesMax,
    headBytes,
    signal,
    headerBytesMax,
  }: AnswerOptions & { body?: string; headerBytesMax: number },
): Promise<PostAnswer> {
  const url = parseLink(link, ['https']);
  const deadline = startDeadline(timeoutMs, timeoutMs, signal);
  try {
    deadline.signal.throwIfAborted();
    const request = https.request(url, {
      agent,
      method: body === undefined ? 'GET' : 'POST',
      headers: { ...headers, 'accept-encoding': 'identity' },
      maxHeaderSize: headerBytesMax,
      signal: deadline.signal,
    });
    // Errors after the answer, or after the deadline, are reported elsewhere.
    request.on('error', () => undefined);
    const answered = answerTo(request, deadline.signal);
    request.end(body);
    const answer = await answered;
    const [retryAfter = null, ...more] = answer.headersDistinct['retry-after'] ?? [];
    return {
      status: answer.statusCode ?? 0,
      retryAfter: more.length === 0 ? retryAfter : null,
      ...(await readBeginning(answer, { headBytes, responseBytesMax }, deadline.signal)),
    };
  } catch (error) {
    throw asOutboundError(error, deadline.signal, 'broken_answer');
  } finally {
    deadline.clear();
  }
}

/** The answer to a request once its headers have arrived. A switch of protocols is an error. */
async function answerTo(request: ClientRequest, signal: AbortSignal): Promise<IncomingMessage> {
  const switched = async (): Promise<never> => {
    const [, socket] = (await once(request, 'upgrade', { signal })) as [IncomingMessage, Duplex];
    socket.destroy();
    throw new OutboundError('broken_answer', 'The server switched to a protocol that was not asked for.');
  };
  const response = once(request, 'response', { signal }) as Promise<[IncomingMessage]>;
  const [answer] = await Promise.race([response, switched()]);
  return answer;
}

/** Reads the beginning of a body. A failure is returned together with the bytes that arrived before it. */
async function readBeginning(
  body: IncomingMessage,
  { headBytes, responseBytesMax }: { headBytes: number; responseBytesMax: number },
  signal: AbortSignal,
): Promise<Pick<PostAnswer, 'head' | 'fault'>> {
  const kept: Buffer[] = [];
  let byteCount = 0;
  const head = () => Buffer.concat(kept);
  try {
    for await (const chunk of body as AsyncIterable<Buffer>) {
      if (byteCount < headBytes) kept.push(chunk.subarray(0, headBytes - byteCount));
      byteCount += chunk.length;
      if (byteCount >= responseBytesMax) break;
    }
    return { head: head(), fault: null };
  } catch (error) {
    const fault = asOutboundError(error, signal, 'broken_answer');
    if (fault instanceof OutboundError) return { head: head(), fault };
    throw fault;
  } finally {
    discard(body);
  }
}
