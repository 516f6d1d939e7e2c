import { type ParseJobCollection, type ParseJobRow } from './parse-job-kind';

/**
 * The writes of an API process that copies the link of a job. It has the link to itself until `copyUntil`,
 * which it moves on while it copies; after that time the run fetches the link.
 */
export function parseJobCopies(rows: ParseJobCollection) {
  const copied = (jobId: string, now: Date) => ({
    _id: jobId,
    state: { $in: ['queued' as const, 'processing' as const] },
    copyUntil: { $gt: now },
  });

  return {
    /** Moves the end of the time for copying. False when the job has ended, or its run fetches the link. */
    async renewCopy(jobId: string, until: Date, now = new Date()): Promise<boolean> {
      const { matchedCount } = await rows.updateOne(copied(jobId, now), { $set: { copyUntil: until } });
      return matchedCount === 1;
    },

    /** The input is under the job's own key now; the link is forgotten. False as `renewCopy`. */
    async markCopied(
      jobId: string,
      { byteSize, filename }: Pick<ParseJobRow, 'filename'> & { byteSize: number },
      now = new Date(),
    ): Promise<boolean> {
      const { matchedCount } = await rows.updateOne(copied(jobId, now), {
        $set: { input: null, byteSize, filename },
        $unset: { copyUntil: '' },
      });
      return matchedCount === 1;
    },

    /** Leaves the link to the run. */
    async endCopy(jobId: string): Promise<void> {
      await rows.updateOne({ _id: jobId }, { $unset: { copyUntil: '' } });
    },

    /** The input of a job, and until when it is copied; null when there is no such job. */
    async copyOf(
      jobId: string,
    ): Promise<Pick<ParseJobRow, '_id' | 'input' | 'byteSize' | 'copyUntil'> | null> {
      return rows.findOne({ _id: jobId }, { projection: { input: 1, byteSize: 1, copyUntil: 1 } });
    },
  };
}
