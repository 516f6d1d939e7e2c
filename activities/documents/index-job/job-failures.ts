import { activityInfo, ApplicationFailure } from '@temporalio/activity';
import { BlobNotFound, BlobTooLarge } from '../../../src/blobs';
import {
  type IndexJobState,
  type JobFileError,
  searchEngineAway,
} from '../../../src/domain/documents/index-job';
import { jobNotRunning } from '../../../src/domain/documents/parse-job';
import { OutboundError } from '../../../src/net';
import { ObjectStoreError } from '../../../src/object-stores';
import { ParseError } from '../../../src/parsing';
import { DocumentWriteError } from '../../../src/stores/documents/document-writes';
import { isSearchUnavailable } from '../../../src/stores/elastic/search-unavailable';
import { asFailure } from '../parse-job/failures';
import { linkAttemptsMax, linkMayPass, sourceSentences } from '../source-failures';

/** Tries of a failing object store, about half a minute: it worked when it listed its files. */
const storeTriesMax = 6;

/** Failure for a job that has ended outside the run: the attempt stops without an error. */
export function runNotRunning(state: IndexJobState | null): ApplicationFailure {
  return ApplicationFailure.create({
    type: jobNotRunning,
    message: state === null ? 'The job does not exist.' : `The job is ${state}.`,
    details: [state],
    nonRetryable: true,
    category: 'BENIGN',
  });
}

/** Failure of a file by its own or its source's fault; `message` is a sentence for its owner. */
export function fileFailure(
  type: Exclude<JobFileError, 'internal_error'>,
  message: string,
  { cause, retryable = false }: { cause?: unknown; retryable?: boolean } = {},
): ApplicationFailure {
  return ApplicationFailure.create({
    type,
    message,
    nonRetryable: !retryable,
    category: 'BENIGN',
    ...(cause instanceof Error ? { cause } : {}),
  });
}

/**
 * Does a step of an indexing job and converts errors of the file, the source and the document stores into
 * failures with codes.
 */
export async function withFileCodes<T>(step: () => Promise<T>): Promise<T> {
  try {
    return await step();
  } catch (error) {
    throw asFileFailure(error);
  }
}

/** The bound of tries of a step for one file, for `boundedTries`. */
export function fileTries({ tries }: { tries: number }, triesMax: number) {
  return { tries, triesMax, toFailure: (error: unknown) => asFailure(asFileFailure(error, tries)) };
}

/**
 * Converts an error of the file, its source, the documents or the search engine into a failure with a code;
 * other errors are returned unchanged.
 *
 * @param tries number of this try; default that of the attempt
 */
export function asFileFailure(error: unknown, tries: number = activityInfo().attempt): unknown {
  if (error instanceof ParseError) return fileFailure(error.code, error.message, { cause: error });
  if (error instanceof ObjectStoreError) {
    const retryable = error.retryable && tries < storeTriesMax;
    const code = error.code === 'object_changed' ? 'download_failed' : error.code;
    return fileFailure(code, error.message, { cause: error, retryable });
  }
  if (error instanceof OutboundError) return linkFailure(error, tries);
  if (error instanceof BlobTooLarge) return tooLarge(error);
  if (error instanceof BlobNotFound)
    return fileFailure('not_found', sourceSentences.uploadGone, { cause: error });
  if (error instanceof DocumentWriteError) return writeFailure(error);
  if (isSearchUnavailable(error))
    return ApplicationFailure.create({ type: searchEngineAway, message: error.message, cause: error });
  return error;
}

function linkFailure(error: OutboundError, tries: number): ApplicationFailure {
  const { status } = error.extra;
  const failure = (type: Exclude<JobFileError, 'internal_error'>) =>
    fileFailure(type, error.message, { cause: error });
  switch (error.code) {
    case 'blocked_address':
      return failure('private_address');
    case 'too_large':
      return tooLarge(error);
    case 'http_status':
      if (status === 401 || status === 403) return failure('access_denied');
      if (status === 404 || status === 410) return failure('not_found');
  }
  const retryable = linkMayPass(error) && tries < linkAttemptsMax;
  return fileFailure('download_failed', error.message, { cause: error, retryable });
}

function tooLarge(cause: unknown): ApplicationFailure {
  return fileFailure('file_too_large', sourceSentences.fileTooLarge, { cause });
}

function writeFailure(error: DocumentWriteError): unknown {
  if (error.code === 'collection_gone')
    return fileFailure('not_found', 'The collection was deleted.', { cause: error });
  // The next attempt writes it again, with the model that the collection has by then.
  return ApplicationFailure.retryable(error.message, 'internal_error');
}
