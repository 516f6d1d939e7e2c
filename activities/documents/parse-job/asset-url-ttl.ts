import { parseResultTtlMs } from '../../../src/domain/platform/limits';

/**
 * Lifetime of links to images, which are made before the result and must outlive it. It counts from a time
 * common to all attempts, so that they write the same bytes.
 */
export const assetUrlTtlMs = 2 * parseResultTtlMs;
