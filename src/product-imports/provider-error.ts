import { type ImportError } from '../domain/products/import';

/**
 * A provider that cannot be imported from, or not now. `message` is a sentence for the owner of the import; it
 * names neither addresses nor keys.
 */
export class ProviderError extends Error {
  override readonly name = 'ProviderError';

  constructor(
    readonly code: ImportError,
    message: string,
    /** Whether another attempt may succeed, and how long the provider wants it to wait; null for no wish. */
    readonly extra: { mayPass?: boolean; retryAfterMs?: number | null; cause?: unknown } = {},
  ) {
    super(message, { cause: extra.cause });
  }
}
