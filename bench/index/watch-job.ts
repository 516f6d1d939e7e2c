import { setTimeout as pause } from 'node:timers/promises';
import { type Pool } from 'undici';
import { type IndexJobResource } from '../../api/documents/index-jobs/schema';
import { answerText } from '../service/answer-text';
import { residentBytes } from '../uploads/resident-size';

const everyMs = 1_000;
const finalStates = ['completed', 'completed_with_errors', 'failed', 'timed_out', 'cancelled'];

/** State of a job, and of the programs that work for it, at one moment. */
export interface JobSample {
  /** Since the first sample. */
  seconds: number;
  processed: number;
  workerBytes: number;
  apiBytes: number;
}

/** Asks the API for a job each second until it has ended, and notes how large the programs are. */
export async function watchJob(
  { pool, key, workerPid, apiPid }: { pool: Pool; key: string; workerPid: number; apiPid: number },
  jobId: string,
  signal: AbortSignal,
): Promise<{ job: IndexJobResource; samples: JobSample[] }> {
  const samples: JobSample[] = [];
  const startMs = performance.now();
  for (;;) {
    signal.throwIfAborted();
    const response = await pool.request({
      method: 'GET',
      path: `/v2/jobs/${jobId}`,
      headers: { authorization: `Bearer ${key}` },
    });
    const job = JSON.parse(await answerText(response)) as IndexJobResource;
    samples.push({
      seconds: (performance.now() - startMs) / 1_000,
      processed: job.progress.files_processed,
      workerBytes: residentBytes(workerPid),
      apiBytes: residentBytes(apiPid),
    });
    if (finalStates.includes(job.status)) return { job, samples };
    await pause(everyMs);
  }
}
