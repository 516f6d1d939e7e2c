import { openAsBlob } from 'node:fs';
import { basename } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { type IndexJobResource } from '../../api/documents/schemas/index-jobs';
import { type QueryAnswerBody } from '../../api/documents/schemas/queries';
import { FINAL_INDEX_STATES } from '../../src/domain/documents/index-job';
import { EmbeddedFailure } from '../failure';
import { type ApiAccess, callApi } from './api-client';

const collection = 'examples';
const pollEveryMs = 300;

/** Indexes files into the collection `examples`, with their kind as metadata. */
export async function indexFiles(
  access: ApiAccess,
  files: readonly { path: string; kind: string }[],
): Promise<void> {
  await callApi(access, `/v2/collections/${collection}`, { method: 'PUT' });
  const jobs = [];
  for (const { path, kind } of files) {
    const form = new FormData();
    form.set('files', await openAsBlob(path), basename(path));
    form.set('custom_metadata', JSON.stringify({ kind }));
    const { job_id } = await callApi<{ job_id: string }>(access, `/v2/collections/${collection}/index/file`, {
      form,
    });
    jobs.push(job_id);
  }
  for (const job of jobs) await finished(access, job);
}

async function finished(access: ApiAccess, jobId: string): Promise<void> {
  for (;;) {
    const job = await callApi<IndexJobResource>(access, `/v2/jobs/${jobId}`);
    if (job.status === 'completed') return;
    if (FINAL_INDEX_STATES.some((state) => state === job.status))
      throw new EmbeddedFailure(`The indexing job ended ${job.status}: ${job.files[0]?.error_message ?? ''}`);
    await delay(pollEveryMs, undefined, { signal: access.signal });
  }
}

/** Asks the collection `examples`. */
export function query(access: ApiAccess, json: Record<string, unknown>): Promise<QueryAnswerBody> {
  return callApi(access, `/v3/collections/${collection}/query`, { json });
}
