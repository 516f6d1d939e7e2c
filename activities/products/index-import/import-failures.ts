import { ApplicationFailure } from '@temporalio/activity';
import { type ImportError } from '../../../src/domain/products/import';
import { ProviderError } from '../../../src/product-imports';

/** The end of an import for a reason that its owner can mend; `message` is a sentence for them. */
export function importVerdict(type: ImportError, message: string): ApplicationFailure {
  return ApplicationFailure.create({ type, message, nonRetryable: true, category: 'BENIGN' });
}

/** The failure of an attempt to ask a provider: its own faults with their codes, anything else as it is. */
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
