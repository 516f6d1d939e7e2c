import { ApplicationFailure } from '@temporalio/activity';
import { type ImportError } from '../../../src/domain/products/import';
import { ProviderError } from '../../../src/product-imports';

/** Failure of an import whose cause the owner can fix; `message` is a sentence for them. */
export function importVerdict(type: ImportError, message: string): ApplicationFailure {
  return ApplicationFailure.create({ type, message, nonRetryable: true, category: 'BENIGN' });
}

/** Converts an error of a provider into a failure with its code; other errors are returned unchanged. */
export function asProviderFailure(error: unknown): unknown {
  if (!(error instanceof ProviderError)) return error;
  const { mayPass = false, retryAfterMs = null } = error.extra;
  return ApplicationFailure.create({
    type: error.code,
    message: error.message,
    nonRetryable: !mayPass,
    category: 'BENIGN',
    cause: error,
    ...(retryAfterMs === null ? {} : { nextRetryDelay: retryAfterMs }),
  });
}
