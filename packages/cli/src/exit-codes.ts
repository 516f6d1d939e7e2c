import { JobError, SheafError } from 'sheaf-client';

/** Exit codes for scripts, documented in docs/cli.md. */
export const EXIT = {
  ok: 0,
  failed: 1,
  usage: 2,
  unauthorized: 3,
  notFound: 4,
  refused: 5,
  unreachable: 6,
  jobFailed: 7,
  interrupted: 130,
} as const;

/** A failure for which the command prints the message alone. */
export class UsageError extends Error {}

/** Most issues of a refusal that are printed. */
const issuesShown = 20;

/** The exit code and the printed lines for a failure. */
export function failureOf(error: unknown): { code: number; line: string } {
  if (error instanceof SheafError) {
    const request = error.requestId === null ? '' : ` (request ${error.requestId})`;
    const first = `${error.code}: ${error.message}${request}`;
    return { code: codeOf(error.status), line: [first, ...issueLines(error)].join('\n') };
  }
  if (error instanceof JobError) return { code: EXIT.jobFailed, line: `${error.code}: ${error.message}` };
  if (error instanceof UsageError) return { code: EXIT.usage, line: error.message };
  const { name, message } = error as Error;
  if (name === 'AbortError')
    return { code: EXIT.interrupted, line: 'Interrupted. What has begun continues.' };
  if (isUnanswered(error))
    return { code: EXIT.unreachable, line: 'The service does not answer. Is its address right?' };
  // Invalid JSON of the caller is a UsageError: this is an answer of the service without JSON.
  if (error instanceof SyntaxError)
    return { code: EXIT.unreachable, line: 'What answers is not the service. Is its address right?' };
  return { code: EXIT.failed, line: message };
}

/** Whether the same request may succeed later: the service does not answer, or refuses temporarily. */
export function isPassing(error: unknown): boolean {
  if (error instanceof SheafError) return error.status === 429 || error.status >= 500;
  return isUnanswered(error);
}

/** Messages of `fetch` for a connection that failed before or during the answer. */
const failedConnections = ['fetch failed', 'terminated'];

function isUnanswered(error: unknown): boolean {
  const { name, message } = error as Error;
  return name === 'TimeoutError' || (error instanceof TypeError && failedConnections.includes(message));
}

/** Lines for the issues that the message of a refusal does not contain: field and fault. */
function issueLines({ issues, message: told }: SheafError): string[] {
  const others = issues.filter(
    ({ path, message }, index) =>
      index > 0 || path === null || !told.startsWith(`${path}: `) || !told.includes(message),
  );
  const lines = others.slice(0, issuesShown).map(({ path, message, raw }) => {
    const place = typeof raw.line === 'number' ? `line ${raw.line}` : path;
    return place === null ? `  ${message}` : `  ${place}: ${message}`;
  });
  const further = others.length - lines.length;
  return further > 0 ? [...lines, `  and ${further} more`] : lines;
}

function codeOf(status: number): number {
  if (status === 401 || status === 403) return EXIT.unauthorized;
  if (status === 404) return EXIT.notFound;
  if (status === 502 || status === 503) return EXIT.unreachable;
  return EXIT.refused;
}
