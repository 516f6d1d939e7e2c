import { type FrameworkErrorCode } from './errors';

/** An invalid field of a request. */
export interface FieldIssue {
  /** Part of the request (`body`, `query`, `path`), then the path to the field. */
  loc: (string | number)[];
  msg: string;
  /** The broken rule, such as `missing` or `value_error`. */
  type: string;
}

/** Optional details of a refusal. */
export interface RefusalDetails {
  /** Default: the message of the code in the error table of the route's family. */
  message?: string;
  details?: Record<string, unknown> | FieldIssue[];
  retryAfterSeconds?: number;
  headers?: Record<string, string>;
  /** Name of the rate limit that was exceeded, for metrics; never sent. */
  limit?: string;
  cause?: unknown;
}

/**
 * An expected refusal of a request. The family of the route converts the code into status, message and body.
 *
 * The type parameter is the set of codes that may be thrown at a place. The default is the framework's codes;
 * a wing names its own: `new Refusal<DocumentErrorCode>('job_not_found')`.
 */
export class Refusal<Code extends string = FrameworkErrorCode> extends Error {
  override readonly name = 'Refusal';

  constructor(
    /** Key of a row in an error table. */
    readonly code: NoInfer<Code>,
    readonly extra: RefusalDetails = {},
  ) {
    super(extra.message ?? code, { cause: extra.cause });
  }
}

export type AnyRefusal = Refusal<string>;

export function isRefusal(thrown: unknown): thrown is AnyRefusal {
  return thrown instanceof Refusal;
}

/** A request with invalid fields. Each family answers them in its own form. */
export class ValidationError extends Error {
  override readonly name = 'ValidationError';

  constructor(readonly issues: FieldIssue[]) {
    super('The request has invalid fields.');
  }
}
