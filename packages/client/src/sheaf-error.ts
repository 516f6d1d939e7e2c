import { bodyFacts, type ListedFacts, type NamedFacts, type RefusalIssue } from './refusal-facts.js';
import { retryAfterMs } from './send.js';

/** Arguments of a {@link SheafError}. */
interface Refusal {
  status: number;
  code: string;
  message: string;
  requestId: string | null;
  details: NamedFacts | ListedFacts | null;
  /** Default: none. */
  issues?: readonly RefusalIssue[];
  body: unknown;
  retryAfterSeconds: number | null;
}

/** A refusal by the service. Any other error means that the service has not answered. */
export class SheafError extends Error {
  override readonly name = 'SheafError';
  /** HTTP status. */
  readonly status: number;
  /** Code of the error table, such as `collection_not_found`; `http_<status>` for a body without one. */
  readonly code: string;
  /** Id of the request, to quote in reports of problems. */
  readonly requestId: string | null;
  /**
   * All facts in the body besides code and message, by name, such as `position` and `expected` of
   * `FILTER_INVALID`; a list when the body has only `issues`; null for none.
   */
  readonly details: NamedFacts | ListedFacts | null;
  /**
   * Invalid fields, invalid records or other faults that the refusal lists, in one format; empty for none.
   */
  readonly issues: readonly RefusalIssue[];
  /** The whole body: parsed if it is JSON, otherwise its text. */
  readonly body: unknown;
  /** Seconds after which the same request may succeed; null when the service gives none. */
  readonly retryAfterSeconds: number | null;

  constructor({ status, code, message, requestId, details, issues = [], body, retryAfterSeconds }: Refusal) {
    super(message);
    this.status = status;
    this.code = code;
    this.requestId = requestId;
    this.details = details;
    this.issues = issues;
    this.body = body;
    this.retryAfterSeconds = retryAfterSeconds;
  }
}

/** The error for a refused request. Reads the bodies of all versions of the API. */
export async function refusalOf(response: Response): Promise<SheafError> {
  const body = parsed(await response.text());
  const pauseMs = retryAfterMs(response.headers);
  return new SheafError({
    status: response.status,
    requestId: response.headers.get('x-request-id'),
    retryAfterSeconds: pauseMs === null ? null : Math.ceil(pauseMs / 1_000),
    body,
    ...bodyFacts(body, response.status),
  });
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    // A proxy may answer with a page of HTML.
    return text;
  }
}
