import { createExistingDocuments, type ExistingDocuments } from './existing-documents';
import { createFileHolds, type FileHolds } from './file-holds';
import { createOrigins, type Origins } from './origins';

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
