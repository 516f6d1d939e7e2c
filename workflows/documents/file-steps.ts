import { ActivityFailure, isCancellation } from '@temporalio/workflow';
import { type IndexFileRef, type IndexFilesRef } from '../../src/domain/documents/activities';
import {
  embedderAway,
  JOB_FILE_ERRORS,
  type JobFileError,
  searchEngineAway,
} from '../../src/domain/documents/index-job';
import { jobNotRunning } from '../../src/domain/documents/parse-job';
import {
  fetchActivities,
  maskActivities,
  readActivities,
  storeActivities,
  storeFileActivities,
  togetherActivities,
} from '../activity-proxies';
import { failureType } from '../job-run';

const { indexFiles } = togetherActivities('small files: from their bytes to what is visible');
const { fetchFile } = fetchActivities('extracting: copy the file into the blob store');
const { parseFile } = readActivities('extracting, chunking: read the file into chunks');
const { maskFile } = maskActivities('masking: find personal data and replace it');
const { storeFile } = storeFileActivities('embedding: embed, store and publish the file');
const { failFile } = storeActivities('the file failed: leave nothing of it');

/** Failure types that end the whole job. */
const jobFailures: readonly (string | null)[] = [jobNotRunning, embedderAway, searchEngineAway];

/**
 * Indexes small files together.
 *
 * @returns the files to process singly: those that the activity left, and the whole group when the activity
 * failed
 * @throws cancellation, or an activity failure of type `job_not_running`
 */
export async function indexTogether(group: IndexFilesRef): Promise<number[]> {
  try {
    return (await indexFiles(group)).left;
  } catch (error) {
    if (!(error instanceof ActivityFailure) || isCancellation(error) || failureType(error) === jobNotRunning)
      throw error;
    return group.files;
  }
}

/**
 * Indexes one file. A failure that concerns only this file ends it as failed.
 *
 * @param plan.fetches whether its bytes have to be copied first
 * @param plan.masks whether it is masked between reading and storing
 * @throws cancellation, or an activity failure that concerns the whole job
 */
export async function indexAlone(
  ref: IndexFileRef,
  { fetches, masks }: { fetches: boolean; masks: boolean },
): Promise<void> {
  try {
    if (fetches && (await fetchFile(ref)) === 'ended') return;
    if ((await parseFile(ref)) === 'ended') return;
    if (masks && (await maskFile(ref)) === 'ended') return;
    await storeFile(ref);
  } catch (error) {
    if (!(error instanceof ActivityFailure) || isCancellation(error)) throw error;
    if (jobFailures.includes(failureType(error))) throw error;
    await failFile({ ...ref, ...failureOf(error) });
  }
}

/** The error of a file. Unknown failure types are faults of the service, whose text is for operators only. */
export function failureOf(error: Error): { code: JobFileError; message: string } {
  const code = JOB_FILE_ERRORS.find((known) => known === failureType(error)) ?? 'internal_error';
  if (code !== 'internal_error') return { code, message: (error.cause as Error).message };
  return { code, message: 'The file could not be processed because of a fault on our side.' };
}
