import { BlobNotFound } from '../../../blobs';
import { type ProductErrorCode } from '../../../domain/products/errors';
import { SearchRefused } from '../../../product-search';
import { isEngineFault, isEngineTimeout, isIndexGone } from '../../../stores/elastic/search-unavailable';
import { Refusal } from '../../../domain/platform/refusal';

/**
 * Runs a search again when the build that it asks has just been replaced, and turns what fails into refusals.
 *
 * @throws Refusal the code of a `SearchRefused`, `UNAVAILABLE` for a lost build, `UPSTREAM_TIMEOUT`,
 *   `UPSTREAM_ERROR`; an engine that cannot be reached stays an error for which `isSearchUnavailable` holds
 */
export async function withEngineFailures<T>(search: () => Promise<T>): Promise<T> {
  try {
    return await search().catch((error: unknown) => {
      if (isIndexGone(error) || error instanceof BlobNotFound) return search();
      throw error;
    });
  } catch (error) {
    if (error instanceof SearchRefused) {
      const { code, message, details, retryAfterSeconds } = error;
      const retry = retryAfterSeconds === undefined ? {} : { retryAfterSeconds };
      throw new Refusal<ProductErrorCode>(code, { message, details, ...retry });
    }
    if (isIndexGone(error)) throw indexLost(error);
    if (isEngineTimeout(error)) throw new Refusal<ProductErrorCode>('UPSTREAM_TIMEOUT', { cause: error });
    if (isEngineFault(error)) throw new Refusal<ProductErrorCode>('UPSTREAM_ERROR', { cause: error });
    throw error;
  }
}

/** An operator has it built again. */
const lostRetryAfterSeconds = 60;

function indexLost(cause: unknown): Refusal<ProductErrorCode> {
  return new Refusal<ProductErrorCode>('UNAVAILABLE', {
    message: 'The search engine has lost the index: it has to be built again.',
    retryAfterSeconds: lostRetryAfterSeconds,
    cause,
  });
}
