import { type ImportError } from '../domain/products/import';

/**
 * Failure of an import at its provider. `message` is a sentence for the owner of the import, without
 * addresses and keys.
 */
export class ProviderError extends Error {
  override readonly name = 'ProviderError';

  constructor(
    readonly code: ImportError,
    message: string,
    /** Whether a retry may succeed, and the pause that the provider requests; null for none. */
    readonly extra: { mayPass?: boolean; retryAfterMs?: number | null; cause?: unknown } = {},
  ) {
    super(message, { cause: extra.cause });
  }
}
