import { idempotencyKeyCharsMax } from '../../../src/domain/platform/limits';
import { accessRule } from '../authenticate';
import { errorRow, type Family, type Refusal, refusalOf } from '../family';
import { type AnyRoute } from '../route';
import { type JsonSchema } from './json-schema';
import { routeErrorCodes, wrongFieldsOf } from './route-errors';

/** Shared headers by their names in the document. */
export const headerComponents = {
  RequestId: {
    description: 'Names this request in our logs: `req_<unix seconds>_<8 hex>`.',
    schema: { type: 'string', pattern: '^req_[0-9]+_[0-9a-f]{8}$' },
  },
  RetryAfter: {
    description: 'Seconds after which a new try may succeed.',
    schema: { type: 'integer', minimum: 1 },
  },
  Replayed: {
    description: 'The answer to an earlier request with the same `Idempotency-Key`.',
    schema: { type: 'string', const: 'true' },
  },
  Challenge: {
    description: 'The scheme that a key is sent with.',
    schema: { type: 'string', const: 'Bearer' },
  },
};

/** The parameter `Idempotency-Key`. */
export const idempotencyParameter = {
  name: 'Idempotency-Key',
  in: 'header',
  required: false,
  description:
    'The same key with the same body within 24 hours gets the first answer again, with `Idempotent-Replayed: true`. A failed request does not keep the key.',
  schema: { type: 'string', minLength: 1, maxLength: idempotencyKeyCharsMax, pattern: '^[ -~]+$' },
};

/** Refusals of a route by status, each with its possible codes and whether they may be retried. */
export function errorResponses(route: AnyRoute): Record<string, unknown> {
  const byStatus = new Map<number, string[]>();
  for (const code of routeErrorCodes(route)) {
    const { status } = errorRow(route.family, code);
    byStatus.set(status, [...(byStatus.get(status) ?? []), code]);
  }
  const responses = Object.fromEntries(
    [...byStatus].map(([status, codes]) => [status, refusalResponse(route, status, codes)]),
  );
  const wrongFields = wrongFieldsOf(route);
  return wrongFields === null
    ? responses
    : { ...responses, [wrongFields.status]: wrongFieldsResponse(wrongFields) };
}

function refusalResponse(route: AnyRoute, status: number, codes: readonly string[]): unknown {
  const { family } = route;
  const retryAfter =
    status === 429 || status === 503 || codes.includes(family.codeOf('idempotency_in_progress'));
  const refusals = codes.map((code) => exampleOf(route, code));
  const examples = Object.fromEntries(
    refusals.map((refusal) => [refusal.code, { value: family.errorBody(refusal, route.path) }]),
  );
  return {
    description: refusals.map(({ code, message }) => `\`${code}\`: ${message}`).join('\n\n'),
    'x-retryable': Object.fromEntries(refusals.map(({ code, retryable }) => [code, retryable])),
    headers: {
      ...requestIdHeader,
      ...(retryAfter ? { 'Retry-After': headerRef('RetryAfter') } : {}),
      ...(status === 401 ? { 'WWW-Authenticate': headerRef('Challenge') } : {}),
    },
    content: {
      'application/json': {
        schema: family.openApi.refusalSchema(refusals.map(({ code }) => code)),
        examples,
      },
    },
  };
}

function exampleOf(route: AnyRoute, code: string): Refusal {
  const rule = code === route.family.codeOf('permission_denied') ? accessRule(route) : null;
  const extra = rule === null ? {} : { details: { required: rule.named[0] } };
  return refusalOf(route.family, { code, extra });
}

function wrongFieldsResponse({
  description,
  schema,
  example,
}: NonNullable<Family['openApi']['wrongFields']>): unknown {
  return { description, headers: requestIdHeader, content: { 'application/json': { schema, example } } };
}

/** Reference to one of {@link headerComponents}. */
export function headerRef(name: keyof typeof headerComponents): JsonSchema {
  return { $ref: `#/components/headers/${name}` };
}

/** The header of every answer. */
export const requestIdHeader = { 'X-Request-Id': headerRef('RequestId') };
