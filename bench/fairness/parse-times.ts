import { setTimeout as pause } from 'node:timers/promises';
import { type Pool } from 'undici';
import { isFinalParseState } from '../../src/domain/documents/parse-job';
import { type Stores } from '../../src/stores';
import { startParse, uploadFile } from '../service/api-calls';
import { type BenchTenant } from '../service/tenants';

const pollMs = 10;

/**
 * Milliseconds from the request to the final state of each of `count` parse jobs over a file of 6 kB, one
 * after the other. The upload does not count.
 *
 * @throws Error when a job does not complete
 */
export async function parseTimesMs(
  { pool, stores, signal }: { pool: Pool; stores: Stores; signal: AbortSignal },
  { organizationId, key }: BenchTenant,
  count: number,
): Promise<number[]> {
  const content = smallSheet();
  const timesMs: number[] = [];
  for (let at = 0; at < count; at++) {
    const input = await uploadFile(pool, key, `small-${at}.csv`, content);
    const startMs = performance.now();
    const jobId = await startParse(pool, key, input);
    for (;;) {
      signal.throwIfAborted();
      const job = await stores.parseJobs.find({ organizationId, environment: 'production' }, jobId);
      if (job !== null && isFinalParseState(job.state)) {
        if (job.state !== 'completed') throw new Error(`A small parse ended as ${job.state}: ${job.message}`);
        break;
      }
      await pause(pollMs);
    }
    timesMs.push(performance.now() - startMs);
  }
  return timesMs;
}

/** About 6 kB of CSV. */
function smallSheet(): string {
  const rows = Array.from({ length: 200 }, (_, row) => `North ${row},${row * 7},${row % 2 === 0},2026-01-05`);
  return `Region,Units,Open,Day\n${rows.join('\n')}\n`;
}
