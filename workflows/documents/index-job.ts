import {
  ActivityFailure,
  ApplicationFailure,
  CancellationScope,
  continueAsNew,
  isCancellation,
  setCurrentDetails,
  upsertSearchAttributes,
} from '@temporalio/workflow';
import { type IndexFilePage, type IndexJobRef } from '../../src/domain/activities';
import {
  embedderAway,
  type FinalIndexState,
  type IndexCounts,
  type IndexJobEnding,
  type IndexJobState,
  type IndexStage,
  isFinalIndexState,
  searchEngineAway,
} from '../../src/domain/documents/index-job';
import { jobNotRunning } from '../../src/domain/documents/parse-job';
import { SEARCH_ATTRIBUTES } from '../../src/domain/platform/search-attributes';
import { bulkActivities, scanActivities, storeActivities } from '../activity-proxies';
import { typeOf } from '../failure-type';
import { failureOf, indexFiles } from './index-files';

const { claimIndexJob } = storeActivities('claim the job');
const { scanSource } = scanActivities('scanning: list the files');
const { finishIndexJob } = bulkActivities('finalizing: settle, count, end the job');

/** Input of a run. One that follows another begins behind the last file that the former took up. */
export interface IndexJobRun extends IndexJobRef {
  after?: number;
}

/** Why a run stops before its files are through. */
interface Stop {
  ending: IndexJobEnding;
  message: string | null;
}

/**
 * Indexes the files of one job: list them, then fetch, read, embed and store each, a bounded number at a time.
 *
 * One bad file fails alone. Whatever dies on the way, the job ends exactly once, in the state that its row says; a failed or
 * timed-out job is a failed run whose failure has the job's error as its type. Where somebody else has ended the
 * job, or the run was reset after its end, nothing happens and the answer is the row's state.
 */
export async function indexJob({ jobId, after = -1 }: IndexJobRun): Promise<FinalIndexState> {
  let stop: Stop = { ending: 'done', message: null };
  let deadlineMs = Infinity;
  try {
    const claim = await claimIndexJob({ jobId });
    if (claim === null) throw noSuchJob();
    if (isFinalIndexState(claim.state)) return show(claim.state);
    ({ deadlineMs } = claim);
    const next = await CancellationScope.withTimeout(Math.max(1, deadlineMs - Date.now()), async () => {
      const { first } = after < 0 ? await scan(jobId) : {};
      begin('extracting');
      return indexFiles(jobId, { after, first, fetches: claim.fetches, onCounts: showCounts });
    });
    if (next !== null) await continueAsNew<typeof indexJob>({ jobId, after: next });
  } catch (error) {
    const ended = endedElsewhere(error);
    if (ended !== null) return show(ended);
    stop = stopFor(error, deadlineMs);
  }
  return CancellationScope.nonCancellable(() => finish(jobId, stop));
}

function scan(jobId: string): Promise<{ first?: IndexFilePage }> {
  begin('scanning');
  return scanSource({ jobId });
}

/** Makes the stage visible to operators: as search attribute and in the run's current details. */
function begin(stage: IndexStage): void {
  upsertSearchAttributes([{ key: SEARCH_ATTRIBUTES.jobStatus, value: stage }]);
  setCurrentDetails(`Stage: **${stage}**`);
}

function showCounts({ total, indexed, failed, skipped }: IndexCounts): void {
  setCurrentDetails(`Of ${total} files: **${indexed} indexed**, ${failed} failed, ${skipped} skipped`);
}

function show<S extends IndexJobState | null>(state: S): S {
  upsertSearchAttributes([{ key: SEARCH_ATTRIBUTES.jobStatus, value: state ?? 'gone' }]);
  if (state === null) setCurrentDetails('There is no such job.');
  return state;
}

/** Ends the job and with it the run: as completed, cancelled, or failed with the job's error as its type. */
async function finish(jobId: string, { ending, message }: Stop): Promise<FinalIndexState> {
  begin('finalizing');
  const outcome = await finishIndexJob({ jobId, ending, message });
  if (outcome === null) throw noSuchJob();
  showCounts(outcome.counts);
  const { state, error } = outcome;
  show(state);
  if (state !== 'failed' && state !== 'timed_out') return state;
  throw ApplicationFailure.create({
    type: error ?? state,
    message: outcome.message ?? `The job is ${state}.`,
    nonRetryable: true,
    // The files' or the source's fault, but for what nobody can tell its owner.
    ...(error === 'execution_failed' && message === null ? {} : { category: 'BENIGN' as const }),
  });
}

function noSuchJob(): ApplicationFailure {
  show(null);
  const message = 'There is no such job.';
  return ApplicationFailure.create({ type: jobNotRunning, message, nonRetryable: true, category: 'BENIGN' });
}

/** The state of a job that somebody else has ended; null for everything else. @throws what is the run's own verdict */
function endedElsewhere(error: unknown): FinalIndexState | null {
  if (error instanceof ApplicationFailure) throw error;
  if (!(error instanceof ActivityFailure) || typeOf(error) !== jobNotRunning) return null;
  const state = (error.cause as ApplicationFailure).details?.[0] as IndexJobState | undefined;
  if (state === undefined || !isFinalIndexState(state)) throw noSuchJob();
  return state;
}

function stopFor(error: unknown, deadlineMs: number): Stop {
  if (isCancellation(error)) {
    return { ending: Date.now() >= deadlineMs ? 'timed_out' : 'cancelled', message: null };
  }
  if (!(error instanceof ActivityFailure)) throw error;
  if (typeOf(error) === embedderAway) return { ending: 'embedding_stalled', message: null };
  if (typeOf(error) === searchEngineAway)
    return { ending: 'execution_failed', message: 'The search engine took nothing in; indexed files stay.' };
  const { code, message } = failureOf(error);
  return { ending: 'execution_failed', message: code === 'internal_error' ? null : message };
}
