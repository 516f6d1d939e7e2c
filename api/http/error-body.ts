import { RequestError, ValidationError } from '../../src/domain/platform/errors';
import { PRODUCT_ERRORS, productErrorCode } from '../../src/domain/products/errors';

/** Which shape an error has: `/v1` is the product service, the others the document service. */
export type ErrorFamily = 'v1' | 'v2' | 'v3';

/** Status, body and headers of a refusal. */
export interface ErrorAnswer {
  status: number;
  body: unknown;
  headers: Record<string, string>;
}

/** Family of a path that no route matched. */
export function familyOfPath(path: string): ErrorFamily {
  if (path.startsWith('/v1/') || path === '/v1') return 'v1';
  return path.startsWith('/v3/') || path === '/v3' ? 'v3' : 'v2';
}

/** Writes a refusal in the shape of its family; `path` is the request's, without its query; null when it could not be read. */
export function errorAnswer(
  family: ErrorFamily,
  error: RequestError | ValidationError,
  path: string | null,
): ErrorAnswer {
  return family === 'v1' ? productErrorAnswer(error) : documentErrorAnswer(family, error, path);
}

function documentErrorAnswer(
  family: 'v2' | 'v3',
  error: RequestError | ValidationError,
  path: string | null,
): ErrorAnswer {
  if (error instanceof ValidationError) {
    if (family === 'v3') return { status: 422, body: { detail: error.issues }, headers: {} };
    return documentErrorAnswer(family, new RequestError('validation_error', { details: error.issues }), path);
  }
  const { details = null } = error.extra;
  return {
    status: error.status,
    body: { error: error.code, message: error.message, details, path, success: false },
    headers: headersOf(error),
  };
}

function productErrorAnswer(error: RequestError | ValidationError): ErrorAnswer {
  const code = error instanceof ValidationError ? 'VALIDATION_ERROR' : productErrorCode(error.code);
  const { status } = PRODUCT_ERRORS[code];
  const body = { error: code, message: error.message, status_code: status };
  if (error instanceof RequestError) return { status, body, headers: headersOf(error) };
  const details = error.issues.map(({ loc, msg, type }) => ({
    path: loc.join('.'),
    code: type,
    message: msg,
  }));
  return { status, body: { ...body, details }, headers: {} };
}

function headersOf(error: RequestError): Record<string, string> {
  const { retryAfterSeconds, headers } = error.extra;
  return {
    ...(retryAfterSeconds === undefined ? {} : { 'Retry-After': String(Math.ceil(retryAfterSeconds)) }),
    ...headers,
  };
}
