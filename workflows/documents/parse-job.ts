import { ActivityFailure, isCancellation, TimeoutFailure } from '@temporalio/workflow';
import { type ParseJobClaim, type ParseJobRef } from '../../src/domain/documents/activities';
import {
  isFinalParseState,
  jobNotRunning,
  PARSE_FAILURES,
  type ParseFailureCode,
  type ParseJobState,
  type ParseStage,
} from '../../src/domain/documents/parse-job';
import { slowInput } from '../../src/domain/documents/parse-lane';
import {
  bulkActivities,
  modelActivities,
  outboundActivities,
  parseActivities,
  quickParseActivities,
  readActivities,
  storeActivities,
} from '../activity-proxies';
import { createJobRun, failureType, jobFailure, showStage } from '../job-run';
import { pinRuns } from '../versioning';

const { claimParseJob } = storeActivities('claim the job');
const { fetchInput } = outboundActivities('fetching: copy the file into the blob store');
const { parseWorkbook } = parseActivities('parsing: read the sheets into chunks');
const { parseDocument } = readActivities('parsing: read the document into chunks, pages and Markdown');
const small = quickParseActivities('parsing: read a small file into chunks');
const { describeChunks } = modelActivities('describing: add tags and summaries');
const { storeResult } = bulkActivities('storing: join the parts into the result');
const { completeParseJob } = storeActivities('settling: charge the credits, complete the job');
const { failParseJob } = storeActivities('fail the job, charge nothing, remove its files');
const { cancelParseJob } = storeActivities('cancel the job, charge nothing, remove its files');

const job = createJobRun<ParseJobState>({
  noun: 'job',
  notRunning: jobNotRunning,
  isFinal: isFinalParseState,
});

/**
 * Reads one spreadsheet or document into chunks: fetches the input, parses it, describes the chunks when requested,
 * stores the result and settles the job. A small input is parsed in the quick lane.
 *
 * The job ends exactly once, whichever process dies on the way, and its row has the final state: `completed`
 * and charged, or `failed` or `cancelled` without a charge. The run of a failed job fails, with the job's
 * error as failure type. When the job has ended outside the run, or the run was reset after its end, the run
 * only removes the files of a job without a result, and returns the state in the row. When the job does not
 * exist, because its acceptance was taken back, the run fails and the id can be used again.
 */
export function parseJob({ jobId }: ParseJobRef): Promise<ParseJobState> {
  return job.run<ParseJobClaim>({
    claim: () => claimParseJob({ jobId }),
    work: (claim) => readInput(jobId, claim),
    end: (stop) => (stop === null ? Promise.resolve(job.show('completed')) : endEarly(jobId, stop)),
    leave: (state) => removeFiles(jobId, state),
  });
}

pinRuns(parseJob);

async function readInput(jobId: string, { describe, document }: ParseJobClaim): Promise<void> {
  begin('fetching');
  const fetched = await fetchInput({ jobId });

  begin('parsing');
  const [parse, parseSmall] = document
    ? [parseDocument, small.parseDocument]
    : [parseWorkbook, small.parseWorkbook];
  if (fetched.lane !== 'quick' || !(await parsedQuickly(() => parseSmall({ jobId })))) await parse({ jobId });

  if (describe) {
    begin('describing');
    await describeChunks({ jobId });
  }

  begin('storing');
  const totals = await storeResult({ jobId });

  begin('settling');
  await completeParseJob({ jobId, totals });
}

/**
 * Parses a small input in the quick lane. False when that takes too long or no worker took the task up; parts
 * that are stored by then stay.
 */
async function parsedQuickly(parse: () => Promise<unknown>): Promise<boolean> {
  try {
    await parse();
    return true;
  } catch (error) {
    if (!(error instanceof ActivityFailure)) throw error;
    if (failureType(error) === slowInput || isUnserved(error)) return false;
    throw error;
  }
}

function isUnserved({ cause }: ActivityFailure): boolean {
  return cause instanceof TimeoutFailure && cause.timeoutType === 'SCHEDULE_TO_START';
}

const begin: (stage: ParseStage) => void = showStage;

/** Ends the job and the run as cancelled or failed. Returns only when the job has ended outside the run. */
async function endEarly(jobId: string, stop: Error): Promise<ParseJobState> {
  if (isCancellation(stop)) {
    job.show(await cancelParseJob({ jobId }));
    throw stop;
  }
  const { code, message } = failureOf(stop);
  const state = job.show(await failParseJob({ jobId, code, message }));
  if (state !== null && state !== 'failed') return state;
  throw jobFailure({ type: code, message, isOurs: code === 'internal_error', cause: stop });
}

/**
 * Removes the files of a job that has ended outside the run without a result. The one that ended it removed
 * its files while this run could still write some. A job that still runs belongs to another run.
 */
async function removeFiles(jobId: string, state: ParseJobState): Promise<void> {
  const leavesFiles = isFinalParseState(state) && state !== 'completed';
  if (leavesFiles) await cancelParseJob({ jobId });
}

/** The job's error. Unknown failure types are faults of the service, whose text is for operators only. */
function failureOf(stop: Error): { code: ParseFailureCode; message: string } {
  const code = PARSE_FAILURES.find((known) => known === failureType(stop)) ?? 'internal_error';
  if (code !== 'internal_error') return { code, message: (stop.cause as Error).message };
  return { code, message: 'The file could not be processed because of a fault on our side.' };
}
