import { type DocumentErrorCode, type ErrorRow } from '../platform/errors';

/**
 * Every machine code of `/v1`, the product service. Its routes come later; what the framework itself refuses under `/v1`
 * already has this shape.
 */
export const PRODUCT_ERRORS = {
  VALIDATION_ERROR: {
    status: 400,
    retryable: false,
    sentence: 'The request has invalid fields; see details.',
  },
  FILTER_INVALID: { status: 400, retryable: false, sentence: 'The filter expression cannot be read.' },
  FACET_UNKNOWN: { status: 400, retryable: false, sentence: 'A facet is not known.' },
  PAGE_TOO_DEEP: { status: 400, retryable: false, sentence: 'The page lies deeper than search goes.' },
  OPERATOR_REQUIRED: { status: 400, retryable: false, sentence: 'The request must name an operator.' },
  UNAUTHORIZED: { status: 401, retryable: false, sentence: 'The API key is missing or not valid.' },
  FORBIDDEN: { status: 403, retryable: false, sentence: 'The API key lacks a permission.' },
  ORIGIN_NOT_ALLOWED: {
    status: 403,
    retryable: false,
    sentence: 'The API key does not work from this origin.',
  },
  ACCESS_DENIED: { status: 403, retryable: false, sentence: 'The API key carries no access to this index.' },
  KEY_ISSUED_BY_SERVICE: {
    status: 403,
    retryable: false,
    sentence: 'The service issued this key and manages it.',
  },
  OPERATOR_NOT_ALLOWED: { status: 403, retryable: false, sentence: 'The operator is not on the list.' },
  INDEX_NOT_FOUND: { status: 404, retryable: false, sentence: 'No index has this name.' },
  KEY_NOT_FOUND: { status: 404, retryable: false, sentence: 'No key has this id.' },
  JOB_NOT_FOUND: { status: 404, retryable: false, sentence: 'No job has this id.' },
  ALIAS_NOT_FOUND: { status: 404, retryable: false, sentence: 'No alias has this name.' },
  RECORD_NOT_FOUND: { status: 404, retryable: false, sentence: 'No record has this id.' },
  VARIANT_NOT_FOUND: { status: 404, retryable: false, sentence: 'No variant has this name.' },
  ROUTE_NOT_FOUND: { status: 404, retryable: false, sentence: 'No such route.' },
  METHOD_NOT_ALLOWED: { status: 405, retryable: false, sentence: 'The route has no such method.' },
  INDEX_EXISTS: { status: 409, retryable: false, sentence: 'The name is taken by an index or an alias.' },
  INDEX_NOT_READY: { status: 409, retryable: true, sentence: 'The index has not been built yet.' },
  INDEX_HAS_ALIAS: { status: 409, retryable: false, sentence: 'Aliases point at the index.' },
  ALIAS_NOT_INDEX: {
    status: 409,
    retryable: false,
    sentence: 'The name is an alias; the route needs an index.',
  },
  JOB_RUNNING: { status: 409, retryable: true, sentence: 'The index already has a job running.' },
  JOB_NOT_CANCELLABLE: { status: 409, retryable: false, sentence: 'The job can no longer be cancelled.' },
  KEY_IS_CALLER: { status: 409, retryable: false, sentence: 'A key cannot delete or narrow itself.' },
  CASCADE_INCLUDES_CALLER: {
    status: 409,
    retryable: false,
    sentence: 'The deletion would take the calling key along.',
  },
  ID_CONFLICT: { status: 409, retryable: false, sentence: 'Ids of records collide.' },
  IDEMPOTENCY_IN_PROGRESS: {
    status: 409,
    retryable: true,
    sentence: 'A request with this Idempotency-Key is still running.',
  },
  INDEX_TOO_LARGE: {
    status: 413,
    retryable: false,
    sentence: 'The index would hold more records than allowed.',
  },
  PAYLOAD_TOO_LARGE: { status: 413, retryable: false, sentence: 'The body is larger than this route takes.' },
  IDEMPOTENCY_KEY_REUSED: {
    status: 422,
    retryable: false,
    sentence: 'The Idempotency-Key was used with another request.',
  },
  FIELD_NEEDS_REBUILD: {
    status: 422,
    retryable: false,
    sentence: 'The change needs a rebuild of the index.',
  },
  NO_DOCUMENTS: { status: 422, retryable: false, sentence: 'Nothing is staged for a build.' },
  EXTERNAL_APP_NOT_FOUND: {
    status: 422,
    retryable: false,
    sentence: 'The search provider knows no such application.',
  },
  RATE_LIMITED: { status: 429, retryable: true, sentence: 'Too many requests.' },
  INTERNAL_ERROR: { status: 500, retryable: true, sentence: 'Something went wrong on our side.' },
  NOT_SUPPORTED: { status: 501, retryable: false, sentence: 'The feature is off for this index.' },
  UPSTREAM_ERROR: { status: 502, retryable: true, sentence: 'The search engine failed.' },
  UNAVAILABLE: { status: 503, retryable: true, sentence: 'A part of the service is not available.' },
  INDEXING_UNAVAILABLE: { status: 503, retryable: true, sentence: 'Indexing is not available right now.' },
  AUDIT_UNAVAILABLE: { status: 503, retryable: true, sentence: 'The audit log is not available right now.' },
  FACET_TIMEOUT: { status: 503, retryable: true, sentence: 'Counting facets took too long.' },
  UPSTREAM_TIMEOUT: { status: 504, retryable: true, sentence: 'The search engine took too long.' },
} as const satisfies Record<string, ErrorRow>;

export type ProductErrorCode = keyof typeof PRODUCT_ERRORS;

/** What the framework refuses, in the words of `/v1`; a code that only document routes have is `INTERNAL_ERROR` there. */
export function productErrorCode(code: DocumentErrorCode): ProductErrorCode {
  return frameworkCodes[code] ?? 'INTERNAL_ERROR';
}

const frameworkCodes: Partial<Record<DocumentErrorCode, ProductErrorCode>> = {
  malformed_request: 'VALIDATION_ERROR',
  malformed_json: 'VALIDATION_ERROR',
  validation_error: 'VALIDATION_ERROR',
  unsupported_media_type: 'VALIDATION_ERROR',
  invalid_idempotency_key: 'VALIDATION_ERROR',
  invalid_api_key: 'UNAUTHORIZED',
  permission_denied: 'FORBIDDEN',
  route_not_found: 'ROUTE_NOT_FOUND',
  method_not_allowed: 'METHOD_NOT_ALLOWED',
  idempotency_key_reused: 'IDEMPOTENCY_KEY_REUSED',
  idempotency_in_progress: 'IDEMPOTENCY_IN_PROGRESS',
  payload_too_large: 'PAYLOAD_TOO_LARGE',
  headers_too_large: 'PAYLOAD_TOO_LARGE',
  rate_limited: 'RATE_LIMITED',
  service_unavailable: 'UNAVAILABLE',
  request_timeout: 'UPSTREAM_TIMEOUT',
};
