import { randomUUID } from 'node:crypto';
import { type Readable } from 'node:stream';
import { type Activities } from '../../src/domain/activities';
import { safeFilename } from '../../src/domain/filename';
import { indexBlobs } from '../../src/domain/index-job';
import { fileBytesMax } from '../../src/domain/limits';
import { type ObjectSource } from '../../src/object-stores';
import { type IndexJobRow } from '../../src/stores/index-jobs';
import { type FileInput, type FileOrigin } from '../../src/stores/job-files';
import { type ActivityDeps } from '../deps';
import { type HeldFile, holdFile } from './held-file';
import { fileFailure, withFileCodes } from './job-failures';
import { whileAlive } from './while-alive';

const headersTimeoutMs = 15_000;
const downloadTimeoutMs = 5 * 60_000;

/** What a source says about its bytes. */
interface Opened {
  body: Readable;
  contentType: string | null;
  filename: string | null;
}

/** Copies files into the blob store: after this neither the link, the bucket nor the upload is needed. */
export function createFetchFile(deps: ActivityDeps): Pick<Activities, 'fetchFile'> {
  const { blobs, jobFiles, objectStores, outbound, sealer, uploads } = deps;

  async function openLink(url: string, signal: AbortSignal): Promise<Opened> {
    return outbound.download(url, {
      schemes: ['https', 'http'],
      byteMax: fileBytesMax,
      headersTimeoutMs,
      totalTimeoutMs: downloadTimeoutMs,
      signal,
    });
  }

  async function openObject(job: IndexJobRow, key: string, signal: AbortSignal): Promise<Opened> {
    const source = sealer.open(job.credentials ?? '', job._id) as ObjectSource;
    const { body, facts } = await objectStores.open(source).read(key, { byteMax: fileBytesMax, signal });
    return { body, contentType: facts.contentType, filename: null };
  }

  async function openUpload(uploadId: string): Promise<Opened> {
    const key = await uploads.blobKey(uploadId);
    if (key === null) throw fileFailure('not_found', 'The upload was deleted or has expired.');
    const { stream, contentType } = await blobs.read(key);
    return { body: stream, contentType, filename: null };
  }

  function open(job: IndexJobRow, origin: FileOrigin, signal: AbortSignal): Promise<Opened> {
    switch (origin.kind) {
      case 'link':
        return openLink(origin.url, signal);
      case 'object':
        return openObject(job, origin.key, signal);
      case 'upload':
        return openUpload(origin.uploadId);
    }
  }

  async function copy({ job, row, writer, written }: HeldFile, origin: FileOrigin, signal: AbortSignal) {
    const { body, contentType, filename } = await open(job, origin, signal);
    const key = `${indexBlobs(job._id).file(row.file, randomUUID())}input`;
    const stored = await blobs.put(key, body, {
      contentType: contentType ?? 'application/octet-stream',
      byteMax: fileBytesMax,
      signal,
    });
    const input: FileInput = { key, ...stored, contentType };
    const name = (filename === null ? null : safeFilename(filename)) ?? row.filename;
    await written(jobFiles.noteInput(job._id, row.file, writer, input, name));
  }

  return {
    fetchFile: (ref) =>
      withFileCodes(async () => {
        const held = await holdFile(deps, ref, 'extracting');
        if (held === null) return 'ended';
        const { origin, input } = held.row;
        if (input === null && origin !== null) await whileAlive((signal) => copy(held, origin, signal));
        return 'go_on';
      }),
  };
}
