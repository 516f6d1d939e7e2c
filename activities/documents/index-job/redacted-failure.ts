import { ApplicationFailure, CancelledFailure } from '@temporalio/activity';
import { JOB_FILE_ERRORS, type JobFileError } from '../../../src/domain/documents/index-job';
import { type FileLease } from './file-lease';
import { asFileFailure } from './job-failures';

/**
 * Sentences for the owner of a file that reveal nothing of its content. All other messages are the service's
 * own, and safe.
 */
const sentences: Partial<Record<JobFileError, string>> = {
  parse_failed: 'The file cannot be read; it is damaged or of an unusual kind.',
  parsing_script_failed: 'The parsing script failed on the file.',
  unsupported_file_type: 'Files of this type cannot be read.',
  embedding_failed: 'The embedding model refused the text of this file.',
};

/**
 * Does a step of a file. In a job with masking its errors contain nothing of the file: readers and models
 * quote it, and failures are stored in histories and logs.
 */
export async function withRedactedErrors<T>(
  { job }: Pick<FileLease, 'job'>,
  step: () => Promise<T>,
): Promise<T> {
  if (job.options.masking == null) return step();
  try {
    return await step();
  } catch (error) {
    throw redactedFailure(asFileFailure(error));
  }
}

/** The same error with only its kind and code. */
export function redactedFailure(error: unknown): unknown {
  if (error instanceof CancelledFailure) return error;
  if (!(error instanceof ApplicationFailure)) {
    const name = error instanceof Error ? error.name : typeof error;
    return ApplicationFailure.create({
      type: 'internal_error',
      message: `A step of a file that is masked failed: ${name}.`,
    });
  }
  const { type, message, nonRetryable, nextRetryDelay, category } = error;
  const code = JOB_FILE_ERRORS.find((known) => known === type);
  const isOurs = code === undefined || code === 'internal_error';
  return ApplicationFailure.create({
    message: isOurs ? 'A step of a file that is masked failed.' : (sentences[code] ?? message),
    ...(type == null ? {} : { type }),
    ...(nonRetryable == null ? {} : { nonRetryable }),
    ...(nextRetryDelay == null ? {} : { nextRetryDelay }),
    ...(category == null ? {} : { category }),
  });
}
