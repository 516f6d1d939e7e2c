import { retryAfterMs } from './send.js';

/** Facts of a refusal. */
interface Refusal {
  status: number;
  code: string;
  message: string;
  requestId: string | null;
  details: unknown;
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
  /** Further facts: an object, or a list of wrong fields; null for none. */
  readonly details: unknown;
  /** The whole body: parsed where it is JSON, else its text. */
  readonly body: unknown;
  /** Seconds after which the same request may succeed; null where the service does not say. */
  readonly retryAfterSeconds: number | null;

  constructor({ status, code, message, requestId, details, body, retryAfterSeconds }: Refusal) {
    super(message);
    this.status = status;
    this.code = code;
    this.requestId = requestId;
    this.details = details;
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

function bodyFacts(body: unknown, status: number): Pick<Refusal, 'code' | 'message' | 'details'> {
  const unnamed = { code: `http_${status}`, message: `The service answered with ${status}.`, details: null };
  if (!isObject(body)) return unnamed;
  const { error, message, detail } = body;
  if (typeof error === 'string')
    return { code: error, message: textOr(message, error), details: factsOf(body) };
  if (Array.isArray(detail)) {
    const first: unknown = detail[0];
    const said = isObject(first) ? textOr(first.msg, unnamed.message) : unnamed.message;
    return { code: 'validation_error', message: said, details: detail };
  }
  return unnamed;
}

/** Members of every body that are no facts of the refusal. */
const general = ['error', 'message', 'status_code', 'legacy_error', 'path', 'success', 'request_id'];

/** `details`; together with the members beside it, where product search has some. */
function factsOf(body: Record<string, unknown>): unknown {
  const entries = Object.entries(body).filter(([name]) => !general.includes(name));
  const beside = entries.filter(([name, value]) => name !== 'details' && value !== null);
  return beside.length === 0 ? (body.details ?? null) : Object.fromEntries(entries);
}

const isObject = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

const textOr = (value: unknown, other: string): string => (typeof value === 'string' ? value : other);
