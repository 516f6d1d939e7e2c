import { type DocumentErrorCode } from '../../../src/domain/documents/errors';
import { RequestError } from '../../http/request-error';
import { isFinalIndexState } from '../../../src/domain/documents/index-job';
import { type RollbackAnswer } from '../../../src/stores/documents/index-jobs/index-job-rollbacks';
import { type IndexJobSummary } from '../../../src/stores/documents/index-jobs/index-jobs';
import { type ApiDeps } from '../../deps';

/**
 * Lease of a request on a rollback, longer than a request may take. When it ends,
 * another request may continue.
 */
const leaseMs = 11 * 60_000;
const filesPerPage = 100;
const documentsAtOnce = 8;
const busyRetryAfterSeconds = 2;

/**
 * Reverts what a finished job has done to documents. The revert of a document may be repeated and gives
 * the same outcome, so a later request can continue one that broke off. The first complete answer is
 * stored and returned from then on.
 *
 * @throws RequestError `job_not_finished`, `rollback_in_progress`
 */
export async function rollBackIndexJob(
  deps: Pick<ApiDeps, 'stores' | 'documentWrites'>,
  { _id: jobId, state, collectionId }: IndexJobSummary,
  signal: AbortSignal,
): Promise<RollbackAnswer> {
  const { indexJobs } = deps.stores;
  if (!isFinalIndexState(state)) throw new RequestError<DocumentErrorCode>('job_not_finished');
  const now = new Date();
  const leaseUntil = new Date(now.getTime() + leaseMs);
  const begun = await indexJobs.beginRollback(jobId, leaseUntil, now);
  if (begun === 'busy')
    throw new RequestError<DocumentErrorCode>('rollback_in_progress', {
      retryAfterSeconds: busyRetryAfterSeconds,
    });
  if (begun !== 'taken') return begun;
  try {
    const answer: RollbackAnswer = { at: now, removed: [], kept: [], restored: [], notRestored: [] };
    for await (const documentIds of documentsOf(deps, jobId)) {
      signal.throwIfAborted();
      const outcomes = await Promise.all(
        documentIds.map((documentId) => deps.documentWrites.rollBack(collectionId, jobId, documentId)),
      );
      outcomes.forEach((outcome, index) => {
        note(answer, documentIds[index]!, outcome);
      });
    }
    return await indexJobs.finishRollback(jobId, answer);
  } catch (error) {
    await indexJobs.leaveRollback(jobId, leaseUntil, new Date());
    throw error;
  }
}

type Outcome = Awaited<ReturnType<ApiDeps['documentWrites']['rollBack']>>;

function note(answer: RollbackAnswer, documentId: string, outcome: Outcome): void {
  switch (outcome.state) {
    case 'removed':
      answer.removed.push(documentId);
      break;
    case 'restored':
      answer.restored.push(...outcome.documentIds);
      if (!outcome.documentIds.includes(documentId)) answer.removed.push(documentId);
      break;
    case 'not_restored':
      answer.notRestored.push(documentId);
      break;
    case 'superseded':
      answer.kept.push({ documentId, byJobId: outcome.byJobId });
      break;
    case 'gone':
      // The document was deleted since: there is nothing to revert.
      break;
  }
}

/** Ids of the documents that the files of a job became, in small groups. */
async function* documentsOf({ stores }: Pick<ApiDeps, 'stores'>, jobId: string): AsyncGenerator<string[]> {
  for (let after = -1; ;) {
    const files = await stores.jobFiles.indexedAfter(jobId, after, filesPerPage);
    const ids = files.flatMap(({ documents }) => documents.map(({ documentId }) => documentId));
    for (let from = 0; from < ids.length; from += documentsAtOnce)
      yield ids.slice(from, from + documentsAtOnce);
    if (files.length < filesPerPage) return;
    after = files.at(-1)!.file;
  }
}
