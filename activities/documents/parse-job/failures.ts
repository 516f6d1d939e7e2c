import { activityInfo, ApplicationFailure, CancelledFailure } from '@temporalio/activity';
import {
  jobNotRunning,
  type ParseFailureCode,
  type ParseJobState,
} from '../../../src/domain/documents/parse-job';
import { ModelError } from '../../../src/models';
import { OutboundError } from '../../../src/net';
import { ParseError, SourceError } from '../../../src/parsing';
import { linkAttemptsMax, linkMayPass, sourceSentences } from '../source-failures';

const slowTriesMax = 2;

/**
 * Failure for a job that has ended outside the run or belongs to another attempt: this attempt stops without
 * an error.
 */
export function notRunning(state: ParseJobState | null): ApplicationFailure {
  return ApplicationFailure.create({
    type: jobNotRunning,
    message: state === null ? 'The job does not exist.' : `The job is ${state}, or another attempt runs it.`,
    details: [state],
    nonRetryable: true,
    category: 'BENIGN',
  });
}

/** Failure of the job by the fault of its file or link; `message` is a sentence for its owner. */
export function jobFailure(
  code: Exclude<ParseFailureCode, 'internal_error'>,
  message: string,
  options: { retryable?: boolean; cause?: Error } = {},
): ApplicationFailure {
  return ApplicationFailure.create({
    type: code,
    message,
    nonRetryable: options.retryable !== true,
    category: 'BENIGN',
    ...(options.cause === undefined ? {} : { cause: options.cause }),
  });
}

/**
 * Converts an error into the failure of an activity: known errors get their code, all others
 * `internal_error`, which is retried unless a model says that it is permanent. Cancellations are returned
 * unchanged.
 *
 * @param tries number of this try; default that of the attempt
 */
export function asFailure(error: unknown, tries?: number): unknown {
  if (error instanceof ApplicationFailure || error instanceof CancelledFailure) return error;
  if (error instanceof SourceError) return sourceFailure(error, tries ?? activityInfo().attempt);
  if (error instanceof ParseError) return documentFailure(error);
  if (error instanceof OutboundError) return outboundFailure(error);
  return ApplicationFailure.create({
    type: 'internal_error' satisfies ParseFailureCode,
    message: error instanceof Error ? error.message : 'a value that is no error was thrown',
    nonRetryable: error instanceof ModelError && !error.retryable,
    ...(error instanceof Error ? { cause: error } : {}),
  });
}

/** A file that was too slow is parsed once more, since another worker may be faster. */
function sourceFailure(error: SourceError, tries: number): ApplicationFailure {
  const code = error.code === 'too_large' ? 'file_too_large' : 'unsupported_file_type';
  const retryable = error.code === 'too_slow' && tries < slowTriesMax;
  return jobFailure(code, error.message, { cause: error, retryable });
}

/** The sentence tells what is wrong with a document; the code has only the words of parse jobs. */
function documentFailure(error: ParseError): ApplicationFailure {
  const code = error.code === 'file_too_large' ? error.code : 'unsupported_file_type';
  return jobFailure(code, error.message, { cause: error });
}

function outboundFailure(error: OutboundError): ApplicationFailure {
  if (error.code === 'too_large')
    return jobFailure('file_too_large', sourceSentences.fileTooLarge, { cause: error });
  const retryable = linkMayPass(error) && activityInfo().attempt < linkAttemptsMax;
  return jobFailure('download_failed', error.message, { cause: error, retryable });
}
