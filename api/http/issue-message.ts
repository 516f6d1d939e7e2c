import { type z } from 'zod';

const typeNames: Record<string, string> = {
  string: 'a string',
  number: 'a number',
  int: 'a whole number',
  boolean: 'true or false',
  array: 'a list',
  object: 'an object',
  record: 'an object',
  null: 'null',
};

/**
 * The fault of a value, in words for callers: the second argument of `safeParse` is `{ error: issueMessage
 * }`. Undefined keeps zod's own message. A message in a schema takes precedence.
 */
export function issueMessage(issue: z.core.$ZodRawIssue): string | undefined {
  switch (issue.code) {
    case 'invalid_type':
      return Object.hasOwn(typeNames, issue.expected) ? `must be ${typeNames[issue.expected]!}` : undefined;
    case 'too_small':
      return issue.inclusive === false
        ? `must be greater than ${issue.minimum}`
        : `must ${bound(issue.origin, 'least', issue.minimum)}`;
    case 'too_big':
      return issue.inclusive === false
        ? `must be less than ${issue.maximum}`
        : `must ${bound(issue.origin, 'most', issue.maximum)}`;
    case 'invalid_value':
      return choice(issue.values);
    case 'invalid_union': {
      const { options = [] } = issue as { options?: readonly unknown[] };
      return options.length > 0 ? choice(options) : 'has none of the forms that are accepted here';
    }
    default:
      return undefined;
  }
}

/** Such as `must be one of "a", "b"`. */
function choice(values: readonly unknown[]): string {
  const shown = values.map((value) => (typeof value === 'string' ? `"${value}"` : String(value)));
  return `must be ${shown.length === 1 ? '' : 'one of '}${shown.join(', ')}`;
}

/** Such as `have at most 3 characters`. */
function bound(origin: string, side: 'least' | 'most', limit: number | bigint): string {
  const unit = units[origin];
  if (unit === undefined) return `be at ${side} ${limit}`;
  return `have at ${side} ${limit} ${unit}${limit === 1 ? '' : 's'}`;
}

const units: Record<string, string> = { string: 'character', array: 'item', set: 'item', map: 'item' };
