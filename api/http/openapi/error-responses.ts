import { STATUS_CODES } from 'node:http';
import { type FrameworkErrorCode } from '../../../src/domain/platform/errors';
import { accessRule } from '../authenticate';
import { errorRow, type FamilyOpenApi, type Refusal, refusalOf } from '../family';
import { type AnyRoute } from '../route';
import { headerRef } from './headers';
import { pascalCase } from './pascal-case';
import { routeErrorCodes, wrongFieldsOf } from './route-errors';

/** Most codes of a response that is named after them. */
const namedCodesMax = 3;

/**
 * Refusals that have nothing to do with what a route is for. A status with no other code is part of the
 * route's `default` response.
 */
const generalCodes = [
  'invalid_api_key',
  'request_timeout',
  'answer_timeout',
  'payload_too_large',
  'unsupported_media_type',
  'rate_limited',
  'internal_error',
  'service_unavailable',
] as const satisfies readonly FrameworkErrorCode[];

/**
 * Creates the function that describes the refusals of a route by status, each with its possible codes and
 * whether they may be retried. Responses are collected in `components` and referenced. A response is named
 * after its codes; one with many codes, or with a name that is taken, after the first route that has it.
 */
export function createErrorResponses(components: Record<string, unknown>) {
  const nameOf = createNames(components);

  function shared(name: string, describe: () => unknown): unknown {
    components[name] ??= describe();
    return { $ref: `#/components/responses/${name}` };
  }

  return (route: AnyRoute): Record<string, unknown> => {
    const { family } = route;
    const { componentPrefix } = family.openApi;
    // A family may answer a wrong content type like wrong fields, which belong to the route.
    const wrongFieldsCode = family.codeOf('validation_error');
    const general = generalCodes
      .map((code) => family.codeOf(code))
      .filter((code) => code !== wrongFieldsCode);
    const byStatus = new Map<number, string[]>();
    for (const code of routeErrorCodes(route)) {
      const { status } = errorRow(family, code);
      byStatus.set(status, [...(byStatus.get(status) ?? []), code]);
    }
    const own = [...byStatus].filter(([, codes]) => !codes.every((code) => general.includes(code)));
    const wrongFields = wrongFieldsOf(route);
    return {
      ...Object.fromEntries(
        own.map(([status, codes]) => [
          status,
          shared(nameOf(route, status, codes), () => describeRefusals(route, codes)),
        ]),
      ),
      ...(wrongFields !== null && {
        [wrongFields.status]: shared(`${componentPrefix}WrongFields`, () => describeWrongFields(wrongFields)),
      }),
      default: shared(`${componentPrefix}Refused`, () => describeRefusals(route, general)),
    };
  };
}

function createNames(taken: Readonly<Record<string, unknown>>) {
  const names = new Map<string, string>();
  return ({ family, operationId }: AnyRoute, status: number, codes: readonly string[]): string => {
    const { componentPrefix } = family.openApi;
    const key = [componentPrefix, ...codes].join();
    const byCodes = componentPrefix + codes.map((code) => pascalCase(code.toLowerCase())).join('Or');
    const byRoute = componentPrefix + pascalCase(operationId) + STATUS_CODES[status]!.replaceAll(/\W/g, '');
    const isFree = codes.length <= namedCodesMax && !(byCodes in taken);
    const name = names.get(key) ?? (isFree ? byCodes : byRoute);
    names.set(key, name);
    return name;
  };
}

function describeRefusals(route: AnyRoute, codes: readonly string[]): unknown {
  const { family } = route;
  const byCode = new Map(
    codes.map((code) => refusalIn(route, code)).map((refusal) => [refusal.code, refusal]),
  );
  const refusals = [...byCode.values()];
  const statuses = refusals.map(({ status }) => status);
  const hasOneStatus = new Set(statuses).size === 1;
  const isLimited = codes.includes(family.codeOf('rate_limited'));
  const retryAfter =
    statuses.includes(429) ||
    statuses.includes(503) ||
    codes.includes(family.codeOf('idempotency_in_progress'));
  return {
    description: refusals
      .map(({ code, status, message }) => `\`${code}\`${hasOneStatus ? '' : ` (${status})`}: ${message}`)
      .join('\n\n'),
    'x-codes': refusals.map(({ code }) => code),
    'x-retryable': refusals.filter(({ retryable }) => retryable).map(({ code }) => code),
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

function refusalIn(route: AnyRoute, code: string): Refusal {
  const rule = code === route.family.codeOf('permission_denied') ? accessRule(route) : null;
  const extra = rule === null ? {} : { details: { required: rule.named[0] } };
  return refusalOf(route.family, { code, extra });
}
