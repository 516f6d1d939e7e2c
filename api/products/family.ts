import { isManagement } from '../../src/domain/products/audit';
import {
  PRODUCT_ERRORS,
  PRODUCT_FRAMEWORK_CODES,
  type ProductErrorCode,
} from '../../src/domain/products/errors';
import {
  PRODUCT_GRANTS,
  PRODUCT_PERMISSIONS,
  type ProductGrant,
  type ProductPermission,
} from '../../src/domain/products/permissions';
import { operatorCharsMax } from '../../src/domain/products/limits';
import { allowsOrigin, grantTypes, typePermissions, scopeOf } from '../../src/domain/products/key-scope';
import { type AccessRule, type Family, type FamilyRefusal, type RateLimit } from '../http/family';
import { type FieldIssue, Refusal } from '../../src/domain/platform/refusal';
import { type Caller } from '../../src/domain/platform/caller';
import { errorSchemas, refusalSchema } from './error-schemas';

export type ProductsFamily = Family<ProductErrorCode, ProductPermission>;

/**
 * Family of the product search routes, `/v1`. Each route has a quota of its own; no limit applies to all
 * routes together.
 */
export const products: ProductsFamily = {
  errors: PRODUCT_ERRORS,
  codeOf: (code) => PRODUCT_FRAMEWORK_CODES[code],
  errorBody,
  wrongFields(issues) {
    const { status, retryable, sentence: message } = PRODUCT_ERRORS.VALIDATION_ERROR;
    const refusal = { code: 'VALIDATION_ERROR', status, retryable, message, details: null };
    return { status, body: errorBody({ ...refusal, details: [...issues] }) };
  },
  access: Object.fromEntries(
    PRODUCT_PERMISSIONS.map((name): [string, AccessRule] => [
      name,
      { grantedBy: [name, ...grantsOf(name)], named: [name] },
    ]),
  ) as Record<ProductPermission, AccessRule>,
  admit,
  limits,
  longNumbers: 'text',
  openApi: { componentPrefix: 'Product', schemas: errorSchemas, refusalSchema, audited, wrongFields: null },
};

/** Permissions of document keys that include a permission of product search. */
function grantsOf(name: ProductPermission): ProductGrant[] {
  return PRODUCT_GRANTS.filter((grant) => typePermissions[grantTypes[grant]].includes(name));
}

/** @throws Refusal `ORIGIN_NOT_ALLOWED` */
function admit(caller: Caller, origin: string | null): Record<string, string> {
  const scope = scopeOf(caller);
  const isBound = scope.chain.some(({ allowedOrigins }) => allowedOrigins !== null);
  if (!allowsOrigin(scope, origin)) throw new Refusal<ProductErrorCode>('ORIGIN_NOT_ALLOWED');
  if (!isBound) return {};
  return {
    'Access-Control-Allow-Origin': origin!,
    'Access-Control-Expose-Headers':
      'X-Request-Id, Retry-After, RateLimit, RateLimit-Policy, Idempotent-Replayed',
    Vary: 'Origin',
  };
}

/** Header with the name of the acting person. */
const operatorParameter = {
  name: 'X-Operator',
  in: 'header',
  description:
    'Person on whose behalf the call is made, for the audit log. Optional by default; required where an operator of the service has listed persons for the organization.',
  schema: { type: 'string', minLength: 1, maxLength: operatorCharsMax },
};

/** Refusals and parameters of audited routes, for the OpenAPI document. */
function audited(action: string) {
  return isManagement(action)
    ? {
        codes: ['OPERATOR_REQUIRED', 'OPERATOR_NOT_ALLOWED', 'AUDIT_UNAVAILABLE'],
        parameters: [operatorParameter],
      }
    : { codes: ['AUDIT_UNAVAILABLE'], parameters: [] };
}

/**
 * Rate limits of a key and of the keys from which it derives. All keys and tokens below a key share its
 * limit.
 */
function limits(caller: Caller): RateLimit[] {
  return scopeOf(caller).chain.flatMap(({ id, ratePerSecond }) =>
    ratePerSecond === null
      ? []
      : [{ bucket: `key-rate/${id}`, count: ratePerSecond, seconds: 1, scope: 'key' }],
  );
}

/** Members of error bodies that only certain codes have, in output order. */
const ownMembers = [
  'legacy_error',
  'position',
  'expected',
  'param',
  'id_suggestion',
  'details',
  'fields',
  'reason',
  'estimated_minutes',
] as const;

function errorBody({ code, message, status, details }: FamilyRefusal) {
  const given: Record<string, unknown> = Array.isArray(details)
    ? { details: details.map(presentIssue) }
    : { ...details };
  if (code === 'RECORD_NOT_FOUND') given.legacy_error = 'DOCUMENT_NOT_FOUND';
  const { required } = given;
  const sentence = typeof required === 'string' ? `The API key lacks the permission ${required}.` : message;
  const members = ownMembers.filter((name) => given[name] !== undefined);
  return {
    error: code,
    message: sentence,
    status_code: status,
    ...Object.fromEntries(members.map((name) => [name, given[name]])),
  };
}

function presentIssue({ loc, msg, type }: FieldIssue) {
  return { path: loc.join('.'), code: type, message: msg };
}
