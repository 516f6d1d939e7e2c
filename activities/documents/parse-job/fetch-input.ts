import { type ApplicationFailure } from '@temporalio/activity';
import { BlobNotFound, BlobTooLarge } from '../../../src/blobs';
import { type DocumentActivities } from '../../../src/domain/documents/activities';
import { fileBytesMax } from '../../../src/domain/platform/limits';
import { type ParseInput, parseBlobs } from '../../../src/domain/documents/parse-job';
import { type ActivityDeps } from '../../deps';
import { sourceSentences } from '../source-failures';
import { jobFailure } from './failures';
import { holdJob } from './held-job';

const headersTimeoutMs = 15_000;
const downloadTimeoutMs = 5 * 60_000;

/** Copies the input of a job: after this neither a link nor an upload is needed any more. */
export function createFetchInput(deps: ActivityDeps): Pick<DocumentActivities, 'fetchInput'> {
  const { blobs, outbound, uploads, parseJobs } = deps;

  async function download(url: string, to: string, signal: AbortSignal): Promise<number> {
    const { body, contentType } = await outbound.download(url, {
      schemes: ['https'],
      byteMax: fileBytesMax,
      headersTimeoutMs,
      totalTimeoutMs: downloadTimeoutMs,
      signal,
    });
    try {
      const { byteSize } = await blobs.put(to, body, {
        contentType: contentType ?? 'application/octet-stream',
        byteMax: fileBytesMax,
        signal,
      });
      return byteSize;
    } catch (error) {
      if (error instanceof BlobTooLarge)
        throw jobFailure('file_too_large', sourceSentences.fileTooLarge, { cause: error });
      throw error;
    }
  }

  async function copyUpload(uploadId: string, to: string): Promise<number> {
    const from = await uploads.blobKey(uploadId);
    if (from === null) throw uploadGone();
    try {
      await blobs.copy(from, to);
      return (await blobs.stat(to)).byteSize;
    } catch (error) {
      throw error instanceof BlobNotFound ? uploadGone(error) : error;
    }
  }

  const fetch = (input: ParseInput, to: string, signal: AbortSignal): Promise<number> =>
    input.kind === 'link' ? download(input.url, to, signal) : copyUpload(input.uploadId, to);

  return {
    async fetchInput({ jobId }) {
      const held = await holdJob(deps, jobId, 'fetching');
      const { input } = held.job;
      if (input === null) return;
      await held.whileAlive(noProgress, async (signal) => {
        const byteSize = await fetch(input, parseBlobs(jobId).input, signal);
        await held.written(parseJobs.noteInput(jobId, held.writer, byteSize));
      });
    },
  };
}

function uploadGone(cause?: Error): ApplicationFailure {
  return jobFailure('download_failed', sourceSentences.uploadGone, cause === undefined ? {} : { cause });
}

const noProgress = () => ({ sheetsTotal: null, sheetsDone: 0, rowsDone: 0 });
