import { type ProductErrorCode } from '../../domain/products/errors';

/** A search that cannot be answered as it is asked; `details` are members of the error body. */
export class SearchRefused extends Error {
  override readonly name = 'SearchRefused';

  constructor(
    readonly code: Extract<
      ProductErrorCode,
      | 'ACCESS_DENIED'
      | 'FACET_TIMEOUT'
      | 'FACET_UNKNOWN'
      | 'NOT_SUPPORTED'
      | 'PAGE_TOO_DEEP'
      | 'VALIDATION_ERROR'
    >,
    message: string,
    readonly details: Record<string, unknown> = {},
    readonly retryAfterSeconds?: number,
  ) {
    super(message);
  }
}

/** Refusal of a wrong member of a body, as `details` of `VALIDATION_ERROR` have it. */
export function wrongMember(path: string, message: string): SearchRefused {
  const details = [{ path: `body.${path}`, code: 'value_error', message }];
  return new SearchRefused('VALIDATION_ERROR', message, { details });
}
