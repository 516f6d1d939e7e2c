import { type FrameworkErrorCode } from '../../src/domain/platform/errors';

/** A wrong field of a request. */
export interface FieldIssue {
  /** Part of the request (`body`, `query`, `path`), then the way to the field. */
  loc: (string | number)[];
  msg: string;
  /** Rule that is broken, such as `missing` or `value_error`. */
  type: string;
}

/** Parts of a refusal beside its code. */
export interface RefusalDetails {
  /** Default: the sentence of the code in the table of the route's family. */
  message?: string;
  details?: Record<string, unknown> | FieldIssue[];
  retryAfterSeconds?: number;
  headers?: Record<string, string>;
  cause?: unknown;
}

/**
 * An expected refusal of a request. The family of the route turns the code into status, message and body.
 *
 * The type parameter is the set of codes that may be thrown at a place: the framework's own where it is left out, else a wing's,
 * `new RequestError<DocumentErrorCode>('job_not_found')`.
 */
export class RequestError<Code extends string = FrameworkErrorCode> extends Error {
  override readonly name = 'RequestError';

  constructor(
    /** Key of the row in an error table. */
    readonly code: NoInfer<Code>,
    readonly extra: RefusalDetails = {},
  ) {
    super(extra.message ?? code, { cause: extra.cause });
  }
}

/** A refusal with a code that the reader does not know in advance. */
export type AnyRequestError = RequestError<string>;

/** Whether a caught value is a refusal, of whichever code. */
export function isRequestError(thrown: unknown): thrown is AnyRequestError {
  return thrown instanceof RequestError;
}

/** Wrong fields of a request. Each family has an answer of its own for them. */
export class ValidationError extends Error {
  override readonly name = 'ValidationError';

  constructor(readonly issues: FieldIssue[]) {
    super('The request has invalid fields.');
  }
}
