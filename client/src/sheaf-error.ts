/** Facts of a refusal. */
interface Refusal {
  status: number;
  code: string;
  message: string;
  requestId: string | null;
  details: unknown;
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
  /** Seconds after which the same request may succeed; null where the service does not say. */
  readonly retryAfterSeconds: number | null;

  constructor({ status, code, message, requestId, details, retryAfterSeconds }: Refusal) {
    super(message);
    this.status = status;
    this.code = code;
    this.requestId = requestId;
    this.details = details;
    this.retryAfterSeconds = retryAfterSeconds;
  }
}

/** The error of a refused request; reads the bodies of every version of the API. */
export async function refusalOf(response: Response): Promise<SheafError> {
  const text = await response.text();
  const retryAfter = Number(response.headers.get('retry-after') ?? NaN);
  return new SheafError({
    status: response.status,
    requestId: response.headers.get('x-request-id'),
    retryAfterSeconds: Number.isFinite(retryAfter) ? retryAfter : null,
    ...bodyFacts(text, response.status),
  });
}

function bodyFacts(text: string, status: number): Pick<Refusal, 'code' | 'message' | 'details'> {
  const unnamed = { code: `http_${status}`, message: `The service answered with ${status}.`, details: null };
  let body: unknown;
  try {
    body = JSON.parse(text);
  } catch {
    return unnamed;
  }
  if (!isObject(body)) return unnamed;
  const { error, message, details, detail } = body;
  if (typeof error === 'string')
    return { code: error, message: textOr(message, error), details: details ?? null };
  if (isObject(error) && typeof error.code === 'string')
    return {
      code: error.code,
      message: textOr(error.message, error.code),
      details: error.details ?? null,
    };
  if (Array.isArray(detail)) {
    const first: unknown = detail[0];
    const said = isObject(first) ? textOr(first.msg, unnamed.message) : unnamed.message;
    return { code: 'validation_error', message: said, details: detail };
  }
  return unnamed;
}

const isObject = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

const textOr = (value: unknown, other: string): string => (typeof value === 'string' ? value : other);
