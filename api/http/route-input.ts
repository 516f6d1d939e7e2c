import { type z } from 'zod';
import { jsonBodyBytesMax } from '../../src/domain/platform/limits';
import { type ApiContext } from './context';
import { fieldIssues } from './field-issues';
import { issueMessage } from './issue-message';
import { hasBody, readJsonBody, checkJsonHeaders } from './json-body';
import { type FieldIssue, Refusal, ValidationError } from '../../src/domain/platform/refusal';
import { type AnyRoute } from './route';

/** The validated input of a handler. */
export interface RouteInput {
  params: unknown;
  query: unknown;
  body: unknown;
  /** The body as it was sent, before defaults; undefined without a body. */
  rawBody: unknown;
}

/**
 * Validates parameters, query and body, in this order. The body is read only when the rest is valid.
 *
 * @throws ValidationError with one item per wrong field
 * @throws Refusal the errors of {@link readJsonBody}, and 400 `validation_error`
 *   for unknown query parameters
 */
export async function readRouteInput(
  route: AnyRoute,
  ctx: ApiContext,
  pathParams: Record<string, string>,
): Promise<RouteInput> {
  checkEncoding(ctx.path);
  const params = check('path', route.params, pathParams);
  const query = readQuery(route, ctx);
  const rawBody = await readBody(route, ctx);
  const { body: schema } = route;
  const body = rawBody === undefined || schema === 'stream' ? undefined : check('body', schema, rawBody);
  return { params, query, body, rawBody };
}

/** Checks the percent-encoding of a path: the router would use an invalid one literally. */
function checkEncoding(path: string): void {
  try {
    decodeURIComponent(path);
  } catch {
    const msg = 'is not percent-encoded UTF-8';
    throw new ValidationError([{ loc: ['path'], msg, type: 'value_error' }]);
  }
}

function readQuery(route: AnyRoute, ctx: ApiContext): unknown {
  const sent = Object.fromEntries(Object.entries(ctx.query));
  const known: Record<string, unknown> = route.query === undefined ? {} : (route.query as z.ZodObject).shape;
  const names = Object.keys(sent);
  const unknown = names.filter((name) => !Object.hasOwn(known, name));
  if (unknown.length > 0)
    throw new Refusal('validation_error', {
      details: unknown.map((name) => issue(name, 'is not a parameter', 'extra_forbidden')),
    });
  const repeated = names.filter((name) => Array.isArray(sent[name]));
  if (repeated.length > 0)
    throw new ValidationError(repeated.map((name) => issue(name, 'may be given once', 'value_error')));
  return check('query', route.query, sent);
}

function issue(name: string, msg: string, type: string): FieldIssue {
  return { loc: ['query', name], msg, type };
}

async function readBody(route: AnyRoute, ctx: ApiContext): Promise<unknown> {
  if (route.body === undefined) return undefined;
  if (route.body === 'stream') {
    invite(ctx);
    return undefined;
  }
  const body = hasBody(ctx.req) ? await readSentBody(route, ctx) : undefined;
  if (body === undefined && route.bodyOptional !== true)
    throw new ValidationError([{ loc: ['body'], msg: 'is required', type: 'missing' }]);
  return body;
}

/** Reads the JSON body; undefined for an announced body that is empty. */
function readSentBody(route: AnyRoute, ctx: ApiContext): Promise<unknown> {
  const byteMax = route.bodyBytesMax ?? jsonBodyBytesMax;
  checkJsonHeaders(ctx.req, byteMax);
  invite(ctx);
  const keepsLongNumbers = (route.longNumbers ?? route.family.longNumbers) === 'text';
  return readJsonBody(ctx.req, { byteMax, keepsLongNumbers });
}

/** Tells a client with `Expect: 100-continue` to send its body, after all other checks. */
function invite(ctx: ApiContext): void {
  if (ctx.req.headers.expect !== undefined) ctx.res.writeContinue();
}

/** Parses a part of a request with its schema. @throws ValidationError */
export function check(
  part: 'path' | 'query' | 'body',
  schema: z.ZodType | undefined,
  value: unknown,
): unknown {
  if (schema === undefined) return value;
  const result = schema.safeParse(value, { error: issueMessage });
  if (!result.success) throw new ValidationError(fieldIssues(part, result.error, value));
  return result.data;
}
