import { ApplicationFailure } from '@temporalio/activity';
import { type IndexOptions } from '../../../src/domain/documents/index-job';
import { isKnownByName } from '../../../src/domain/documents/source-identity';
import { type PublishOutcome } from '../../../src/stores/documents/document-writes';
import { type DocumentRow } from '../../../src/stores/documents/contents/documents';
import { type JobFileEnd } from '../../../src/stores/documents/index-jobs/job-file-row';
import { fileFailure } from './job-failures';

/** Identity of a file, and the hexadecimal digest of its bytes. */
interface KnownFile {
  identity: string;
  sha256: string;
}

/** How a file ends because of a document with the same identity; null when it replaces that document. */
export function endBeside(
  existing: Pick<DocumentRow, 'contentSha256'>,
  file: KnownFile,
  options: IndexOptions,
): JobFileEnd | null {
  const isSame = !isKnownByName(file.identity) || existing.contentSha256 === file.sha256;
  if (options.skipExisting && isSame) return { state: 'skipped', reason: 'already_indexed' };
  if (options.overwriteExisting) return null;
  return {
    state: 'failed',
    error: 'name_conflict',
    message: 'The collection has another file of this name or address; overwrite_existing replaces it.',
  };
}

/**
 * End of a file whose version could not be published because of another document with its identity.
 *
 * @throws ApplicationFailure `not_found` when the collection is deleted, a retryable one when it was wiped
 * meanwhile
 */
export function endUnpublished(
  outcome: Exclude<PublishOutcome, { state: 'published' }>,
  file: KnownFile,
  options: IndexOptions,
): JobFileEnd {
  switch (outcome.state) {
    case 'identity_taken': {
      const end = endBeside(outcome.by, file, options);
      if (end !== null) return end;
      break;
    }
    case 'collection_gone':
      throw fileFailure('not_found', 'The collection was deleted.');
    case 'namespace_changed':
  }
  throw ApplicationFailure.retryable('the collection changed while the file was written', 'internal_error');
}
