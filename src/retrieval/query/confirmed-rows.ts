import { type CustomMetadata } from '../../domain/document';
import { type QuerySettings } from '../../domain/query';
import { type Stores } from '../../stores';
import { type ChunkRow, hasGraph } from '../../stores/chunks';
import { type CollectionRow } from '../../stores/collections';
import { type CollectionView } from '../../stores/documents-visible';
import { type DocumentRow } from '../../stores/documents';
import { fromPairs } from '../../stores/metadata-pairs';
import { type Candidate } from './candidates';

/** What the records say of a candidate that the collection shows. */
export interface ConfirmedRow {
  document: DocumentRow;
  chunk: ChunkRow;
  /** The chunk's own metadata, empty where the collection does not show it. */
  custom: CustomMetadata;
}

/**
 * Confirms candidates of the search index against the records, which decide; those that the collection does not show (any
 * more) are not in the answer.
 */
export async function readConfirmedRows(
  { documents, chunks }: Pick<Stores, 'documents' | 'chunks'>,
  { collection, view }: { collection: CollectionRow; view: CollectionView },
  candidates: readonly Candidate[],
  { includeArchived }: Pick<QuerySettings, 'includeArchived'>,
): Promise<Map<string, ConfirmedRow>> {
  if (candidates.length === 0) return new Map();
  const versionIds = [...new Set(candidates.map(({ versionId }) => versionId))];
  const ids = candidates.map(({ id }) => id);
  const [shown, rows] = await Promise.all([
    documents.confirm(view, versionIds),
    chunks.byIds(ids, { regions: false }),
  ]);
  const confirmed = new Map<string, ConfirmedRow>();
  for (const { id, versionId } of candidates) {
    const document = shown.get(versionId);
    const chunk = rows.get(id);
    if (document === undefined || chunk === undefined || (document.archived && !includeArchived)) continue;
    const custom = hasGraph(collection, document) ? fromPairs(chunk.custom) : {};
    confirmed.set(id, { document, chunk, custom });
  }
  return confirmed;
}
