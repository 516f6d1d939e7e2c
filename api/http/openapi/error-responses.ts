import { STATUS_CODES } from 'node:http';
import { type FrameworkErrorCode } from '../../../src/domain/platform/errors';
import { accessRule } from '../authenticate';
import { errorRow, type Family, type FamilyOpenApi, type Refusal, refusalOf } from '../family';
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

/** Refusals of requests that cannot be read. The `default` response explains them too, for all the others. */
const requestCodes = [
  'malformed_json',
  'validation_error',
  'invalid_idempotency_key',
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
    const { general, explained } = sharedCodes(family);
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
          shared(nameOf(route, status, codes), () => describeRefusals(route, codes, explained)),
        ]),
      ),
      ...(wrongFields !== null && {
        [wrongFields.status]: shared(`${componentPrefix}WrongFields`, () => describeWrongFields(wrongFields)),
      }),
      default: shared(`${componentPrefix}Refused`, () => describeRefusals(route, explained)),
    };
  };
}

/** Codes of {@link generalCodes} in a family, and all those that its `default` response explains. */
function sharedCodes(family: Family): { general: string[]; explained: string[] } {
  // A family may answer a wrong content type like wrong fields, which belong to the route.
  const wrongFieldsCode = family.codeOf('validation_error');
  const codesOf = (codes: readonly FrameworkErrorCode[]) => codes.map((code) => family.codeOf(code));
  const general = codesOf(generalCodes).filter((code) => code !== wrongFieldsCode);
  const explained = [...new Set([...general, ...codesOf(requestCodes)])];
  return { general: explained.filter((code) => general.includes(code)), explained };
}

/** Codes that are a response's own; all of them where it has none. */
function ownCodes(codes: readonly string[], explained: readonly string[]): readonly string[] {
  const own = codes.filter((code) => !explained.includes(code));
  return own.length > 0 ? own : codes;
}

function createNames(taken: Readonly<Record<string, unknown>>) {
  const names = new Map<string, string>();
  return ({ family, operationId }: AnyRoute, status: number, codes: readonly string[]): string => {
    const { componentPrefix } = family.openApi;
    const nameOf = (list: readonly string[]) =>
      componentPrefix + list.map((code) => pascalCase(code.toLowerCase())).join('Or');
    const key = [componentPrefix, ...codes].join();
    const byOwn = ownCodes(codes, sharedCodes(family).explained);
    const byRoute = componentPrefix + pascalCase(operationId) + STATUS_CODES[status]!.replaceAll(/\W/g, '');
    const free = [byOwn, codes]
      .filter(({ length }) => length <= namedCodesMax)
      .map(nameOf)
      .find((name) => !(name in taken));
    const name = names.get(key) ?? free ?? byRoute;
    names.set(key, name);
    return name;
  };
}

/** A response of some codes. It names those that another response explains, and explains the others. */
function describeRefusals(
  route: AnyRoute,
  codes: readonly string[],
  explained: readonly string[] = [],
): unknown {
  const { family } = route;
  const own = ownCodes(codes, explained);
  // Several codes of a family may look the same to clients.
  const byCode = new Map(
    codes
      .map((code) => ({ ...refusalIn(route, code), isOwn: own.includes(code) }))
      .map((refusal) => [refusal.code, refusal]),
  );
  const refusals = [...byCode.values()];
  const named = refusals.filter(({ isOwn }) => !isOwn);
  const statuses = refusals.map(({ status }) => status);
  const hasOneStatus = new Set(statuses).size === 1;
  const retryable = refusals.filter((refusal) => refusal.retryable).map(({ code }) => code);
  const sentences = refusals
    .filter(({ isOwn }) => isOwn)
    .map(({ code, status, message }) => `\`${code}\`${hasOneStatus ? '' : ` (${status})`}: ${message}`);
  const names = named.map(({ code }) => `\`${code}\``).join(', ');
  const isLimited = codes.includes(family.codeOf('rate_limited'));
  const retryAfter =
    statuses.includes(429) ||
    statuses.includes(503) ||
    codes.includes(family.codeOf('idempotency_in_progress'));
  return {
    description: [...sentences, ...(names === '' ? [] : [`Also ${names}: see \`default\`.`])].join('\n\n'),
    'x-codes': refusals.map(({ code }) => code),
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

function refusalIn(route: AnyRoute, code: string): Refusal {
  const rule = code === route.family.codeOf('permission_denied') ? accessRule(route) : null;
  const extra = rule === null ? {} : { details: { required: rule.named[0] } };
  return refusalOf(route.family, { code, extra });
}
