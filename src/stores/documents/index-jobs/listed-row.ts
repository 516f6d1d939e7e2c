import { type JobFileRow, type ListedFile } from './job-file-row';

/** The row of a file as it is listed, but for its place in the job: some files end right away. */
export function listedRow(
  { uri, filename, identity, origin, skipReason, ...listed }: ListedFile,
  updatedAt: Date,
): Omit<JobFileRow, '_id' | 'jobId' | 'file'> {
  return {
    uri,
    filename,
    identity,
    origin,
    skipReason,
    byteSize: listed.byteSize ?? listed.input?.byteSize ?? null,
    ...(origin?.kind === 'object' && origin.etag !== undefined && { etag: origin.etag }),
    state: skipReason !== null ? 'skipped' : listed.failure !== undefined ? 'failed' : 'queued',
    stage: listed.failure === undefined ? null : 'scanning',
    attempts: listed.failure === undefined ? 0 : 1,
    writer: null,
    input: listed.input ?? null,
    parsed: null,
    modality: null,
    basicPages: 0,
    documents: [],
    error: listed.failure?.error ?? null,
    message: listed.failure?.message ?? null,
    pages: null,
    billedPages: 0,
    chunks: 0,
    updatedAt,
  };
}
