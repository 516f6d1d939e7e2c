import { type Config } from '../../src/config';
import { type ErrorRow, FRAMEWORK_ERRORS, type FrameworkErrorCode } from '../../src/domain/platform/errors';
import { type RateLimit } from './limits';
import { type JsonSchema } from './openapi/json-schema';
import { type AnyRequestError, type FieldIssue, type RefusalDetails } from './request-error';
import { type Caller } from './route';

/** A refusal in the words of a family, before it is written as a body. */
export interface Refusal {
  /** Code as clients see it. */
  code: string;
  status: number;
  /** Whether the same request may succeed later. */
  retryable: boolean;
  message: string;
  details: NonNullable<RefusalDetails['details']> | null;
}

/** A right that a route asks for. */
export interface AccessRule {
  /** Permissions of which a key needs one. */
  grantedBy: readonly string[];
  /** Permissions that a caller is told to ask for and that the documentation names, the usual one first. */
  named: readonly [string, ...string[]];
}

/**
 * Everything that the routes of one product, or of one version of it, share and the framework must not know: error table, error
 * body, rights and limits. A family of more codes or rights stands in for one of fewer.
 */
export interface Family<Code extends string = string, Access extends string = string> {
  /** Every code that a route of the family may declare or throw. */
  errors: Readonly<Record<Code, ErrorRow>>;
  /** The code of `errors` that stands for a code of the framework. */
  codeOf: (code: FrameworkErrorCode) => string;
  /** Body of a refusal. `path` is the request's, without its query; null when it could not be read. */
  errorBody: (refusal: Refusal, path: string | null) => unknown;
  /** Answer to wrong fields. */
  wrongFields: (issues: readonly FieldIssue[], path: string | null) => { status: number; body: unknown };
  /** Rights by the name that routes declare. */
  access: Readonly<Record<Access, AccessRule>>;
  /** Limits that every request with a key counts against, in the order in which they are asked. */
  limits: (caller: Caller, config: Config) => readonly RateLimit[];
  openApi: FamilyOpenApi;
}

/** The family of routes, and a right of it that they ask for: given to routes that belong to no product. */
export interface Grant<Code extends string, Access extends string> {
  family: Family<Code, Access>;
  access: Access;
}

/** The parts of the OpenAPI document that describe the errors of a family. */
export interface FamilyOpenApi {
  /** Schemas of the bodies, by the names that they have in the document. */
  schemas: Readonly<Record<string, JsonSchema>>;
  /** Schema of a body with one of these codes, as clients see them. */
  refusalSchema: (codes: readonly string[]) => JsonSchema;
  /** Answer to wrong fields; null where it is a refusal like any other. */
  wrongFields: { status: number; description: string; schema: JsonSchema; example: unknown } | null;
}

/** A refusal as the family words it. A code that the family does not know is its `internal_error`. */
export function refusalOf(family: Family, { code, extra }: Pick<AnyRequestError, 'code' | 'extra'>): Refusal {
  const known = familyCode(family, code);
  const { status, retryable, sentence, wireCode = known } = errorRow(family, known);
  const { message = sentence, details = null } = extra;
  return { code: wireCode, status, retryable, message, details };
}

/** The key in the family's table of a code that the framework or a handler threw. */
function familyCode(family: Family, code: string): string {
  const own = Object.hasOwn(FRAMEWORK_ERRORS, code) ? family.codeOf(code as FrameworkErrorCode) : code;
  return Object.hasOwn(family.errors, own) ? own : family.codeOf('internal_error');
}

/**
 * Row of a code of the family.
 *
 * @throws Error for a code that the family has not
 */
export function errorRow(family: Family, code: string): ErrorRow {
  const row = family.errors[code];
  if (row === undefined) throw new Error(`the family has no error ${code}`);
  return row;
}
