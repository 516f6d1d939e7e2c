import { type Logger } from 'pino';
import { type DocumentErrorCode } from '../../../domain/documents/errors';
import { isFinalIndexState } from '../../../domain/documents/index-job';
import { type RollbackAnswer } from '../../../stores/documents/index-jobs/index-job-rollbacks';
import { type IndexJobSummary } from '../../../stores/documents/index-jobs/index-job-kind';
import { type DocumentRollback } from '../../../stores/documents/index-jobs/job-file-row';
import { type ServiceDeps } from '../../deps';
import { orLeaveToSweep } from '../../platform/jobs/leave-to-sweep';
import { findIndexJob } from './find';
import { Refusal } from '../../../domain/platform/refusal';
import { type Caller } from '../../../domain/platform/caller';
import { awaitRow } from '../../platform/jobs/await-row';

/** Upper bound of the wait for the end of the rollback, which is enough for some dozen documents. */
const endWaitMs = 5_000;

/** Job whose rollback was requested; `answer` is null while it runs. */
export interface RequestedRollback {
  job: IndexJobSummary;
  answer: RollbackAnswer | null;
}

/**
 * Requests the rollback of a finished job and briefly waits for its end. The request is first stored in the
 * row; the sweep starts the run when this call cannot. Later requests wait for the same run, and return its
 * outcome once it has ended.
 *
 * @throws Refusal `job_not_found`, `job_not_finished`
 */
export async function rollBackIndexJob(
  deps: Pick<ServiceDeps, 'jobs' | 'lifecycle' | 'stores'>,
  caller: Caller,
  jobId: string,
  { signal, log }: { signal: AbortSignal; log: Logger },
): Promise<RequestedRollback> {
  const found = await findIndexJob(deps, caller, jobId);
  const { state, rolledBackAt } = found;
  if (!isFinalIndexState(state)) throw new Refusal<DocumentErrorCode>('job_not_finished');
  if (rolledBackAt === null) {
    await deps.stores.indexJobs.requestRollback(jobId);
    await start(deps, found, log);
  }
  const job = await awaitRow(deps, found, {
    read: () => deps.stores.indexJobs.find(caller, jobId),
    isDone: (row) => row.rolledBackAt !== null,
    waitMs: endWaitMs,
    signal,
  });
  return { job, answer: await answerOf(deps, job) };
}

async function start({ jobs }: Pick<ServiceDeps, 'jobs'>, job: IndexJobSummary, log: Logger): Promise<void> {
  const { _id: jobId, organizationId, environment, collectionName } = job;
  await orLeaveToSweep(jobs.rollbacks.start({ jobId, organizationId, environment, collectionName }), log);
}

async function answerOf(
  { stores }: Pick<ServiceDeps, 'stores'>,
  job: IndexJobSummary,
): Promise<RollbackAnswer | null> {
  const { _id: jobId, rolledBackAt } = job;
  if (rolledBackAt === null) return null;
  const [ofFiles, ofRemovals] = await Promise.all([
    stores.jobFiles.rollbacksOf(jobId),
    stores.jobRemovals.rollbacksOf(jobId),
  ]);
  return gather(rolledBackAt, [...ofFiles, ...ofRemovals]);
}

function gather(at: Date, rollbacks: readonly DocumentRollback[]): RollbackAnswer {
  const answer: RollbackAnswer = { at, removed: [], kept: [], restored: [], notRestored: [] };
  for (const rollback of rollbacks) {
    const { documentId } = rollback;
    switch (rollback.state) {
      case 'removed':
        answer.removed.push(documentId);
        break;
      case 'restored':
        answer.restored.push(...rollback.documentIds);
        if (!rollback.documentIds.includes(documentId)) answer.removed.push(documentId);
        break;
      case 'not_restored':
        answer.notRestored.push(documentId);
        break;
      case 'superseded':
        answer.kept.push({ documentId, byJobId: rollback.byJobId });
        break;
      case 'gone':
        // The document was deleted in the meantime, so there was nothing to roll back.
        break;
    }
  }
  return answer;
}
