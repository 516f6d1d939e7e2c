import Ajv2020 from 'ajv/dist/2020';
import { z } from 'zod';
import { errorAnswer } from '../../../api/http/error-answer';
import { routeErrorCodes } from '../../../api/http/openapi/route-errors';
import { createOpenApiDocument } from '../../../api/http/openapi/document';
import { Refusal, ValidationError } from '../../../src/domain/platform/refusal';
import { type AnyRoute, defineRoute } from '../../../api/http/route';
import { errorSchemas } from '../../../api/products/error-schemas';
import { products } from '../../../api/products/family';
import { FRAMEWORK_ERRORS, type FrameworkErrorCode } from '../../../src/domain/platform/errors';
import { PRODUCT_ERRORS, type ProductErrorCode } from '../../../src/domain/products/errors';
import { startApi, type TestApi } from '../../setup/api';

/** A route of `/v1` that uses every part of its family. */
function productRoute(): AnyRoute {
  return defineRoute({
    method: 'post',
    path: '/v1/samples',
    family: products,
    operationId: 'sampleProduct',
    tag: 'Samples',
    summary: 'A sample',
    description: 'For tests of the framework.',
    access: 'records.write',
    body: z.strictObject({ name: z.string() }),
    idempotent: { idPrefix: 'smp_' },
    quota: { name: 'samples', scope: 'key', count: 2, seconds: 1 },
    responses: { 200: { description: 'Done.' } },
    errors: ['INDEX_NOT_FOUND'],
    handle: () => Promise.reject(new Refusal<ProductErrorCode>('INDEX_NOT_FOUND')),
  });
}

it.each([
  ['idempotency_key_reused', 422, 'IDEMPOTENCY_KEY_REUSED'],
  ['invalid_api_key', 401, 'UNAUTHORIZED'],
  ['malformed_json', 400, 'VALIDATION_ERROR'],
  ['unsupported_media_type', 400, 'VALIDATION_ERROR'],
  ['invalid_idempotency_key', 400, 'VALIDATION_ERROR'],
  ['headers_too_large', 413, 'PAYLOAD_TOO_LARGE'],
  ['request_timeout', 408, 'REQUEST_TIMEOUT'],
  ['answer_timeout', 504, 'UPSTREAM_TIMEOUT'],
  ['service_unavailable', 503, 'UNAVAILABLE'],
] as const)('%s is %i %s in a /v1 body, with its own message and headers', (code, status, name) => {
  const error = new Refusal(code, { retryAfterSeconds: 1.2 });
  expect(errorAnswer(products, error, '/v1/x')).toEqual({
    status,
    body: { error: name, message: FRAMEWORK_ERRORS[code].sentence, status_code: status },
    headers: { 'Retry-After': '2' },
  });
});

it('a refusal has the message of its handler, else the sentence of its code', () => {
  const body = (message?: string) =>
    errorAnswer(
      products,
      new Refusal<ProductErrorCode>('INDEX_EXISTS', message === undefined ? {} : { message }),
      '/v1/x',
    ).body;
  expect(body('shop is an alias.')).toMatchObject({ message: 'shop is an alias.' });
  expect(body()).toMatchObject({ message: PRODUCT_ERRORS.INDEX_EXISTS.sentence });
});

it('wrong fields are VALIDATION_ERROR with path, code and message', () => {
  const error = new ValidationError([
    { loc: ['body', 'items', 3, 'id'], msg: 'is required', type: 'missing' },
  ]);
  expect(errorAnswer(products, error, '/v1/x')).toEqual({
    status: 400,
    body: {
      error: 'VALIDATION_ERROR',
      message: PRODUCT_ERRORS.VALIDATION_ERROR.sentence,
      status_code: 400,
      details: [{ path: 'body.items.3.id', code: 'missing', message: 'is required' }],
    },
    headers: {},
  });
});

it('every refusal of the framework has a code of its own in /v1', () => {
  for (const code of Object.keys(FRAMEWORK_ERRORS) as FrameworkErrorCode[]) {
    if (code !== 'internal_error')
      expect([code, products.codeOf(code)]).not.toEqual([code, 'INTERNAL_ERROR']);
  }
});

it('wrong records and pages that are too deep have the described form', () => {
  const fault = { index: null, id: 'a', code: 'DUPLICATE_ID', field: 'id', message: 'is not the first' };
  const page = { path: 'page', code: 'page_too_deep', message: 'Pages end.', max_hits: 1_000, use: 'browse' };
  const isDescribed = new Ajv2020({ allowUnionTypes: true }).compile(errorSchemas.ProductError!);
  const isAnswerDescribed = (detail: object) => {
    const error = new Refusal<ProductErrorCode>('RECORDS_REFUSED', { details: { details: [detail] } });
    return isDescribed(errorAnswer(products, error, '/v1/x').body);
  };
  expect([{ line: 3, ...fault }, { line: 'three', ...fault }, page].map(isAnswerDescribed)).toEqual([
    true,
    false,
    true,
  ]);
});

it('a code that the family does not have is INTERNAL_ERROR', () => {
  const error = new Refusal<string>('parse_capacity');
  expect(errorAnswer(products, error, '/v1/x')).toMatchObject({
    status: 500,
    body: { error: 'INTERNAL_ERROR', message: PRODUCT_ERRORS.INTERNAL_ERROR.sentence },
  });
});

it('a /v1 route is described with its own codes, body and permission', () => {
  const route = productRoute();
  const document = createOpenApiDocument([route], { title: 'Samples', version: '1', description: '' });
  expect(Object.keys(document.components.schemas!)).toContain('ProductError');
  expect(routeErrorCodes(route)).toContain('INDEX_NOT_FOUND');
  expect(document.paths['/v1/samples']!.post).toMatchObject({
    description: expect.stringContaining('Permission: `records.write`.') as string,
    responses: {
      404: { description: `\`INDEX_NOT_FOUND\`: ${PRODUCT_ERRORS.INDEX_NOT_FOUND.sentence}` },
      default: {
        description: expect.stringContaining(
          `\`UNAVAILABLE\` (503): ${PRODUCT_ERRORS.UNAVAILABLE.sentence}`,
        ) as string,
        'x-retryable': expect.arrayContaining(['UNAVAILABLE']) as string[],
        content: {
          'application/json': { schema: { $ref: '#/components/schemas/ProductError' } },
        },
      },
    },
  });
});

describe('over HTTP', () => {
  let api: TestApi;
  beforeAll(async () => {
    api = await startApi({ routes: () => [productRoute()] });
  });
  afterAll(() => api.close());

  const send = (key: string, json: unknown = { name: 'a' }) => api.request('/v1/samples', { key, json });

  it('a key needs the permission that the route names', async () => {
    const other = await api.createKey({ organization: 'other', permissions: ['search', 'records.read'] });
    expect((await send(other.text)).body).toEqual({
      error: 'FORBIDDEN',
      message: 'The API key lacks the permission records.write.',
      status_code: 403,
    });
    const writer = await api.createKey({ organization: 'writer', permissions: ['records.write'] });
    expect((await send(writer.text)).body).toMatchObject({ error: 'INDEX_NOT_FOUND', status_code: 404 });
  });

  it('a quota for each second refuses a key that spends it at once', async () => {
    const { text } = await api.createKey({ organization: 'busy', permissions: ['records.write'] });
    const answers = await Promise.all(Array.from({ length: 40 }, () => send(text)));
    const refused = answers.find(({ status }) => status === 429)!;
    expect(refused.body).toEqual({
      error: 'RATE_LIMITED',
      message: 'Too many requests for this key.',
      status_code: 429,
    });
    expect(refused.headers.get('retry-after')).toBe('1');
  });
});
