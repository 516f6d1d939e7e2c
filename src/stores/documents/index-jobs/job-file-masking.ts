import { type Collection, type Filter } from 'mongodb';
import { type JobFileRow, type MaskedFile, type MaskedFileRow } from './job-file-row';

const reported = (jobId: string): Filter<JobFileRow> => ({
  jobId,
  state: 'completed',
  masking: { $type: 'object' },
});

/**
 * Reads and writes of masking reports over the files of a job. Files that were not indexed have none.
 *
 * @param write of what an attempt holds
 */
export function jobFileMasking(
  rows: Collection<JobFileRow>,
  write: (jobId: string, file: number, writer: string, set: Partial<JobFileRow>) => Promise<boolean>,
) {
  return {
    /** Notes that the file is masked and its reports are stored. False when another attempt holds it. */
    saveMasking: (jobId: string, file: number, writer: string, masking: MaskedFile): Promise<boolean> =>
      write(jobId, file, writer, { masking }),

    /** Notes that the masked content of the file is stored under a key. False as above. */
    saveMaskedContent: (jobId: string, file: number, writer: string, key: string): Promise<boolean> =>
      write(jobId, file, writer, { maskedContent: key }),

    /** A page of files with a report, in order, beginning behind number `after`. */
    async reportedAfter(jobId: string, after: number, limit: number): Promise<MaskedFileRow[]> {
      return rows
        .find<MaskedFileRow>({ ...reported(jobId), file: { $gt: after } })
        .sort({ file: 1 })
        .limit(limit)
        .toArray();
    },

    /** Row of a file with a report that was not rolled back; null for any other one. */
    async findReported(jobId: string, file: number): Promise<MaskedFileRow | null> {
      return rows.findOne<MaskedFileRow>({ ...reported(jobId), file, rollbacks: { $exists: false } });
    },

    /** Row of the file that a document was made from, with a report; null where it has none. */
    async findReportedDocument(jobId: string, documentId: string): Promise<MaskedFileRow | null> {
      return rows.findOne<MaskedFileRow>({
        ...reported(jobId),
        'documents.documentId': documentId,
        rollbacks: { $exists: false },
      });
    },

    /** Number of reports of files that are stored: a rollback removes them. */
    async countReports(jobId: string): Promise<number> {
      const [sum] = await rows
        .aggregate<{ parts: number }>([
          { $match: { ...reported(jobId), rollbacks: { $exists: false } } },
          { $group: { _id: null, parts: { $sum: { $size: '$masking.parts' } } } },
        ])
        .toArray();
      return sum?.parts ?? 0;
    },

    /** Masked places of the files with a report, by tag. */
    async sumMasked(jobId: string): Promise<Record<string, number>> {
      const groups = await rows
        .aggregate<{ _id: string; places: number }>([
          { $match: reported(jobId) },
          { $project: { counts: { $objectToArray: '$masking.counts' } } },
          { $unwind: '$counts' },
          { $group: { _id: '$counts.k', places: { $sum: '$counts.v' } } },
          { $sort: { _id: 1 } },
        ])
        .toArray();
      return Object.fromEntries(groups.map(({ _id, places }) => [_id, places]));
    },

    /** Forgets how the files of a job were masked. */
    async forgetMasking(jobId: string): Promise<void> {
      await rows.updateMany({ jobId, masking: { $exists: true } }, { $unset: { masking: '' } });
    },
  };
}
