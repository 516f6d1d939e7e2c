import { type CustomMetadata } from '../../domain/documents/document';
import { type QuerySettings } from '../../domain/documents/query';
import { type Stores } from '../../stores';
import { hasGraph } from '../../stores/documents/contents/chunks';
import { type CollectionRow } from '../../stores/documents/contents/collections';
import { fromPairs } from '../../stores/documents/contents/metadata-pairs';
import { type SearchHitRows } from '../../stores/documents/queries/search-hits';
import { type Candidate } from './candidates';

/** The records behind a candidate that the collection shows. */
export interface ConfirmedRow extends SearchHitRows {
  /** The chunk's own metadata, empty where the collection does not show it. */
  custom: CustomMetadata;
}

/**
 * Confirms candidates of the search index against the records, which decide; those that the collection does
 * not show (any more) are not in the answer.
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

/** Whether it is known before any read that all of these will be confirmed. */
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
