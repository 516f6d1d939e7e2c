import { type UploadResource } from './schema';
import { type CommittedUpload } from '../../../src/services/products/records/commit';
import { type RecordFaults } from '../../../src/services/products/records/faults';
import { presentJob } from '../jobs/present';

export function presentUpload(
  { answer, warnings, job }: CommittedUpload,
  { listed, count }: RecordFaults,
): UploadResource {
  return {
    received: answer.received,
    staged: answer.staged,
    replaced: answer.replaced,
    rejected: answer.rejected,
    id_field: answer.idField,
    staged_total: answer.stagedTotal,
    errors: [...listed],
    errors_truncated: count > listed.length,
    warnings,
    job: job === null ? null : presentJob(job),
  };
}

/** Answer with the job that applies a live write. */
export function presentWriteJob(jobId: string) {
  return { id: jobId, type: 'index.write' as const };
}

/** Answer with a record, whose JSON text stays as it was sent. */
export function presentRecord(id: string, record: { text: string; seq: number; staged: boolean }): Buffer {
  const { text, seq, staged } = record;
  return Buffer.from(
    `{"id":${JSON.stringify(id)},"record":${text},"version":${seq},"staged":${String(staged)}}`,
  );
}
