import { type CustomMetadata } from '../../domain/documents/document';
import { type QuerySettings } from '../../domain/documents/query';
import { type Stores } from '../../stores';
import { hasGraph } from '../../stores/documents/contents/chunks';
import { type CollectionRow } from '../../stores/documents/contents/collections';
import { fromPairs } from '../../stores/documents/contents/metadata-pairs';
import { type SearchHitRows } from '../../stores/documents/queries/search-hits';
import { type Candidate } from './candidates';

/** The rows of a candidate that the collection shows. */
export interface ConfirmedRow extends SearchHitRows {
  /** The chunk's own metadata; empty when the collection does not show it. */
  custom: CustomMetadata;
}

/**
 * Checks candidates of the search index against the rows in MongoDB, which decide. The result lacks those
 * that the collection does not show.
 */
export async function readConfirmedRows(
  { searchHits }: Pick<Stores, 'searchHits'>,
  collection: CollectionRow,
  candidates: readonly Candidate[],
  { includeArchived }: Pick<QuerySettings, 'includeArchived'>,
): Promise<Map<string, ConfirmedRow>> {
  const found = await searchHits.read(collection, candidates);
  const confirmed = new Map<string, ConfirmedRow>();
  for (const [id, { document, chunk }] of found) {
    if (document.archived && !includeArchived) continue;
    const custom = hasGraph(collection, document) ? fromPairs(chunk.custom) : {};
    confirmed.set(id, { document, chunk, custom });
  }
  return confirmed;
}

/** Whether all of them are certain to be confirmed, without a read. */
export function areSure(
  { searchHits }: Pick<Stores, 'searchHits'>,
  collection: CollectionRow,
  candidates: readonly Candidate[],
  { includeArchived }: Pick<QuerySettings, 'includeArchived'>,
): boolean {
  return candidates.every(({ versionId }) => {
    const document = searchHits.known(collection, versionId);
    return document !== undefined && (includeArchived || !document.archived);
  });
}
