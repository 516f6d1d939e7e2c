import { errorAnswer } from '../../../api/http/error-body';
import { RequestError, ValidationError } from '../../../src/domain/platform/errors';
import { productErrorCode } from '../../../src/domain/products/errors';
import { routeErrorCodes } from '../../../api/http/openapi/route-errors';
import { z } from 'zod';
import { sampleRoute } from './sample-routes';

it.each([
  ['idempotency_key_reused', 422, 'IDEMPOTENCY_KEY_REUSED'],
  ['invalid_api_key', 401, 'UNAUTHORIZED'],
  ['malformed_json', 400, 'VALIDATION_ERROR'],
  ['service_unavailable', 503, 'UNAVAILABLE'],
] as const)('%s is %i %s in a /v1 body, with the headers that belong to it', (code, status, name) => {
  const error = new RequestError(code, { retryAfterSeconds: 1.2 });
  expect(errorAnswer('v1', error, '/v1/x')).toEqual({
    status,
    body: { error: name, message: error.message, status_code: status },
    headers: { 'Retry-After': '2' },
  });
});

it('wrong fields are VALIDATION_ERROR with path, code and message', () => {
  const error = new ValidationError([
    { loc: ['body', 'items', 3, 'id'], msg: 'is required', type: 'missing' },
  ]);
  expect(errorAnswer('v1', error, '/v1/x')).toMatchObject({
    status: 400,
    body: {
      error: 'VALIDATION_ERROR',
      details: [{ path: 'body.items.3.id', code: 'missing', message: 'is required' }],
    },
  });
});

it('every refusal of the framework has a code of its own in /v1', () => {
  const route = sampleRoute({ access: 'index', body: z.strictObject({}), idempotent: { idPrefix: 'x_' } });
  for (const code of routeErrorCodes(route)) {
    if (code !== 'internal_error')
      expect([code, productErrorCode(code)]).not.toEqual([code, 'INTERNAL_ERROR']);
  }
  expect(productErrorCode('parse_capacity')).toBe('INTERNAL_ERROR');
});
