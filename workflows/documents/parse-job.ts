import {
  ActivityFailure,
  ApplicationFailure,
  CancellationScope,
  isCancellation,
  patched,
  setCurrentDetails,
  upsertSearchAttributes,
} from '@temporalio/workflow';
import { type ParseJobRef } from '../../src/domain/activities';
import {
  isFinalParseState,
  jobNotRunning,
  PARSE_FAILURES,
  type ParseFailureCode,
  type ParseJobState,
  type ParseStage,
} from '../../src/domain/documents/parse-job';
import { SEARCH_ATTRIBUTES } from '../../src/domain/platform/search-attributes';
import {
  bulkActivities,
  modelActivities,
  outboundActivities,
  parseActivities,
  storeActivities,
} from '../activity-proxies';

const { claimParseJob } = storeActivities('claim the job');
const { fetchInput } = outboundActivities('fetching: copy the file into the blob store');
const { parseWorkbook } = parseActivities('parsing: read the sheets into chunks');
const { describeChunks } = modelActivities('describing: add tags and summaries');
const { storeResult } = bulkActivities('storing: join the parts into the result');
const { completeParseJob } = storeActivities('settling: charge the credits, complete the job');
const { failParseJob } = storeActivities('fail the job, charge nothing, remove its files');
const { cancelParseJob } = storeActivities('cancel the job, charge nothing, remove its files');

/**
 * Reads one spreadsheet into chunks: fetch the input, parse, describe when asked, store the result, settle.
 *
 * Whatever dies on the way, the job ends exactly once, in the state that its row says: `completed` and charged, or
 * `failed` or `cancelled` and free. A failed job is a failed run whose failure has the job's error as its type. Where
 * the job was ended by somebody else, or the run was reset after its end, the answer is the row's state, and nothing happens but
 * that the files of a job that ended without a result are removed; where there is no such job (its acceptance was taken back),
 * the run fails and the id can be used again.
 */
export async function parseJob({ jobId }: ParseJobRef): Promise<ParseJobState> {
  try {
    const claim = await claimParseJob({ jobId });
    if (claim === null) throw noSuchJob();
    if (claim.state !== 'processing') return show(claim.state);

    begin('fetching');
    await fetchInput({ jobId });

    begin('parsing');
    await parseWorkbook({ jobId });

    if (claim.describe) {
      begin('describing');
      await describeChunks({ jobId });
    }

    begin('storing');
    const totals = await storeResult({ jobId });

    begin('settling');
    await completeParseJob({ jobId, totals });
    return show('completed');
  } catch (error) {
    return CancellationScope.nonCancellable(() => endEarly(jobId, error));
  }
}

/** Makes the stage visible to operators: as search attribute and in the run's current details. */
function begin(stage: ParseStage): void {
  upsertSearchAttributes([{ key: SEARCH_ATTRIBUTES.jobStatus, value: stage }]);
  setCurrentDetails(`Stage: **${stage}**`);
}

function show<S extends ParseJobState | null>(state: S): S {
  upsertSearchAttributes([{ key: SEARCH_ATTRIBUTES.jobStatus, value: state ?? 'gone' }]);
  setCurrentDetails(state === null ? 'There is no such job.' : `The job is **${state}**.`);
  return state;
}

/** Ends the job as cancelled or failed and the run likewise; returns only where the job has ended elsewhere. */
async function endEarly(jobId: string, error: unknown): Promise<ParseJobState> {
  if (isCancellation(error)) {
    show(await cancelParseJob({ jobId }));
    throw error;
  }
  // The run's own verdict, not an activity's.
  if (!(error instanceof ActivityFailure)) throw error;
  const { cause } = error;
  if (cause instanceof ApplicationFailure && cause.type === jobNotRunning) {
    const state = show((cause.details?.[0] as ParseJobState | undefined) ?? null);
    if (state === null) throw noSuchJob();
    // Who ended it may have left before this run, which has the files at hand, had stopped. A job that still runs is another attempt's.
    const leavesFiles = isFinalParseState(state) && state !== 'completed';
    if (leavesFiles && patched('files-of-ended')) await cancelParseJob({ jobId });
    return state;
  }
  const { code, message } = failureOf(cause);
  const state = show(await failParseJob({ jobId, code, message }));
  if (state !== null && state !== 'failed') return state;
  const category = code === 'internal_error' ? {} : { category: 'BENIGN' as const };
  throw ApplicationFailure.create({ type: code, message, nonRetryable: true, cause: error, ...category });
}

function noSuchJob(): ApplicationFailure {
  show(null);
  const message = 'There is no such job.';
  return ApplicationFailure.create({ type: jobNotRunning, message, nonRetryable: true, category: 'BENIGN' });
}

/** The job's error. What is not the file's or the link's fault is ours, and its text is for operators only. */
function failureOf(cause: Error | undefined): { code: ParseFailureCode; message: string } {
  const code = PARSE_FAILURES.find((known) => cause instanceof ApplicationFailure && cause.type === known);
  if (code === undefined || code === 'internal_error') {
    return {
      code: 'internal_error',
      message: 'The file could not be processed because of a fault on our side.',
    };
  }
  return { code, message: cause!.message };
}
