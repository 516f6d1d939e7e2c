import {
  ActivityFailure,
  CancellationScope,
  continueAsNew,
  isCancellation,
  setCurrentDetails,
  sleep,
  workflowInfo,
} from '@temporalio/workflow';
import { type SyncRef, type SyncRunClaim, type SyncRunRef } from '../../src/domain/documents/activities';
import { isFinalIndexState } from '../../src/domain/documents/index-job';
import {
  SYNC_ERRORS,
  type SyncCounts,
  type SyncError,
  syncErrorSentences,
  syncJobPauseMsMax,
  syncRunOver,
  type SyncStage,
} from '../../src/domain/documents/sync';
import { bulkActivities, storeActivities, syncActivities } from '../activity-proxies';
import { failureType, jobFailure, showStage, showState } from '../job-run';

const { beginSyncRun } = storeActivities('begin the run, or take over the one that was left');
const { listSource } = syncActivities('listing: compare more pages of the source');
const { startSyncJob } = bulkActivities('comparing: judge the listing, start the job');
const { viewSyncJob } = storeActivities('indexing: has the job ended?');
const { recordSyncOutcomes } = bulkActivities('indexing: record what the job has made of objects');
const { removeObjects } = syncActivities('removing: documents whose objects are gone');
const { endSyncRun } = storeActivities('end the run');
const { failSyncRun } = bulkActivities('end the run that cannot continue');

const firstPauseMs = 500;
/** Failure types of a source that cannot be listed. */
const storeErrors: readonly string[] = ['access_denied', 'not_found', 'download_failed', 'private_address'];

export type SyncRunEnd = 'done' | 'failed' | 'left';

/**
 * Does one run of a sync: lists the source and compares it, indexes changed objects, and removes documents of
 * objects that are gone.
 *
 * The row of the sync holds the progress. When a workflow is stopped, the next one continues from the row. A
 * workflow stops without a further change when another workflow has taken over its run, or when the sync has
 * ended. A failed run removes nothing, and the schedule continues.
 */
export async function sourceSync({ syncId }: SyncRef): Promise<SyncRunEnd> {
  const claim = await beginSyncRun({ syncId });
  if (claim === null) return show('left', 'There is **nothing to run**.');
  const run = { syncId, runId: claim.runId };
  try {
    const more = await goThrough(run, claim.stage);
    if (more) await continueAsNew<typeof sourceSync>({ syncId });
    return show('done');
  } catch (error) {
    if (!isCancellation(error) && !(error instanceof ActivityFailure)) throw error;
    return CancellationScope.nonCancellable(() => fail(run, error as Error));
  }
}

/** Takes the run through its stages. @returns whether another round follows */
async function goThrough(run: SyncRunRef, from: SyncRunClaim['stage']): Promise<boolean> {
  let stage = from;
  if (stage === 'listing') {
    begin('listing');
    for (let more = true; more;) {
      const progress = await listSource(run);
      showCounts('listing', progress.counts);
      ({ more } = progress);
    }
    begin('comparing');
    const { counts, job } = await startSyncJob(run);
    showCounts('comparing', counts);
    stage = job ? 'indexing' : 'removing';
  }
  if (stage === 'indexing') {
    begin('indexing');
    await jobEnded(run);
    await recordSyncOutcomes(run);
  }
  begin('removing');
  for (let more = true; more;) {
    const progress = await removeObjects(run);
    showCounts('removing', progress.counts);
    ({ more } = progress);
  }
  const { counts, error, more } = await endSyncRun(run);
  showCounts('done', counts);
  if (error !== null) throw runFailure(error, syncErrorSentences[error]);
  return more;
}

/** Waits for the end of the job, with growing pauses. */
async function jobEnded(run: SyncRunRef): Promise<void> {
  for (let pauseMs = firstPauseMs; ; pauseMs = Math.min(pauseMs * 2, syncJobPauseMsMax)) {
    const { state, counts } = await viewSyncJob(run);
    if (counts !== null)
      setCurrentDetails(
        `Stage: **indexing**\n\nOf ${counts.total} files: ${counts.indexed} indexed, ${counts.failed} failed`,
      );
    if (state === null || isFinalIndexState(state)) return;
    if (workflowInfo().continueAsNewSuggested) await continueAsNew<typeof sourceSync>({ syncId: run.syncId });
    await sleep(pauseMs, { summary: 'until the job is looked at again' });
  }
}

const begin: (stage: SyncStage) => void = showStage;

function showCounts(stage: SyncStage | 'done', counts: SyncCounts): void {
  const { listed, added, modified, unchanged, removed, deleted } = counts;
  setCurrentDetails(
    `Stage: **${stage}**\n\n${listed} objects listed: ${added} added, ${modified} modified, ${unchanged} unchanged; ` +
      `${removed} gone, ${deleted} documents removed`,
  );
}

function show<End extends SyncRunEnd>(end: End, details?: string): End {
  showState(end);
  if (details !== undefined) setCurrentDetails(details);
  return end;
}

/** Ends the run in its row, unless another workflow has taken the run over. */
async function fail(run: SyncRunRef, stop: Error): Promise<SyncRunEnd> {
  const type = failureType(stop);
  if (type === syncRunOver) return show('left', 'The run is **no longer this workflow’s**.');
  const error = errorOf(type);
  const message = stop.cause instanceof Error ? stop.cause.message : 'The run was cancelled.';
  await failSyncRun({ ...run, error, message });
  show('failed', `The run came to **nothing**: ${message}`);
  throw runFailure(error, message, stop);
}

function runFailure(type: SyncError, message: string, cause?: Error): Error {
  const isOurs = type === 'execution_failed' && cause !== undefined && !isCancellation(cause);
  return jobFailure({ type, message, isOurs, ...(cause && { cause }) });
}

/**
 * The error of a sync for a failure type. Codes of object stores become `source_listing_suspicious`; the
 * message says which.
 */
function errorOf(type: string | null): SyncError {
  const known = SYNC_ERRORS.find((code) => code === type);
  if (known !== undefined) return known;
  return storeErrors.includes(type ?? '') ? 'source_listing_suspicious' : 'execution_failed';
}
