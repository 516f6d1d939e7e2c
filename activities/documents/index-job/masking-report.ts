import { randomUUID } from 'node:crypto';
import { type FileMasking, type MaskedText, maskingReportBlobs } from '../../../src/domain/documents/masking';
import { createReportWriter, openReportKey } from '../../../src/masking-report';
import { type ActivityDeps } from '../../deps';
import { type FileLease } from './file-lease';

/** Masking report of one file, written by one attempt. */
export interface FileReport {
  /** Adds a masked text, in any order; texts without masked places are skipped. Uses constant memory. */
  add: (text: MaskedText) => Promise<void>;
  /**
   * Stores the reports and records them in the row of the file. Call it once. @throws as `FileLease.written`
   */
  note: (masking: FileMasking) => Promise<void>;
}

export type OpenFileReportDeps = Pick<ActivityDeps, 'blobs' | 'jobFiles' | 'sealer'>;

/**
 * Opens the masking report of a file.
 *
 * @param scratch local folder of this attempt and file, which the caller removes
 */
export function openFileReport(
  { sealer, blobs, jobFiles }: OpenFileReportDeps,
  { job, row, writer, written }: FileLease,
  scratch: string,
): FileReport {
  const { _id: jobId, maskingReport } = job;
  if (maskingReport?.key == null) throw new Error('the job has no key for a masking report');
  const values = openReportKey(sealer, maskingReport.key, jobId);
  const folder = maskingReportBlobs(jobId).file(row.file, randomUUID());
  const report = createReportWriter(blobs, { values, folder, scratch });
  return {
    add: report.add,
    async note(masking) {
      const parts = await report.store();
      await written(jobFiles.saveMasking(jobId, row.file, writer, { ...masking, folder, parts }));
    },
  };
}
