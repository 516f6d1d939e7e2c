import { DOCUMENT_ERRORS, type DocumentErrorCode } from '../../../src/domain/platform/errors';
import { type AnyRoute } from '../route';

/** Every code that a route can answer: its own, and those that come with what it declares. */
export function routeErrorCodes(route: AnyRoute): DocumentErrorCode[] {
  const codes = new Set<DocumentErrorCode>([
    ...route.errors,
    'validation_error',
    'request_timeout',
    'internal_error',
  ]);
  const add = (when: boolean, ...more: DocumentErrorCode[]) => {
    if (when) for (const code of more) codes.add(code);
  };
  add(route.access !== 'public', 'invalid_api_key', 'rate_limited');
  add(route.access !== 'public' && route.access !== 'key', 'permission_denied');
  add(takesJson(route), 'malformed_json', 'payload_too_large', 'unsupported_media_type');
  add(
    route.idempotent !== undefined,
    'invalid_idempotency_key',
    'idempotency_key_reused',
    'idempotency_in_progress',
  );
  add(
    route.access !== 'public' && ![...codes].some((code) => DOCUMENT_ERRORS[code].status === 503),
    'service_unavailable',
  );
  return [...codes].sort((a, b) => DOCUMENT_ERRORS[a].status - DOCUMENT_ERRORS[b].status || (a < b ? -1 : 1));
}

/** Whether a route can answer 422 with a list of wrong fields. */
export function answersWrongFields(route: AnyRoute): boolean {
  const takesFields =
    takesJson(route) ||
    route.query !== undefined ||
    route.params !== undefined ||
    route.requestContentTypes?.['multipart/form-data'] !== undefined;
  return route.family === 'v3' && takesFields;
}

/** Whether the framework reads a JSON body for the route. */
export function takesJson(route: AnyRoute): boolean {
  return route.body !== undefined && route.body !== 'stream';
}
