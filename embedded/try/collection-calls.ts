import { openAsBlob } from 'node:fs';
import { basename } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { type IndexJobResource } from '../../api/documents/index-jobs/schema';
import { type QueryAnswerBody } from '../../api/documents/queries/schema';
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
  const jobs = [];
  for (const { path, kind } of files)
    jobs.push(await startJob(access, path, { custom_metadata: JSON.stringify({ kind }) }));
  for (const job of jobs) await finished(access, job);
}

/** Indexes a file into the collection `examples`, with these options as fields of the form. */
export async function indexFile(
  access: ApiAccess,
  path: string,
  options: Readonly<Record<string, string>>,
): Promise<IndexJobResource> {
  return finished(access, await startJob(access, path, options));
}

async function startJob(
  access: ApiAccess,
  path: string,
  options: Readonly<Record<string, string>>,
): Promise<string> {
  await callApi(access, `/v2/collections/${collection}`, { method: 'PUT' });
  const form = new FormData();
  form.set('files', await openAsBlob(path), basename(path));
  for (const [name, value] of Object.entries(options)) form.set(name, value);
  const route = `/v2/collections/${collection}/index/file`;
  return (await callApi<{ job_id: string }>(access, route, { form })).job_id;
}

async function finished(access: ApiAccess, jobId: string): Promise<IndexJobResource> {
  for (;;) {
    const job = await callApi<IndexJobResource>(access, `/v2/jobs/${jobId}`);
    if (job.status === 'completed') return job;
    if (FINAL_INDEX_STATES.some((state) => state === job.status))
      throw new EmbeddedFailure(`The indexing job ended ${job.status}: ${job.files[0]?.error_message ?? ''}`);
    await delay(pollEveryMs, undefined, { signal: access.signal });
  }
}

/** Text of the first chunk of a document. */
export async function firstText(access: ApiAccess, documentId: string): Promise<string> {
  const chunk = `/v3/collections/${collection}/chunks/${encodeURIComponent(`${documentId}:0`)}`;
  return (await callApi<{ text: string }>(access, chunk)).text;
}

/** Asks the collection `examples`. */
export function query(access: ApiAccess, json: Record<string, unknown>): Promise<QueryAnswerBody> {
  return callApi(access, `/v3/collections/${collection}/query`, { json });
}
