import { type Config } from '../../src/config';
import { type ErrorRow, FRAMEWORK_ERRORS, type FrameworkErrorCode } from '../../src/domain/platform/errors';
import { type JsonSchema } from './openapi/json-schema';
import { type AnyRefusal, type FieldIssue, type RefusalDetails } from '../../src/domain/platform/refusal';
import { type Caller } from '../../src/domain/platform/caller';

/** A refusal in the terms of a family, before its body is written. */
export interface FamilyRefusal {
  /** Code as clients see it. */
  code: string;
  status: number;
  /** Whether the same request may succeed later. */
  retryable: boolean;
  message: string;
  details: NonNullable<RefusalDetails['details']> | null;
}

/** A limit on the rate of requests, and the wording of its refusal. */
export interface RateLimit {
  /** Id of the bucket, `<name>/<owner>`; limits with the same id share it. */
  bucket: string;
  /** Requests per `seconds`. After a pause as many are accepted at once, unless `burst` is set. */
  count: number;
  seconds: number;
  burst?: number;
  /** Scope of the limit in the details of the refusal. */
  scope: string;
  /** Message of the refusal; default: a sentence that names `scope`. */
  message?: string;
}

/** A right that routes require. */
export interface AccessRule {
  /** Permissions that grant the right; a key needs one of them. */
  grantedBy: readonly string[];
  /** Permissions that refusals and the documentation name, the usual one first. */
  named: readonly [string, ...string[]];
}

/**
 * The error table, error body, rights and limits that the routes of one product or API version share, kept
 * out of the framework. A family with more codes or rights may be used in place of one with fewer.
 */
export interface Family<Code extends string = string, Access extends string = string> {
  /** Every code that a route of the family may declare or throw. */
  errors: Readonly<Record<Code, ErrorRow>>;
  /** The family's code in `errors` for a code of the framework. */
  codeOf: (code: FrameworkErrorCode) => string;
  /** Body of a refusal. `path` is that of the request, without the query; null when it could not be read. */
  errorBody: (refusal: FamilyRefusal, path: string | null) => unknown;
  /** Answer to wrong fields. */
  wrongFields: (issues: readonly FieldIssue[], path: string | null) => { status: number; body: unknown };
  /** Rights by the names that routes declare. */
  access: Readonly<Record<Access, AccessRule>>;
  /**
   * Checks whether a key may be used from an origin, and gives the headers of answers to it; absent where
   * keys have no origins.
   *
   * @param origin null for a request without one
   * @throws Refusal
   */
  admit?: (caller: Caller, origin: string | null) => Record<string, string>;
  /** Limits that apply to every request with a key, in the order of their checks. */
  limits: (caller: Caller, config: Config) => readonly RateLimit[];
  /**
   * How numbers of a JSON body are treated that a double cannot represent, such as an id of 19 digits: as the
   * text of their digits, or by default as an invalid field.
   */
  longNumbers?: 'text';
  openApi: FamilyOpenApi;
}

/** A family and one of its rights, for routes that belong to no product. */
export interface Grant<Code extends string, Access extends string> {
  family: Family<Code, Access>;
  access: Access;
}

/** OpenAPI parts that describe the errors of a family. */
export interface FamilyOpenApi {
  /** Prefix of the names of shared refusals, distinct for each family with codes of its own. */
  componentPrefix: string;
  /** Schemas of error bodies by their names in the document. */
  schemas: Readonly<Record<string, JsonSchema>>;
  /** Schema of every error body, except those of invalid fields. */
  refusalSchema: JsonSchema;
  /** Refusals and parameters that the log of requests adds to the routes of an action. */
  audited?: (action: string) => { codes: readonly string[]; parameters: readonly unknown[] };
  /** Answer to wrong fields; null when it is an ordinary refusal. */
  wrongFields: { status: number; description: string; schema: JsonSchema; example: unknown } | null;
}

/**
 * A refusal in the terms of the family. A code that the family does not define becomes its `internal_error`.
 * Codes of the framework keep their sentence, since one code of the family may stand for several of them.
 */
export function refusalOf(
  family: Family,
  { code, extra }: Pick<AnyRefusal, 'code' | 'extra'>,
): FamilyRefusal {
  const known = familyCode(family, code);
  const { status, retryable, sentence, wireCode = known } = errorRow(family, known);
  const ownSentence = isOfFramework(code) ? FRAMEWORK_ERRORS[code].sentence : sentence;
  const { message = ownSentence, details = null } = extra;
  return { code: wireCode, status, retryable, message, details };
}

function isOfFramework(code: string): code is FrameworkErrorCode {
  return Object.hasOwn(FRAMEWORK_ERRORS, code);
}

/** Key of the family's error table for a code of the framework or of a handler. */
function familyCode(family: Family, code: string): string {
  const own = isOfFramework(code) ? family.codeOf(code) : code;
  return Object.hasOwn(family.errors, own) ? own : family.codeOf('internal_error');
}

/** The row of a code in the family's error table. @throws Error for a code that the family does not define */
export function errorRow(family: Family, code: string): ErrorRow {
  const row = family.errors[code];
  if (row === undefined) throw new Error(`the family has no error ${code}`);
  return row;
}
