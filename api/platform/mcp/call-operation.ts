import { text } from 'node:stream/consumers';
import { Readable } from 'node:stream';
import { type AnyRoute, type AskRoute, type RouteReply } from '../../http/route';
import { type CallOperation, ToolFailure } from './tool';

/** Wrong fields that the message of a refusal names at most. */
const fieldsShown = 10;

/**
 * Lets tools call operations as the caller of a request does.
 *
 * @param routes by operation id
 */
export function operationCaller(
  routes: ReadonlyMap<string, AnyRoute>,
  { ask, requestId }: { ask: AskRoute; requestId: string },
): CallOperation {
  return async (operationId, { params = {}, query = {}, body } = {}) => {
    const route = routes.get(operationId);
    if (route === undefined) throw new Error(`no operation ${operationId}`);
    const reply = await ask(route, { params, query, body, isCounted: true });
    const answer = await bodyOf(reply);
    if (reply.status >= 400)
      throw new ToolFailure(
        refusalText(answer, { requestId, retryAfter: reply.headers?.['Retry-After'] ?? null }),
      );
    return answer;
  };
}

async function bodyOf({ body }: RouteReply): Promise<unknown> {
  if (Buffer.isBuffer(body)) return JSON.parse(body.toString('utf8'));
  return body instanceof Readable ? JSON.parse(await text(body)) : body;
}

interface WrongField {
  loc?: (string | number)[];
  msg?: string;
  path?: string;
  message?: string;
}

/** A refusal of any family in one text: code, sentence, request, wrong fields, and when to try again. */
function refusalText(
  body: unknown,
  { requestId, retryAfter }: { requestId: string; retryAfter: string | null },
): string {
  const { error = 'validation_error', message, details, detail } = body as Record<string, unknown>;
  const fields = [details, detail].filter(Array.isArray).flat() as WrongField[];
  const lines = fields
    .slice(0, fieldsShown)
    .map(({ loc, path, msg, message: fault }) => `${path ?? loc?.join('.') ?? ''}: ${msg ?? fault ?? ''}`);
  const sentence = typeof message === 'string' ? message : 'The request has invalid fields.';
  const first = `${String(error)}: ${sentence} (request ${requestId})`;
  const later = retryAfter === null ? [] : [`Try again in ${retryAfter} s.`];
  return [first, ...lines, ...later].join('\n');
}
