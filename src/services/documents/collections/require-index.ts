import { type DocumentErrorCode } from '../../../domain/documents/errors';
import { type CollectionRow } from '../../../stores/documents/contents/collections';
import { isSearchUnavailable } from '../../../stores/elastic/search-unavailable';
import { type ServiceDeps } from '../../deps';
import { Refusal } from '../../../domain/platform/refusal';

/** Wait that the refusal advises: an operator has to rebuild the index first. */
const retryAfterSeconds = 60;

/** Refusal of a request to a collection whose search index is lost. */
export function searchIndexMissing(cause?: unknown): Refusal<DocumentErrorCode> {
  return new Refusal<DocumentErrorCode>('search_index_missing', { retryAfterSeconds, cause });
}

/**
 * Refuses to index into a collection whose search index is lost: the job would skip files that the collection
 * already has, and searches would not find them.
 *
 * @throws Refusal `search_index_missing`
 */
export async function requireIndex(
  { stores, search }: Pick<ServiceDeps, 'stores' | 'search'>,
  { layers }: CollectionRow,
): Promise<void> {
  const filled = await stores.filledNamespaces.of(layers.map(({ namespace }) => namespace));
  let missing: string[];
  try {
    missing = await search.unsearchable(filled);
  } catch (error) {
    // While the search engine is unavailable, jobs are accepted and wait.
    if (isSearchUnavailable(error)) return;
    throw error;
  }
  if (missing.length > 0) throw searchIndexMissing();
}
