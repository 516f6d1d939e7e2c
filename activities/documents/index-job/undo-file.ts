import { type JobFileEnd } from '../../../src/stores/documents/index-jobs/job-file-row';
import { type IndexJobRow } from '../../../src/stores/documents/index-jobs/index-job-kind';
import { type ActivityDeps } from '../../deps';

export type UndoFileDeps = Pick<ActivityDeps, 'documentWrites' | 'jobFiles'>;

/**
 * Ends a file and removes all its results: unpublished versions are removed, published ones are rolled back.
 * Before that, the file is taken from every attempt, so that none publishes meanwhile.
 *
 * @returns whether this call ended it; it may have ended before
 */
export async function undoFile(
  { jobFiles, documentWrites }: UndoFileDeps,
  { _id: jobId, collectionId }: Pick<IndexJobRow, '_id' | 'collectionId'>,
  file: number,
  writer: string,
  end: Extract<JobFileEnd, { state: 'failed' | 'cancelled' }>,
): Promise<boolean> {
  const row = await jobFiles.seize(jobId, file, writer);
  if (row === null) return false;
  for (const { versionId, documentId } of row.documents) {
    await documentWrites.discard(versionId);
    await documentWrites.rollBack(collectionId, jobId, documentId);
  }
  return jobFiles.end(jobId, file, null, end);
}
