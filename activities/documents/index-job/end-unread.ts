import { indexCredits } from '../../../src/domain/documents/billing';
import { type ActivityDeps } from '../../deps';
import { sourceSentences } from '../source-failures';
import { endBeside } from './file-ends';
import { createFindExisting } from './find-existing';
import { type HeldFile } from './held-file';
import { fileFailure } from './job-failures';

const cheapestFile = { pages: 1, basicPages: 1 };

/**
 * Ends files that need not be read, since reading is what takes long: those that the collection has already,
 * and those of an organization that could not even pay for a page. A file that a former attempt has stored is
 * left.
 *
 * @returns a function that answers whether the file has ended, and throws ApplicationFailure
 *   `insufficient_credits`, or `not_found` when the collection is gone
 */
export function createEndUnread(deps: Pick<ActivityDeps, 'collections' | 'credits' | 'documents'>) {
  const findExisting = createFindExisting(deps);

  return async ({ job, row, end }: HeldFile, sha256: string): Promise<boolean> => {
    if (row.documents.length > 0) return false;
    const { document } = await findExisting(job.collectionId, row.identity);
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
  };
}
