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

/** Failures that concern the whole job. */
const jobFailures: readonly (string | null)[] = [jobNotRunning, embedderAway, searchEngineAway];

/**
 * Indexes small files together.
 *
 * @returns the files that have to continue by themselves: those that the activity left, and all of a group
 *   that broke off
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
 * Indexes one file. Its own faults end it as failed.
 *
 * @param plan.fetches its bytes have to be copied from elsewhere first
 * @param plan.masks it is masked between reading and storing
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

/**
 * The error of a file. A fault that is neither the file's nor its source's is ours, and its text is for
 * operators only.
 */
export function failureOf(error: Error): { code: JobFileError; message: string } {
  const code = JOB_FILE_ERRORS.find((known) => known === failureType(error)) ?? 'internal_error';
  if (code !== 'internal_error') return { code, message: (error.cause as Error).message };
  return { code, message: 'The file could not be processed because of a fault on our side.' };
}
