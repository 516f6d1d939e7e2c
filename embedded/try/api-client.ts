import { openAsBlob } from 'node:fs';
import path from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { type z } from 'zod';
import type {
  acceptedParseJob,
  ParseJobResource,
  SpreadsheetChunkResource,
} from '../../api/documents/parse-jobs/schema';
import { isFinalParseState } from '../../src/domain/documents/parse-job';
import { withJoinedSignal } from '../../src/joined-signal';
import { EmbeddedFailure } from '../failure';

const pollEveryMs = 200;
const answerTimeoutMs = 30_000;
const uploadTimeoutMs = 600_000;

/** Address of the API, and the key to use it with. */
export interface ApiAccess {
  apiUrl: string;
  devApiKey: string;
  /** Ends requests and waiting with its reason. */
  signal: AbortSignal;
}

/** Uploads a file and answers its `file_id`. */
export async function upload(access: ApiAccess, file: string): Promise<string> {
  const form = new FormData();
  form.set('file', await openAsBlob(file), path.basename(file));
  const uploaded = await call<{ file_id: string }>(
    access,
    '/v3/parse/uploads',
    { body: form },
    uploadTimeoutMs,
  );
  return uploaded.file_id;
}

/** Starts the job with facts, figures, tags and summaries, and answers its path. */
export async function startJob(access: ApiAccess, fileId: string): Promise<z.infer<typeof acceptedParseJob>> {
  const body = JSON.stringify({
    input: fileId,
    include_verified_facts: true,
    include_images: true,
    include_tags_summary: true,
  });
  const headers = { 'content-type': 'application/json' };
  return call(access, '/v3/parse/spreadsheets', { body, headers });
}

/** Follows the job until its final state, handing each state that it sees to `onProgress`. */
export async function followJob(
  access: ApiAccess,
  statusUrl: string,
  onProgress: (job: ParseJobResource) => void,
): Promise<ParseJobResource> {
  for (;;) {
    const job = await call<ParseJobResource>(access, statusUrl);
    onProgress(job);
    if (isFinalParseState(job.status)) return job;
    await delay(pollEveryMs, undefined, { signal: access.signal });
  }
}

/** The first chunks of a completed job of a spreadsheet, at most `limit`. */
export async function firstChunks(
  access: ApiAccess,
  statusUrl: string,
  limit: number,
): Promise<{ chunks: SpreadsheetChunkResource[] }> {
  return call(access, `${statusUrl}/chunks?limit=${limit}`);
}

/** A request with JSON or a form in, and JSON out; POST when it has a body and names no method. */
export function callApi<T>(
  access: ApiAccess,
  route: string,
  { method, json, form }: { method?: string; json?: unknown; form?: FormData } = {},
): Promise<T> {
  const body = json === undefined ? form : JSON.stringify(json);
  return call(access, route, {
    ...(method !== undefined && { method }),
    ...(body !== undefined && { body }),
    ...(json !== undefined && { headers: { 'content-type': 'application/json' } }),
  });
}

/** Sends a request; POST when it has a body. */
async function call<T>(
  { apiUrl, devApiKey, signal }: ApiAccess,
  route: string,
  request: { method?: string; body?: string | FormData; headers?: Record<string, string> } = {},
  timeoutMs = answerTimeoutMs,
): Promise<T> {
  const { ok, status, text } = await withJoinedSignal({ signals: [signal], timeoutMs }, async (limited) => {
    const response = await fetch(`${apiUrl}${route}`, {
      method: request.body === undefined ? 'GET' : 'POST',
      ...request,
      headers: { ...request.headers, authorization: `Bearer ${devApiKey}` },
      signal: limited.signal,
    });
    return { ok: response.ok, status: response.status, text: await response.text() };
  });
  if (!ok) throw new EmbeddedFailure(`${route} answered ${status}: ${sentenceOf(text)}`);
  return JSON.parse(text) as T;
}

/** The message of an error body of either shape, else the body itself. */
function sentenceOf(body: string): string {
  try {
    const { message, detail } = JSON.parse(body) as { message?: string; detail?: { msg: string }[] };
    return message ?? detail?.map((item) => item.msg).join('; ') ?? body;
  } catch {
    return body;
  }
}
