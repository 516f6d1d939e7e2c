import { continueAsNew, setCurrentDetails, workflowInfo } from '@temporalio/workflow';
import { type IndexJobRef } from '../../src/domain/documents/activities';
import {
  isFinalRollbackState,
  rollbackNotRunning,
  type RollbackProgress,
  type RollbackState,
} from '../../src/domain/documents/rollback';
import { bulkActivities, storeActivities } from '../activity-proxies';
import { createJobRun, failureType, jobFailure, showState } from '../job-run';

const { claimRollback } = storeActivities('read how far the rollback has come');
const { rollBackFiles } = bulkActivities('take back the documents of the next files');
const { finishRollback } = bulkActivities('let queries find what came back, end the rollback');

const job = createJobRun<RollbackState>({
  noun: 'rollback',
  notRunning: rollbackNotRunning,
  isFinal: isFinalRollbackState,
});

/**
 * Takes back the changes of an indexing job to documents, some files at a time.
 *
 * The row of the job holds the progress, so that each document is taken back once, whichever process dies on
 * the way. A run that was stopped, or could not continue, fails. The sweep then starts another run, which
 * continues from the row.
 */
export function rollback({ jobId }: IndexJobRef): Promise<RollbackState> {
  return job.run<RollbackProgress>({
    claim: () => claimRollback({ jobId }),
    async work({ state }) {
      showState(state);
      for (let step = await rollBackFiles({ jobId }); step !== null; step = await rollBackFiles({ jobId })) {
        setCurrentDetails(`**${step.filesDone}** of ${step.filesTotal} files are rolled back`);
        if (!step.more) return;
        if (workflowInfo().continueAsNewSuggested) await continueAsNew<typeof rollback>({ jobId });
      }
    },
    async end(stop) {
      if (stop !== null) throw stopped(stop);
      const outcome = await finishRollback({ jobId });
      if (outcome === null) throw job.noSuchJob();
      return job.show(outcome.state);
    },
  });
}

function stopped(stop: Error): Error {
  return jobFailure({
    type: failureType(stop) ?? 'rollback_stopped',
    message: 'The rollback has not come to its end; the sweep starts another run of it.',
    isOurs: true,
    cause: stop,
  });
}
