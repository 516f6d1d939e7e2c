import { setTimeout as pause } from 'node:timers/promises';
import { type Pool } from 'undici';
import { isFinalIndexState } from '../../src/domain/index-job';
import { type Stores } from '../../src/stores';
import { uploadFile } from '../service/api-calls';
import { answerText } from '../service/answer-text';
import { concurrently } from '../service/concurrently';

const uploadsAtOnce = 8;
const pollMs = 20;

/** What the jobs of the bench are started with. */
export interface IndexCaller {
  pool: Pool;
  stores: Stores;
  key: string;
  collection: string;
}

/**
 * Seconds of one indexing job, from its request to its final state. The texts are uploaded before, which does not count.
 *
 * @throws Error when the job did not make one chunk of every text
 */
export async function indexWithJob(
  { pool, stores, key, collection }: IndexCaller,
  round: number,
  texts: readonly string[],
): Promise<number> {
  const uploads: string[] = [];
  await concurrently(texts.length, uploadsAtOnce, async (at) => {
    uploads.push(await uploadFile(pool, key, `round-${round}-text-${at}.txt`, texts[at]!));
  });
  const startMs = performance.now();
  const response = await pool.request({
    method: 'POST',
    path: `/v2/collections/${collection}/index/uploads`,
    headers: { authorization: `Bearer ${key}`, 'content-type': 'application/json' },
    body: JSON.stringify({ uploads }),
  });
  const { job_id: jobId } = JSON.parse(await answerText(response)) as { job_id: string };
  for (;;) {
    const job = await stores.indexJobs.get(jobId);
    if (job !== null && isFinalIndexState(job.state)) break;
    await pause(pollMs);
  }
  const seconds = (performance.now() - startMs) / 1_000;
  const files = await stores.jobFiles.page(jobId, -1, texts.length);
  const complete = files.filter(({ state, chunks }) => state === 'completed' && chunks === 1).length;
  if (complete !== texts.length)
    throw new Error(`Of ${texts.length} texts ${complete} became one chunk (job ${jobId}).`);
  return seconds;
}
