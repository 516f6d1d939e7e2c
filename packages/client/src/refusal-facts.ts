import type { components } from './openapi.js';

type ProductError = components['schemas']['ProductError'];

/** Facts in refusals of product search besides code and message; each occurs with some codes. */
export type ProductFacts = Partial<
  Pick<
    ProductError,
    | 'legacy_error'
    | 'position'
    | 'expected'
    | 'param'
    | 'id_suggestion'
    | 'fields'
    | 'reason'
    | 'estimated_minutes'
  >
>;

/**
 * Facts by name; those of documents differ from those of product search. `details` is the list of `issues`.
 */
export type NamedFacts = ProductFacts & Record<string, unknown>;

/**
 * Facts of a refusal that has only a list, such as one of invalid fields: the items of `issues` as the
 * service wrote them.
 */
export type ListedFacts = unknown[] & { [Name in keyof ProductFacts]?: undefined };

/** Issue of a refusal: an invalid field, an invalid record or another fault. */
export interface RefusalIssue {
  /**
   * Part of the request, then the path to the field, joined by dots; null for records, which have a `line`.
   */
  path: string | null;
  /** Broken rule, such as `missing`. */
  code: string;
  message: string;
  /** The issue as the service wrote it; those of records also have `line`, `index`, `id` and `field`. */
  raw: Record<string, unknown>;
}

/** Facts in the body of a refusal. */
interface BodyFacts {
  code: string;
  message: string;
  details: NamedFacts | ListedFacts | null;
  issues: RefusalIssue[];
}

/** Reads the body of a refusal from any version of the API. A page of a proxy yields only the status. */
export function bodyFacts(body: unknown, status: number): BodyFacts {
  const unnamed = `The service answered with ${status}.`;
  if (isObject(body)) {
    const { error, message, detail } = body;
    if (typeof error === 'string') {
      const details = detailsOf(body);
      const issues = issuesOf(body.details);
      return { code: error, message: withFault(textOr(message, error), issues), details, issues };
    }
    if (Array.isArray(detail)) {
      const issues = issuesOf(detail);
      const details = detail as ListedFacts;
      const message = withFault(issues.length > 0 ? wrongFields : unnamed, issues);
      return { code: 'validation_error', message, details, issues };
    }
  }
  return { code: `http_${status}`, message: unnamed, details: null, issues: [] };
}

/** Message for a body that has only a list. */
const wrongFields = 'The request has wrong fields.';

/** A message that begins with the fault of the first field, since logs often keep the message alone. */
function withFault(message: string, [first]: readonly RefusalIssue[]): string {
  if (first === undefined || first.path === null) return message;
  if (message.includes(first.message)) return `${first.path}: ${message}`;
  return `${first.path}: ${first.message}${/[.!?]$/.test(first.message) ? '' : '.'} ${message}`;
}

/** Members of bodies that other members of the error repeat, or that carry no information. */
const general = ['error', 'message', 'status_code', 'path', 'success', 'details'];

/** `details`, merged with the members next to it where product search has some. */
function detailsOf(body: Record<string, unknown>): BodyFacts['details'] {
  const beside = Object.entries(body).filter(([name]) => !general.includes(name));
  const own = (body.details ?? null) as BodyFacts['details'];
  if (beside.length === 0) return own;
  return { ...Object.fromEntries(beside), ...(own !== null && { details: own }) };
}

function issuesOf(list: unknown): RefusalIssue[] {
  if (!Array.isArray(list)) return [];
  return list.filter(isObject).map((raw) => {
    const { path, loc, code, type, message, msg } = raw;
    return {
      path: Array.isArray(loc) ? loc.join('.') : typeof path === 'string' ? path : null,
      code: textOr(code ?? type, 'unknown'),
      message: textOr(message ?? msg, ''),
      raw,
    };
  });
}

const isObject = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

const textOr = (value: unknown, other: string): string => (typeof value === 'string' ? value : other);
