import { type Collection } from 'mongodb';
import { type DocumentRollback, type JobFileRow } from './job-file-row';

/** Reads and writes of rollbacks over the files of a job. */
export function jobFileRollbacks(rows: Collection<JobFileRow>) {
  return {
    /** A page of files that were indexed. */
    async indexedAfter(jobId: string, after: number, limit: number): Promise<JobFileRow[]> {
      return rows
        .find({ jobId, file: { $gt: after }, state: 'completed' })
        .sort({ file: 1 })
        .limit(limit)
        .toArray();
    },

    /** Keeps the outcomes of a file's documents, unless there are some. */
    async saveRollbacks(
      { _id }: Pick<JobFileRow, '_id'>,
      rollbacks: readonly DocumentRollback[],
    ): Promise<void> {
      await rows.updateOne({ _id, rollbacks: { $exists: false } }, { $set: { rollbacks: [...rollbacks] } });
    },

    /** Outcomes of all documents of a job, by the order of its files. */
    async rollbacksOf(jobId: string): Promise<DocumentRollback[]> {
      const files = await rows
        .find({ jobId, state: 'completed', rollbacks: { $exists: true } })
        .project<Required<Pick<JobFileRow, 'rollbacks'>>>({ rollbacks: 1 })
        .sort({ file: 1 })
        .toArray();
      return files.flatMap(({ rollbacks }) => rollbacks);
    },
  };
}
