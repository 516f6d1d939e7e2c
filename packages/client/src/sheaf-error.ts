import { bodyFacts, type ListedFacts, type NamedFacts, type RefusalIssue } from './refusal-facts.js';
import { retryAfterMs } from './send.js';

/** Facts of a refusal. */
interface Refusal {
  status: number;
  code: string;
  message: string;
  requestId: string | null;
  details: NamedFacts | ListedFacts | null;
  /** Default none. */
  issues?: readonly RefusalIssue[];
  body: unknown;
  retryAfterSeconds: number | null;
}

/** An answer of the service that is a refusal. The service never answered where another error is thrown. */
export class SheafError extends Error {
  override readonly name = 'SheafError';
  /** HTTP status. */
  readonly status: number;
  /** Code of the error table, such as `collection_not_found`; `http_<status>` where the body names none. */
  readonly code: string;
  /** Id of the request, to be named when a problem is reported. */
  readonly requestId: string | null;
  /**
   * All facts that the body has besides code and message, by their names, such as `position` and `expected` of
   * `FILTER_INVALID`; a list where it has nothing but `issues`; null for none.
   */
  readonly details: NamedFacts | ListedFacts | null;
  /** Wrong fields, wrong records or other things that the refusal lists, in one shape; empty for none. */
  readonly issues: readonly RefusalIssue[];
  /** The whole body: parsed where it is JSON, else its text. */
  readonly body: unknown;
  /** Seconds after which the same request may succeed; null where the service does not say. */
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

/** The error of a refused request; reads the bodies of every version of the API. */
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
    // A proxy may answer with a page.
    return text;
  }
}
