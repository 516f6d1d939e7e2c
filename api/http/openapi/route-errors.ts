import { type FrameworkErrorCode } from '../../../src/domain/platform/errors';
import { errorRow, type FamilyOpenApi } from '../family';
import { type AnyRoute } from '../route';

/** All error codes that a route can answer: its own, and those that follow from its declaration. */
export function routeErrorCodes(route: AnyRoute): string[] {
  const { family } = route;
  const codes = new Set<string>(route.errors);
  const add = (when: boolean, ...more: FrameworkErrorCode[]) => {
    if (when) for (const code of more) codes.add(family.codeOf(code));
  };
  const statusOf = (code: string) => errorRow(family, code).status;
  add(true, 'validation_error', 'request_timeout', 'answer_timeout', 'internal_error');
  add(route.access !== 'public', 'invalid_api_key', 'rate_limited');
  add(route.access !== 'public' && route.access !== 'key', 'permission_denied');
  add(takesJson(route), 'malformed_json', 'payload_too_large', 'unsupported_media_type');
  add(
    route.idempotent !== undefined,
    'invalid_idempotency_key',
    'idempotency_key_reused',
    'idempotency_in_progress',
  );
  add(route.access !== 'public' && ![...codes].some((code) => statusOf(code) === 503), 'service_unavailable');
  if (route.action !== undefined)
    for (const code of family.openApi.audited?.(route.action).codes ?? []) codes.add(code);
  return [...codes].sort((a, b) => statusOf(a) - statusOf(b) || (a < b ? -1 : 1));
}

/** The family's answer to invalid fields, if it is not a code. Null also for a route without fields. */
export function wrongFieldsOf(route: AnyRoute): FamilyOpenApi['wrongFields'] {
  const takesFields =
    takesJson(route) ||
    route.query !== undefined ||
    route.params !== undefined ||
    route.requestContentTypes?.['multipart/form-data'] !== undefined;
  return takesFields ? route.family.openApi.wrongFields : null;
}

/** Whether the framework reads a JSON body for the route. */
export function takesJson(route: AnyRoute): boolean {
  return route.body !== undefined && route.body !== 'stream';
}
