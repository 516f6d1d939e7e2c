import { randomUUID } from 'node:crypto';
import { type DocumentActivities } from '../../../src/domain/documents/activities';
import { fetchTriesMax, indexBlobs } from '../../../src/domain/documents/index-job';
import { fileBytesMax } from '../../../src/domain/platform/limits';
import { type FileInput, type FileOrigin } from '../../../src/stores/documents/index-jobs/file-input';
import { type ActivityDeps } from '../../deps';
import { boundedTries } from '../bounded-tries';
import { type HeldFile, holdFile } from './held-file';
import { fileTries, withFileCodes } from './job-failures';
import { createOpenOrigin, givenName } from './open-origin';
import { whileAlive } from '../../attempt/while-alive';

/** Copies files into the blob store: after this neither the link, the bucket nor the upload is needed. */
export function createFetchFile(deps: ActivityDeps): Pick<DocumentActivities, 'fetchFile'> {
  const { blobs, jobFiles } = deps;
  const open = createOpenOrigin(deps);

  async function copy({ job, row, writer, written }: HeldFile, origin: FileOrigin, signal: AbortSignal) {
    const { body, contentType, filename, told } = await open(job, origin, signal);
    const key = `${indexBlobs(job._id).file(row.file, randomUUID())}input`;
    const stored = await blobs.put(key, body, {
      contentType: contentType ?? 'application/octet-stream',
      byteMax: fileBytesMax,
      signal,
    });
    const input: FileInput = { key, ...stored, contentType, ...told };
    const name = givenName(job, filename) ?? row.filename;
    const noting = jobFiles.noteInput(job._id, row.file, writer, input, name);
    // An attempt that was given up may come so late that nothing else cleans up after the job any more.
    if (!(await noting)) await blobs.delete([key]);
    await written(noting);
  }

  return {
    fetchFile: (ref) =>
      withFileCodes(async () => {
        const held = await holdFile(deps, ref, 'extracting');
        if (held === null) return 'ended';
        const { origin, input } = held.row;
        if (input === null && origin !== null)
          await boundedTries(fileTries(held, fetchTriesMax), () =>
            whileAlive((signal) => copy(held, origin, signal)),
          );
        return 'go_on';
      }),
  };
}
