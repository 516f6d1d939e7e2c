import { SheafError } from 'sheaf-client';

/** Something that the API found wrong in a body. */
export interface FieldProblem {
  /** Names and indexes on the way to it, such as `['boost', 0, 'weight']`. */
  path: readonly (string | number)[];
  message: string;
}

/** What a refusal says about fields of the body; empty for an error that is about something else. */
export function fieldProblems(error: unknown): FieldProblem[] {
  if (!(error instanceof SheafError)) return [];
  const { details, code } = error;
  if (Array.isArray(details)) return details.flatMap(problemOf);
  // The way into a filter is a text of its own.
  if (code === 'invalid_metadata_filter' && isObject(details) && typeof details.path === 'string')
    return [{ path: ['filter', details.path], message: String(details.reason) }];
  return [];
}

/** What is wrong with a field or within it, in sentences that name the place within. */
export function problemsAt(problems: readonly FieldProblem[], field: string): string[] {
  return problems
    .filter(({ path: [first] }) => first === field)
    .map(({ path, message }) => (path.length > 1 ? `${path.slice(1).join('.')} ${message}` : message));
}

function problemOf(issue: unknown): FieldProblem[] {
  if (!isObject(issue) || !Array.isArray(issue.loc) || typeof issue.msg !== 'string') return [];
  const [root, ...path] = issue.loc as (string | number)[];
  return root === 'body' ? [{ path, message: issue.msg }] : [];
}

const isObject = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null && !Array.isArray(value);
