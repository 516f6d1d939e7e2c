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
    // Codes of the service are single words; `http_<status>` stands for a body without one.
    if (!/^\w+$/.test(error.code) || error.code === `http_${error.status}`)
      return { code: EXIT.unreachable, line: `${otherServer} (It answered with HTTP ${error.status}.)` };
    const request = error.requestId === null ? '' : ` (request ${error.requestId})`;
    const first = `${error.code}: ${error.message}${request}`;
    const advice = error.status === 401 ? ['Log in with another key: sheaf login'] : [];
    return { code: codeOf(error.status), line: [first, ...issueLines(error), ...advice].join('\n') };
  }
  if (error instanceof JobError) return { code: EXIT.jobFailed, line: `${error.code}: ${error.message}` };
  if (error instanceof UsageError) return { code: EXIT.usage, line: error.message };
  const { name, message } = error as Error;
  if (name === 'AbortError')
    return { code: EXIT.interrupted, line: 'Interrupted. What has begun continues.' };
  if (isUnanswered(error)) return { code: EXIT.unreachable, line: unansweredLine(error as Error) };
  // Invalid JSON of the caller is a UsageError: this is an answer of the service without JSON.
  if (error instanceof SyntaxError) return { code: EXIT.unreachable, line: otherServer };
  return { code: EXIT.failed, line: fileFault(error as NodeJS.ErrnoException) ?? message };
}

const otherServer = 'What answers is not the service. Is its address right?';

/** Sentences for what a connection fails by, by the code of the cause. */
const connectionFaults: Record<string, string> = {
  ECONNREFUSED: 'nothing listens there',
  ENOTFOUND: 'the host is not known',
  EAI_AGAIN: 'the name of the host could not be looked up',
  ENETUNREACH: 'the network cannot be reached',
  EHOSTUNREACH: 'the host cannot be reached',
  ECONNRESET: 'the connection was closed',
  UND_ERR_SOCKET: 'the connection was closed',
  UND_ERR_CONNECT_TIMEOUT: 'the connection took too long',
  DEPTH_ZERO_SELF_SIGNED_CERT: 'its certificate is not trusted; NODE_EXTRA_CA_CERTS names authorities',
  SELF_SIGNED_CERT_IN_CHAIN: 'its certificate is not trusted; NODE_EXTRA_CA_CERTS names authorities',
  UNABLE_TO_VERIFY_LEAF_SIGNATURE: 'its certificate is not trusted; NODE_EXTRA_CA_CERTS names authorities',
  CERT_HAS_EXPIRED: 'its certificate has expired',
  ERR_TLS_CERT_ALTNAME_INVALID: 'its certificate is for another name',
  ERR_SSL_WRONG_VERSION_NUMBER: 'it does not speak TLS; the address may begin with http://',
};

/** What a failed connection tells: the cause, and the place where it is known. */
function unansweredLine({ cause }: Error): string {
  const [first = cause] = cause instanceof AggregateError ? (cause.errors as unknown[]) : [];
  const { code = '', hostname, address, port } = (first ?? {}) as Record<string, string | undefined>;
  const place = hostname ?? (address === undefined ? undefined : `${address}:${port ?? ''}`);
  const fault = connectionFaults[code];
  const reason = fault === undefined ? '' : ` (${[place, fault].filter(Boolean).join(': ')})`;
  return `The service does not answer${reason}. Is its address right?`;
}

/** Sentences for what a file or folder fails by, by the code of the error. */
const fileFaults: Record<string, (path: string) => string> = {
  ENOENT: (path) => `There is no file or folder ${path}.`,
  EACCES: (path) => `There is no permission to open ${path}.`,
  EPERM: (path) => `There is no permission to open ${path}.`,
  EISDIR: (path) => `${path} is a folder; a file is needed.`,
  ENOTDIR: (path) => `${path} is not a folder.`,
  ENOSPC: () => 'There is no room left on the disk.',
};

/** The sentence for an error of the file system; null for any other. */
function fileFault({ code = '', path = 'That' }: NodeJS.ErrnoException): string | null {
  return fileFaults[code]?.(path) ?? null;
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
