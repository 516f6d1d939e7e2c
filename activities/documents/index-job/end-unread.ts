import { indexCredits } from '../../../src/domain/documents/billing';
import { type ActivityDeps } from '../../deps';
import { sourceSentences } from '../source-failures';
import { endBeside } from './file-ends';
import { type FileLease } from './file-lease';
import { fileFailure } from './job-failures';
import { type FileParts } from './file-parts';

const cheapestFile = { pages: 1, basicPages: 1 };

export type EndUnreadDeps = Pick<ActivityDeps, 'credits'> & Pick<FileParts, 'existing'>;

/**
 * Ends a file that need not be read, since reading takes long: one that the collection has already, and one
 * of an organization that cannot pay for a page. A file that an earlier attempt has stored continues.
 *
 * @returns whether the file has ended
 * @throws ApplicationFailure `insufficient_credits`, or `not_found` when the collection is deleted
 */
export async function endUnread(
  deps: EndUnreadDeps,
  { job, row, end }: FileLease,
  sha256: string,
): Promise<boolean> {
  if (row.documents.length > 0) return false;
  const { document } = await deps.existing.find(job.collectionId, row.identity);
  if (document !== null && document.jobId !== job._id) {
    const ending = endBeside(document, { identity: row.identity, sha256 }, job.options);
    if (ending !== null) {
      await end(ending);
      return true;
    }
  }
  const least = indexCredits(cheapestFile, job.options.processingType);
  if (!(await deps.credits.coversMore(job.organizationId, job._id, least)))
    throw fileFailure('insufficient_credits', sourceSentences.notPaidFor);
  return false;
}
