import { type DocumentErrorCode } from '../../../domain/documents/errors';
import { type CollectionRow } from '../../../stores/documents/contents/collections';
import { isSearchUnavailable } from '../../../stores/elastic/search-unavailable';
import { type ServiceDeps } from '../../deps';
import { Refusal } from '../../../domain/platform/refusal';

/** An operator has to rebuild the index first. */
const retryAfterSeconds = 60;

/** The refusal of a request to a collection whose search index is lost. */
export function searchIndexMissing(cause?: unknown): Refusal<DocumentErrorCode> {
  return new Refusal<DocumentErrorCode>('search_index_missing', { retryAfterSeconds, cause });
}

/**
 * Refuses to index into a collection whose documents are not in the search engine: files that it has would be
 * skipped, and stay unfound.
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
    // Jobs are accepted, and wait, while the search engine is away.
    if (isSearchUnavailable(error)) return;
    throw error;
  }
  if (missing.length > 0) throw searchIndexMissing();
}
