import { type z } from 'zod';
import { type FieldIssue } from '../../src/domain/platform/refusal';

/** Most invalid fields in an answer. A hostile body may have a hundred thousand. */
export const issuesMax = 100;
const locCharsMax = 200;

type ZodIssue = z.core.$ZodIssue;

/**
 * Converts issues of zod into the items of validation errors, for all families. `loc` begins with the part of
 * the request. `type` is pydantic's name for the same fault, which clients of such APIs branch on.
 *
 * @param input the validated value, to distinguish missing from invalid fields
 */
export function fieldIssues(
  part: 'body' | 'query' | 'path',
  error: z.ZodError,
  input: unknown,
): FieldIssue[] {
  const found: FieldIssue[] = [];
  const issues = error.issues.flatMap(ofFittingBranch);
  const mistyped = new Set(
    issues.filter(({ code }) => code === 'invalid_type').map(({ path }) => pathKey(path)),
  );
  for (const issue of issues) {
    if (isOfSize(issue) && mistyped.has(pathKey(issue.path))) continue;
    const loc = [part, ...issue.path.map(locPart)];
    if (issue.code === 'unrecognized_keys') {
      for (const key of issue.keys.slice(0, issuesMax))
        found.push({ loc: [...loc, locPart(key)], msg: 'is not a field', type: 'extra_forbidden' });
    } else if (isMissing(issue, input)) {
      found.push({ loc, msg: 'is required', type: 'missing' });
    } else {
      found.push({ loc, msg: issue.message, type: issueType(issue) });
    }
    if (found.length >= issuesMax) break;
  }
  return found.slice(0, issuesMax);
}

/**
 * Whether a field is invalid only because it is missing; a choice among values is then not reported as a
 * wrong type.
 */
function isMissing({ code, path }: ZodIssue, input: unknown): boolean {
  const isOfKind = code === 'invalid_type' || code === 'invalid_value' || code === 'invalid_union';
  return isOfKind && valueAt(input, path) === undefined;
}

/** Issues of the only branch of a union that fits the value by its type; otherwise the issue itself. */
function ofFittingBranch(issue: ZodIssue): ZodIssue[] {
  if (issue.code !== 'invalid_union') return [issue];
  const fitting = issue.errors.filter((branch) =>
    branch.every(({ code, path }) => code !== 'invalid_type' || path.length > 0),
  );
  if (fitting.length !== 1) return [issue];
  return fitting[0]!.map((inner) => ({ ...inner, path: [...issue.path, ...inner.path] }));
}

function issueType(issue: ZodIssue): string {
  switch (issue.code) {
    case 'invalid_type':
      return typeNames[issue.expected] ?? 'value_error';
    case 'too_small':
      return issue.origin === 'string'
        ? 'string_too_short'
        : isSize(issue.origin)
          ? 'too_short'
          : issue.inclusive === false
            ? 'greater_than'
            : 'greater_than_equal';
    case 'too_big':
      return issue.origin === 'string'
        ? 'string_too_long'
        : isSize(issue.origin)
          ? 'too_long'
          : issue.inclusive === false
            ? 'less_than'
            : 'less_than_equal';
    case 'invalid_format':
      return issue.format === 'regex' ? 'string_pattern_mismatch' : 'value_error';
    case 'invalid_value':
      return issue.values.length === 1 ? 'literal_error' : 'enum';
    case 'not_multiple_of':
      return 'multiple_of';
    default:
      return 'value_error';
  }
}

const typeNames: Record<string, string> = {
  string: 'string_type',
  number: 'float_type',
  int: 'int_type',
  boolean: 'bool_type',
  array: 'list_type',
  object: 'dict_type',
  record: 'dict_type',
};

/** Zod also measures the length of a value of another type, such as a string in place of a list. */
function isOfSize({ code }: ZodIssue): boolean {
  return code === 'too_small' || code === 'too_big';
}

function pathKey(path: readonly PropertyKey[]): string {
  return JSON.stringify(path.map(String));
}

function isSize(origin: string): boolean {
  return origin === 'array' || origin === 'set' || origin === 'map' || origin === 'file';
}

function locPart(key: PropertyKey): string | number {
  return typeof key === 'number' ? key : String(key).slice(0, locCharsMax);
}

function valueAt(input: unknown, path: readonly PropertyKey[]): unknown {
  let value = input;
  for (const key of path) {
    if (typeof value !== 'object' || value === null || !Object.hasOwn(value, key)) return undefined;
    value = (value as Record<PropertyKey, unknown>)[key];
  }
  return value;
}
