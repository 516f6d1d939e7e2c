import { STATUS_CODES } from 'node:http';
import { type FrameworkErrorCode } from '../../../src/domain/platform/errors';
import { accessRule } from '../authenticate';
import { errorRow, type FamilyOpenApi, type FamilyRefusal, refusalOf } from '../family';
import { type AnyRoute } from '../route';
import { headerRef } from './headers';
import { pascalCase } from './pascal-case';
import { routeErrorCodes, wrongFieldsOf } from './route-errors';

/** Codes of refusals that are independent of a route's purpose: the `default` response. */
const generalCodes = [
  'malformed_json',
  'validation_error',
  'invalid_idempotency_key',
  'invalid_api_key',
  'permission_denied',
  'idempotency_in_progress',
  'idempotency_key_reused',
  'request_timeout',
  'answer_timeout',
  'payload_too_large',
  'unsupported_media_type',
  'rate_limited',
  'internal_error',
  'service_unavailable',
] as const satisfies readonly FrameworkErrorCode[];

const generalLead = 'Codes of any operation, also with a status that has codes of its own.';

/** Responses of a route by status, and their names among the shared ones. */
export interface ErrorResponses {
  describe: (route: AnyRoute) => Record<string, unknown>;
  nameOf: (response: unknown) => string | null;
}

/**
 * Creates the description of refusals by status, each with its possible codes and whether they may be
 * retried. A response is named after its code; one with several codes is named after the first route that has
 * it.
 */
export function createErrorResponses(): ErrorResponses {
  const names = new Map<unknown, string>();
  const named = (name: string, response: unknown) => {
    names.set(response, name);
    return response;
  };

  return {
    nameOf: (response) => names.get(response) ?? null,
    describe(route) {
      const { componentPrefix } = route.family.openApi;
      const general = [...new Set(generalCodes.map((code) => route.family.codeOf(code)))];
      const wrongFields = wrongFieldsOf(route);
      return {
        ...Object.fromEntries(
          [...listedCodes(route, general)].map(([status, codes]) => [
            status,
            named(responseName(route, status, codes), describeRefusals(route, codes)),
          ]),
        ),
        ...(wrongFields !== null && {
          [wrongFields.status]: named(`${componentPrefix}WrongFields`, describeWrongFields(wrongFields)),
        }),
        default: named(`${componentPrefix}Refused`, describeRefusals(route, general, generalLead)),
      };
    },
  };
}

/**
 * The route's own codes by status, which are listed besides its `default` response. Linters require a 4XX in
 * every route, so that a route without any lists those of invalid requests.
 */
function listedCodes(route: AnyRoute, general: readonly string[]): Map<number, string[]> {
  const rows = routeErrorCodes(route).map((code) => ({ code, status: errorRow(route.family, code).status }));
  const own = rows.filter(({ code }) => !general.includes(code));
  const hasRefusal = wrongFieldsOf(route) !== null || own.some(({ status }) => status < 500);
  const byStatus = new Map<number, string[]>();
  for (const { code, status } of hasRefusal ? own : [...rows.filter((row) => row.status === 400), ...own])
    byStatus.set(status, [...(byStatus.get(status) ?? []), code]);
  return byStatus;
}

function responseName({ family, operationId }: AnyRoute, status: number, codes: readonly string[]): string {
  const [code, ...others] = codes;
  const name =
    others.length > 0
      ? pascalCase(operationId) + STATUS_CODES[status]!.replaceAll(/\W/g, '')
      : pascalCase(code!.toLowerCase());
  return family.openApi.componentPrefix + name;
}

/** A response for some codes, one paragraph for each, after an introduction. */
function describeRefusals(route: AnyRoute, codes: readonly string[], lead = ''): unknown {
  const { family } = route;
  // Clients may see several codes of a family as one.
  const byCode = new Map(
    codes.map((code) => refusalIn(route, code)).map((refusal) => [refusal.code, refusal]),
  );
  const refusals = [...byCode.values()];
  const statuses = refusals.map(({ status }) => status);
  const hasOneStatus = new Set(statuses).size === 1;
  const retryable = refusals.filter((refusal) => refusal.retryable).map(({ code }) => code);
  const sentences = refusals.map(
    ({ code, status, message }) => `\`${code}\`${hasOneStatus ? '' : ` (${status})`}: ${message}`,
  );
  const isLimited = codes.includes(family.codeOf('rate_limited'));
  const retryAfter =
    statuses.includes(429) ||
    statuses.includes(503) ||
    codes.includes(family.codeOf('idempotency_in_progress'));
  return {
    description: [lead, ...sentences].join('\n\n').trim(),
    ...(retryable.length > 0 && { 'x-retryable': retryable }),
    ...((retryAfter || statuses.includes(401)) && {
      headers: {
        ...(retryAfter && { 'Retry-After': headerRef('RetryAfter') }),
        ...(isLimited && {
          RateLimit: headerRef('RateLimit'),
          'RateLimit-Policy': headerRef('RateLimitPolicy'),
        }),
        ...(statuses.includes(401) && { 'WWW-Authenticate': headerRef('Challenge') }),
      },
    }),
    content: {
      'application/json': { schema: family.openApi.refusalSchema },
    },
  };
}

function describeWrongFields({
  description,
  schema,
  example,
}: NonNullable<FamilyOpenApi['wrongFields']>): unknown {
  return { description, content: { 'application/json': { schema, example } } };
}

function refusalIn(route: AnyRoute, code: string): FamilyRefusal {
  const rule = code === route.family.codeOf('permission_denied') ? accessRule(route) : null;
  const extra = rule === null ? {} : { details: { required: rule.named[0] } };
  return refusalOf(route.family, { code, extra });
}
