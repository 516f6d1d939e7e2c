import { setTimeout as pause } from 'node:timers/promises';
import { type Pool } from 'undici';
import { isFinalIndexState } from '../../src/domain/documents/index-job';
import { type Stores } from '../../src/stores';
import { uploadFile } from '../service/api-calls';
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

/** A request names no more uploads. */
const jobTextsMax = 100;

/**
 * Seconds of indexing jobs over the texts, as many as it takes, from the first request to the last final
 * state. The texts are uploaded before, which does not count.
 *
 * @throws Error when the jobs did not make one chunk of every text
 */
export async function indexWithJobs(
  { pool, stores, key, collection }: IndexCaller,
  round: number,
  texts: readonly string[],
): Promise<number> {
  const uploads: string[] = [];
  const jobIds: string[] = [];
  await concurrently(texts.length, uploadsAtOnce, async (at) => {
    uploads.push(await uploadFile(pool, key, `round-${round}-text-${at}.txt`, texts[at]!));
  });
  const startMs = performance.now();
  for (let from = 0; from < uploads.length; from += jobTextsMax) {
    const response = await pool.request({
      method: 'POST',
      path: `/v2/collections/${collection}/index/uploads`,
      headers: { authorization: `Bearer ${key}`, 'content-type': 'application/json' },
      body: JSON.stringify({ uploads: uploads.slice(from, from + jobTextsMax) }),
    });
    const { job_id: jobId } = JSON.parse(await answerText(response)) as { job_id: string };
    jobIds.push(jobId);
  }
  for (const jobId of jobIds) {
    while (!(await isFinal(stores, jobId))) await pause(pollMs);
  }
  const seconds = (performance.now() - startMs) / 1_000;
  const files = await Promise.all(jobIds.map((jobId) => stores.jobFiles.page(jobId, -1, jobTextsMax)));
  const complete = files.flat().filter(({ state, chunks }) => state === 'completed' && chunks === 1).length;
  if (complete !== texts.length)
    throw new Error(`Of ${texts.length} texts ${complete} became one chunk (jobs ${jobIds.join(', ')}).`);
  return seconds;
}

async function isFinal(stores: Stores, jobId: string): Promise<boolean> {
  const job = await stores.indexJobs.get(jobId);
  return job !== null && isFinalIndexState(job.state);
}
