import { type Context } from 'koa';
import { type Logger } from 'pino';
import { refusalFor } from './answer-errors';
import { type AnyRefusal, type ValidationError } from '../../src/domain/platform/refusal';
import { type Caller } from '../../src/domain/platform/caller';
import { type AnyRoute, type RouteReply } from './route';

/** A request to a route with an `action`. Its members are filled in during the request. */
export interface AuditedRequest {
  route: AnyRoute;
  /** Null before the key is known. */
  caller: Caller | null;
  /** Parameters of the path, as they were sent. */
  params: Readonly<Record<string, string>>;
  /** The body in the form of the handler; undefined before it is read, and without a body. */
  body: unknown;
  requestId: string;
  log: Logger;
  ctx: Context;
}

/** The end of an audited request: an answer or a refusal. */
type RequestEnd =
  | { reply: RouteReply; refusal: null }
  | { reply: null; refusal: AnyRefusal | ValidationError };

export type RequestOutcome = RequestEnd & { tookMs: number };

/** The record of one request. */
export interface RequestRecord {
  /**
   * Called before the request is handled.
   *
   * @throws Refusal for a request without the facts that the log requires
   */
  admit(): Promise<void>;
  /**
   * Called with the answer, before it leaves.
   *
   * @throws Refusal that is answered in its place
   */
  close(outcome: RequestOutcome): Promise<void>;
}

/** Keeps a log of the requests to routes that declare an `action`. */
export type RequestAudit = (request: AuditedRequest) => RequestRecord;

/**
 * Answers a request, and closes its record before the answer is sent. Requests to routes without an `action`,
 * and requests without a known key, are not recorded.
 */
export async function audited(
  audit: RequestAudit,
  request: AuditedRequest,
  answer: (record: Pick<RequestRecord, 'admit'>) => Promise<RouteReply>,
): Promise<RouteReply> {
  if (request.route.action === undefined) return answer({ admit: () => Promise.resolve() });
  const begunMs = performance.now();
  const record = audit(request);
  const close = async (end: RequestEnd) => {
    if (request.caller !== null)
      await record.close({ ...end, tookMs: Math.round(performance.now() - begunMs) });
  };
  let reply: RouteReply;
  try {
    reply = await answer(record);
  } catch (thrown) {
    await close({ reply: null, refusal: refusalFor(thrown, request) });
    throw thrown;
  }
  await close({ reply, refusal: null });
  return reply;
}
