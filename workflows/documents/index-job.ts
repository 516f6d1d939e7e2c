import { CancellationScope, continueAsNew, isCancellation, setCurrentDetails } from '@temporalio/workflow';
import {
  type IndexFilePage,
  type IndexJobClaim,
  type IndexJobRef,
} from '../../src/domain/documents/activities';
import {
  embedderAway,
  type IndexCounts,
  type IndexJobEnding,
  type IndexJobState,
  type IndexStage,
  isFinalIndexState,
  searchEngineAway,
} from '../../src/domain/documents/index-job';
import { jobNotRunning } from '../../src/domain/documents/parse-job';
import { bulkActivities, scanActivities, storeActivities } from '../activity-proxies';
import { createJobRun, failureType, jobFailure, showStage, showState } from '../job-run';
import { failureOf } from './file-steps';
import { indexFiles } from './index-files';

const { claimIndexJob } = storeActivities('claim the job');
const { scanSource } = scanActivities('scanning: list the files');
const { finishIndexJob } = bulkActivities('finalizing: settle, count, end the job');

const job = createJobRun<IndexJobState>({
  noun: 'job',
  notRunning: jobNotRunning,
  isFinal: isFinalIndexState,
});

/** Input of a run. A run that continues another begins after the last file that it took up. */
export interface IndexJobRun extends IndexJobRef {
  after?: number;
}

/** Why a run ends its job; `message` is a sentence for the owner, null for the default one. */
interface Reason {
  ending: IndexJobEnding;
  message: string | null;
}

/**
 * Indexes the files of one job: list them, then fetch, read, embed and store each, a bounded number at a
 * time.
 *
 * A bad file fails alone. The job ends exactly once, whichever process dies on the way; its row has the final
 * state. The run of a failed or timed-out job fails, with the job's error as failure type. When the job has
 * ended outside the run, or the run was reset after its end, the run changes nothing and returns the state in
 * the row.
 */
export function indexJob({ jobId, after = -1 }: IndexJobRun): Promise<IndexJobState> {
  return job.run<IndexJobClaim>({
    claim: () => claimIndexJob({ jobId }),
    async work({ deadlineMs, fetches, masks = false }) {
      const next = await CancellationScope.withTimeout(Math.max(1, deadlineMs - Date.now()), async () => {
        const { first } = after < 0 ? await scan(jobId) : {};
        begin('extracting');
        return indexFiles(jobId, { after, first, fetches, masks, onCounts: showCounts });
      });
      if (next !== null) await continueAsNew<typeof indexJob>({ jobId, after: next });
    },
    end: (stop, claim) =>
      finish(jobId, stop === null ? { ending: 'done', message: null } : reasonOf(stop, claim?.deadlineMs)),
  });
}

function scan(jobId: string): Promise<{ first?: IndexFilePage }> {
  begin('scanning');
  return scanSource({ jobId });
}

const begin: (stage: IndexStage) => void = showStage;

function showCounts({ total, indexed, failed, skipped }: IndexCounts): void {
  setCurrentDetails(`Of ${total} files: **${indexed} indexed**, ${failed} failed, ${skipped} skipped`);
}

/** Ends the job and with it the run: completed, cancelled, or failed with the job's error as failure type. */
async function finish(jobId: string, { ending, message }: Reason): Promise<IndexJobState> {
  begin('finalizing');
  const outcome = await finishIndexJob({ jobId, ending, message });
  if (outcome === null) throw job.noSuchJob();
  const { state, error, counts } = outcome;
  showCounts(counts);
  showState(state);
  if (state !== 'failed' && state !== 'timed_out') return state;
  throw jobFailure({
    type: error ?? state,
    message: outcome.message ?? `The job is ${state}.`,
    // `execution_failed` without a message for the owner is a fault of the service; all else is a fault of
    // the files or the source.
    isOurs: error === 'execution_failed' && message === null,
  });
}

function reasonOf(stop: Error, deadlineMs = Infinity): Reason {
  if (isCancellation(stop))
    return { ending: Date.now() >= deadlineMs ? 'timed_out' : 'cancelled', message: null };
  const type = failureType(stop);
  if (type === embedderAway) return { ending: 'embedding_stalled', message: null };
  if (type === searchEngineAway)
    return { ending: 'execution_failed', message: 'The search engine took nothing in; indexed files stay.' };
  const { code, message } = failureOf(stop);
  return { ending: 'execution_failed', message: code === 'internal_error' ? null : message };
}
