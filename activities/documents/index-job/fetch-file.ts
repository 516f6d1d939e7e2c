import { randomUUID } from 'node:crypto';
import { type IndexFileRef, type FileStep } from '../../../src/domain/documents/activities';
import { fetchTriesMax, indexBlobs } from '../../../src/domain/documents/index-job';
import { fileBytesMax } from '../../../src/domain/platform/limits';
import { type FileInput, type FileOrigin } from '../../../src/stores/documents/index-jobs/file-input';
import { type ActivityDeps } from '../../deps';
import { boundedTries } from '../bounded-tries';
import { type FileLease, leaseFile, type Holding } from './file-lease';
import { fileTries, withFileCodes } from './job-failures';
import { givenName } from './origins';
import { whileAlive } from '../../attempt/while-alive';
import { type FileParts } from './file-parts';

export type FetchFileDeps = Pick<ActivityDeps, 'blobs' | 'jobFiles'> & Holding & Pick<FileParts, 'origins'>;

/** Copies a file into the blob store; later steps need neither link, bucket nor upload. */
export function fetchFile(deps: FetchFileDeps, ref: IndexFileRef): Promise<FileStep> {
  return withFileCodes(async () => {
    const held = await leaseFile(deps, ref, 'extracting');
    if (held === null) return 'ended';
    const { origin, input } = held.row;
    if (input === null && origin !== null)
      await boundedTries(fileTries(held, fetchTriesMax), () =>
        whileAlive((signal) => copy(deps, held, origin, signal)),
      );
    return 'go_on';
  });
}

async function copy(
  deps: FetchFileDeps,
  { job, row, writer, written }: FileLease,
  origin: FileOrigin,
  signal: AbortSignal,
) {
  const { body, contentType, filename, told } = await deps.origins.open(job, origin, signal);
  const key = `${indexBlobs(job._id).file(row.file, randomUUID())}input`;
  const stored = await deps.blobs.put(key, body, {
    contentType: contentType ?? 'application/octet-stream',
    byteMax: fileBytesMax,
    signal,
  });
  const input: FileInput = { key, ...stored, contentType, ...told };
  const name = givenName(job, filename) ?? row.filename;
  const noting = deps.jobFiles.saveInput(job._id, row.file, writer, input, name);
  // An abandoned attempt may finish after all cleanup of the job.
  if (!(await noting)) await deps.blobs.delete([key]);
  await written(noting);
}
