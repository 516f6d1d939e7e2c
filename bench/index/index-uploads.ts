import { setTimeout as pause } from 'node:timers/promises';
import { type Pool } from 'undici';
import { isFinalIndexState } from '../../src/domain/documents/index-job';
import { type Stores } from '../../src/stores';
import { type JobFileRow } from '../../src/stores/documents/index-jobs/job-file-row';
import { uploadAnnounced, uploadFile } from '../service/api-calls';
import { answerText } from '../service/answer-text';
import { concurrently } from '../service/concurrently';

const uploadsAtOnce = 8;
const pollMs = 20;

/** Connection and key that the jobs of the bench are started with. */
export interface IndexCaller {
  pool: Pool;
  stores: Stores;
  key: string;
  collection: string;
}

/** A file that is indexed: a text, or a PDF file. */
export interface UploadedFile {
  name: string;
  content: string | Buffer;
}

/** Files of jobs that have ended. */
interface IndexedFiles {
  /** From the first request to the last final state. The files are uploaded before, which does not count. */
  seconds: number;
  files: JobFileRow[];
}

/** A request names no more uploads. */
const jobFilesMax = 100;

/**
 * Indexes files by jobs over uploads, as many jobs as it takes, and waits for them.
 *
 * @param options of the requests
 */
export async function indexUploads(
  { pool, stores, key, collection }: IndexCaller,
  files: readonly UploadedFile[],
  options: Readonly<Record<string, unknown>> = {},
): Promise<IndexedFiles> {
  const uploads: string[] = [];
  const jobIds: string[] = [];
  await concurrently(files.length, uploadsAtOnce, async (at) => {
    const { name, content } = files[at]!;
    uploads.push(
      typeof content === 'string'
        ? await uploadFile(pool, key, name, content)
        : await uploadAnnounced(pool, key, { name, content, contentType: 'application/pdf' }),
    );
  });
  const startMs = performance.now();
  for (let from = 0; from < uploads.length; from += jobFilesMax) {
    const response = await pool.request({
      method: 'POST',
      path: `/v2/collections/${collection}/index/uploads`,
      headers: { authorization: `Bearer ${key}`, 'content-type': 'application/json' },
      body: JSON.stringify({ uploads: uploads.slice(from, from + jobFilesMax), ...options }),
    });
    const { job_id: jobId } = JSON.parse(await answerText(response)) as { job_id: string };
    jobIds.push(jobId);
  }
  for (const jobId of jobIds) {
    while (!(await isFinal(stores, jobId))) await pause(pollMs);
  }
  const seconds = (performance.now() - startMs) / 1_000;
  const pages = await Promise.all(jobIds.map((jobId) => stores.jobFiles.page(jobId, -1, jobFilesMax)));
  return { seconds, files: pages.flat() };
}

async function isFinal(stores: Stores, jobId: string): Promise<boolean> {
  const job = await stores.indexJobs.get(jobId);
  return job !== null && isFinalIndexState(job.state);
}
