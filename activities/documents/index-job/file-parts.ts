import { createFileHolds, type FileHolds } from './file-holds';
import { createOrigins, type Origins } from './origins';
import { type CollectionRow } from '../../../src/stores/documents/contents/collections';
import { type DocumentRow } from '../../../src/stores/documents/contents/documents';
import { inBatches } from '../../../src/stores/mongo/in-batches';
import { type ActivityDeps } from '../../deps';
import { fileFailure } from './job-failures';

/** State of a worker that the activities of files share, so that concurrent requests are combined. */
export interface FileParts {
  existing: ExistingDocuments;
  fileHolds: FileHolds;
  origins: Origins;
}

/** Creates the shared state of one worker. */
export function createFileParts(
  deps: Parameters<typeof createExistingDocuments>[0] &
    Parameters<typeof createFileHolds>[0] &
    Parameters<typeof createOrigins>[0],
): FileParts {
  return {
    existing: createExistingDocuments(deps),
    fileHolds: createFileHolds(deps),
    origins: createOrigins(deps),
  };
}

const identitiesAtOnceMax = 100;

/** A collection, and its visible document with an identity. */
interface Existing {
  collection: CollectionRow;
  document: DocumentRow | null;
}

/** Lookup of documents by the identities of their files. */
interface ExistingDocuments {
  /** @throws ApplicationFailure `not_found` when the collection is deleted */
  find: (collectionId: string, identity: string) => Promise<Existing>;
}

/** Creates the lookup of a worker; concurrent lookups in one collection share a read. */
function createExistingDocuments({
  collections,
  documents,
}: Pick<ActivityDeps, 'collections' | 'documents'>): ExistingDocuments {
  return {
    find: inBatches<string, Existing>(identitiesAtOnceMax, async (collectionId, identities) => {
      const collection = await collections.findById(collectionId);
      if (collection === null) throw fileFailure('not_found', 'The collection was deleted.');
      const found = await documents.getManyByIdentity(collection, identities);
      return identities.map((identity) => ({ collection, document: found.get(identity) ?? null }));
    }),
  };
}
