import { type Db } from 'mongodb';
import { type CollectionIndexes } from '../../mongo/collection-indexes';
import { type DocumentRollback, type FileDocument } from './job-file-row';
import { type RemovalMode } from '../../../domain/documents/rollback';

/**
 * A file whose documents a job has taken away, since its object is gone. The row is written with the removal,
 * and a rollback brings the documents back by it.
 */
export interface JobRemovalRow {
  /** `<job>/<digest of the identity>`; relations that went with the documents are kept under this name. */
  _id: string;
  jobId: string;
  collectionId: string;
  /** Identity of the file; see `source-identity.ts`. */
  identity: string;
  mode: RemovalMode;
  /** As they were shown before. */
  documents: FileDocument[];
  at: Date;
  /** Absent until the job is rolled back. */
  rollbacks?: DocumentRollback[];
}

export const jobRemovalIndexes: CollectionIndexes = {
  collection: 'job_removals',
  indexes: [{ key: { jobId: 1, _id: 1 } }, { key: { collectionId: 1, at: 1 } }],
};

/** Reads of what jobs have taken away. `DocumentWrites` writes it, together with the documents. */
export function createJobRemovalStore(db: Db) {
  const rows = db.collection<JobRemovalRow>(jobRemovalIndexes.collection);

  return {
    /** Ids of some removals of a job behind `after`, in order. */
    async after(jobId: string, after: string | null, limit: number): Promise<string[]> {
      const found = await rows
        .find({ jobId, ...(after === null ? {} : { _id: { $gt: after } }) }, { projection: { _id: 1 } })
        .sort({ _id: 1 })
        .limit(limit)
        .toArray();
      return found.map(({ _id }) => _id);
    },

    /** Outcomes of all documents that a job has taken away. */
    async rollbacksOf(jobId: string): Promise<DocumentRollback[]> {
      const found = await rows
        .find({ jobId, rollbacks: { $exists: true } })
        .project<Required<Pick<JobRemovalRow, 'rollbacks'>>>({ rollbacks: 1 })
        .sort({ _id: 1 })
        .toArray();
      return found.flatMap(({ rollbacks }) => rollbacks);
    },

    /** Forgets the removals of a job. */
    async removeAll(jobId: string): Promise<void> {
      await rows.deleteMany({ jobId });
    },
  };
}
