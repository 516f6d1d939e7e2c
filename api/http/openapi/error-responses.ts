import { DOCUMENT_ERRORS, type DocumentErrorCode, wireCode } from '../../../src/domain/platform/errors';
import { idempotencyKeyCharsMax } from '../../../src/domain/platform/limits';
import { requiredPermission } from '../authenticate';
import { type AnyRoute } from '../route';
import { type JsonSchema, schemaRef } from './json-schema';
import { answersWrongFields, routeErrorCodes } from './route-errors';

/** Schemas of the error bodies; see `error-body.ts`, which writes them. */
export const errorSchemas: Record<string, JsonSchema> = {
  Error: {
    type: 'object',
    description:
      'What every refusal but a v3 field validation looks like. Branch on `error`; `message` is for people.',
    properties: {
      error: { type: 'string' },
      message: { type: 'string' },
      details: {
        description: 'Wrong fields, or members that belong to the code.',
        anyOf: [{ type: 'array', items: schemaRef('FieldIssue') }, { type: 'object' }, { type: 'null' }],
      },
      path: { type: ['string', 'null'], description: 'Path of the request, without its query.' },
      success: { const: false },
    },
    required: ['error', 'message', 'details', 'path', 'success'],
  },
  FieldIssue: {
    type: 'object',
    properties: {
      loc: {
        type: 'array',
        items: { type: ['string', 'integer'] },
        description: 'Where: `body`, `query` or `path`, then the way to the field.',
      },
      msg: { type: 'string' },
      type: {
        type: 'string',
        description: 'Which rule, such as `missing`, `extra_forbidden`, `enum` or `value_error`.',
      },
    },
    required: ['loc', 'msg', 'type'],
  },
  WrongFields: {
    type: 'object',
    description: 'Fields that a v3 route cannot take.',
    properties: { detail: { type: 'array', items: schemaRef('FieldIssue') } },
    required: ['detail'],
  },
};

/** Headers by the names that the document refers to them with. */
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

/** `Idempotency-Key`, as a parameter. */
export const idempotencyParameter = {
  name: 'Idempotency-Key',
  in: 'header',
  required: false,
  description:
    'The same key with the same body within 24 hours gets the first answer again, with `Idempotent-Replayed: true`. A failed request does not keep the key.',
  schema: { type: 'string', minLength: 1, maxLength: idempotencyKeyCharsMax, pattern: '^[ -~]+$' },
};

/** Refusals of a route by status, each with the codes that can occur. */
export function errorResponses(route: AnyRoute): Record<string, unknown> {
  const byStatus = new Map<number, DocumentErrorCode[]>();
  for (const code of routeErrorCodes(route)) {
    const { status } = DOCUMENT_ERRORS[code];
    byStatus.set(status, [...(byStatus.get(status) ?? []), code]);
  }
  const responses = Object.fromEntries(
    [...byStatus].map(([status, codes]) => [status, refusal(route, status, codes)]),
  );
  return answersWrongFields(route) ? { ...responses, 422: wrongFields } : responses;
}

function refusal(route: AnyRoute, status: number, codes: DocumentErrorCode[]): unknown {
  const retryAfter = status === 429 || status === 503 || codes.includes('idempotency_in_progress');
  const words = codes.map(wireCode);
  const schema = { allOf: [schemaRef('Error'), { type: 'object', properties: { error: { enum: words } } }] };
  const examples = Object.fromEntries(
    codes.map((code) => [wireCode(code), { value: exampleBody(route, code) }]),
  );
  return {
    description: codes.map((code) => `\`${wireCode(code)}\`: ${DOCUMENT_ERRORS[code].sentence}`).join('\n\n'),
    headers: {
      ...requestIdHeader,
      ...(retryAfter ? { 'Retry-After': headerRef('RetryAfter') } : {}),
      ...(status === 401 ? { 'WWW-Authenticate': headerRef('Challenge') } : {}),
    },
    content: { 'application/json': { schema, examples } },
  };
}

function exampleBody(route: AnyRoute, code: DocumentErrorCode): unknown {
  const { access } = route;
  const named = code === 'permission_denied' && access !== 'public' && access !== 'key';
  const details = named ? { required: requiredPermission(access) } : null;
  return {
    error: wireCode(code),
    message: DOCUMENT_ERRORS[code].sentence,
    details,
    path: route.path,
    success: false,
  };
}

/** Reference to one of {@link headerComponents}. */
export function headerRef(name: keyof typeof headerComponents): JsonSchema {
  return { $ref: `#/components/headers/${name}` };
}

/** The header that every answer has. */
export const requestIdHeader = { 'X-Request-Id': headerRef('RequestId') };

const wrongFields = {
  description: 'A field is missing, unknown or has a wrong value.',
  headers: requestIdHeader,
  content: {
    'application/json': {
      schema: schemaRef('WrongFields'),
      example: { detail: [{ loc: ['body', 'input'], msg: 'is required', type: 'missing' }] },
    },
  },
};
