import { type CollectionCounts } from '../../../src/domain/documents/collection';
import { boundsByTag } from '../../../src/domain/documents/masking';
import { embeddingModelName } from '../../../src/domain/platform/embedding-model';
import { type Environment } from '../../../src/domain/platform/tenancy';
import { type CollectionRow } from '../../../src/stores/documents/contents/collections';
import {
  type CollectionItem,
  type CollectionList,
  type CopyAnswer,
  type EnvironmentAnswer,
  type PutCollectionAnswer,
} from './schema';

/** A collection, alone or as an entry of a list. */
export function presentCollection(row: CollectionRow): CollectionItem {
  return {
    collection_id: row._id,
    collection_name: row.name,
    organization_id: row.organizationId,
    environment: row.environment,
    description: row.description,
    metadata: row.metadata === null ? null : (JSON.parse(row.metadata) as Record<string, unknown>),
    document_count: row.counts.documents,
    is_active: row.active,
    masking_bounds: boundsByTag(row.maskingBounds),
    embedding_model: embeddingModelName(row),
    created_at: row.createdAt.toISOString(),
  };
}

/** The answer to a PUT. */
export function presentPutCollection(row: CollectionRow, created: boolean): PutCollectionAnswer {
  return { ...presentCollection(row), created };
}

/** A page of collections. */
export function presentCollectionList(
  { collections, total }: { collections: CollectionRow[]; total: number },
  { limit, offset }: { limit: number; offset: number },
): CollectionList {
  return { collections: collections.map(presentCollection), total_count: total, limit, offset };
}

/** The answer to a copy, with the contents of the new collection. */
export function presentCopy(source: CollectionRow, copy: CollectionRow): CopyAnswer {
  const { documents, relations, chunkMetadata, relationsUnresolved }: CollectionCounts = copy.counts;
  return {
    success: true,
    message: `Copied ${source.name} to ${copy.name}.`,
    source_collection: source.name,
    collection_name: copy.name,
    collection_id: copy._id,
    documents_copied: documents,
    namespaces_copied: documents === 0 ? 0 : 1,
    files_copied: documents,
    relations_copied: relations,
    chunk_metadata_copied: chunkMetadata,
    relations_unresolved: relationsUnresolved,
  };
}

/** The answer to a change of environment. */
export function presentMove(row: CollectionRow, from: Environment): EnvironmentAnswer {
  return {
    success: true,
    message: `Moved ${row.name} from ${from} to ${row.environment}.`,
    collection_name: row.name,
    files_moved: row.counts.documents,
    previous_environment: from,
    new_environment: row.environment,
  };
}
