import { setTimeout as pause } from 'node:timers/promises';
import { type Pool } from 'undici';
import { type IndexResource } from '../../api/products/indexes/schema';
import { type JobResource } from '../../api/products/jobs/schema';
import { type ObjectSettings } from '../../src/domain/products/settings';
import { answerText } from '../service/answer-text';

/** An upload has at most 50,000 records and 50 MiB. */
const recordsPerUpload = 25_000;
/** A key may search 50 times a second. */
const pollMs = 25;

export type IndexClient = ReturnType<typeof createIndexClient>;

/** Requests to one index of `/v1`, over HTTP. */
export function createIndexClient(pool: Pool, key: string, index: string) {
  const headers = { authorization: `Bearer ${key}` };
  const path = `/v1/indexes/${index}`;

  async function ask<T>(method: 'GET' | 'POST' | 'PUT', of: string, json?: unknown): Promise<T> {
    const answer = await pool.request({
      method,
      path: of,
      headers: { ...headers, ...(json === undefined ? {} : { 'content-type': 'application/json' }) },
      ...(json === undefined ? {} : { body: JSON.stringify(json) }),
    });
    return JSON.parse(await answerText(answer)) as T;
  }

  const found = async (query: string) =>
    (await ask<{ hits: { title: string }[] }>('POST', `${path}/search`, { query, per_page: 1 })).hits[0]
      ?.title;

  return {
    create: (settings: ObjectSettings = {}): Promise<IndexResource> =>
      ask('POST', '/v1/indexes', { name: index, id_field: 'id', settings }),

    get: (): Promise<IndexResource> => ask('GET', path),

    found,

    /** Uploads lines of NDJSON, part by part. */
    async upload(lines: readonly string[]): Promise<void> {
      for (let from = 0; from < lines.length; from += recordsPerUpload) {
        const answer = await pool.request({
          method: 'POST',
          path: `${path}/records`,
          headers: { ...headers, 'content-type': 'application/x-ndjson' },
          body: lines.slice(from, from + recordsPerUpload).join(''),
        });
        await answerText(answer);
      }
    },

    startBuild: async (): Promise<string> =>
      (await ask<{ job: JobResource }>('POST', `${path}/build`)).job.id,

    /** Waits for the end of a job. @throws Error for one that failed */
    async succeeded(jobId: string): Promise<JobResource> {
      for (;;) {
        const job = await ask<JobResource>('GET', `/v1/jobs/${jobId}?wait=30`);
        if (job.status === 'failed')
          throw new Error(`The job failed: ${job.error_code ?? ''} ${job.error ?? ''}`);
        if (job.status === 'succeeded') return job;
      }
    },

    put: (record: { id: string }): Promise<unknown> => ask('PUT', `${path}/records/${record.id}`, record),

    /** Milliseconds from the request that changes a record until a search finds what it was changed to. */
    async changeToFoundMs(id: string, title: string): Promise<number> {
      const start = performance.now();
      await ask('PUT', `${path}/records/${id}`, { id, title });
      while ((await found(title)) !== title) await pause(pollMs);
      return performance.now() - start;
    },
  };
}
