import type { Sheaf } from './create-sheaf.js';
import type { components } from './openapi.js';
import { randomKey } from './random-key.js';
import { recordBatches } from './record-batches.js';
import { SheafError } from './sheaf-error.js';

type Upload = components['schemas']['RecordUpload'];

export interface RecordUploadOptions {
  /** `replace_all` puts the records in the place of all that the index has, at the next build. Default `upsert`. */
  mode?: 'upsert' | 'replace_all';
  /** `skip` writes the records of a batch that are right, `abort` none of a batch with a wrong one. Default `abort`. */
  onError?: 'abort' | 'skip';
  /** Starts a build once all is there. Default false. */
  build?: boolean;
  /** Compresses what is sent. Default true. */
  gzip?: boolean;
  /** Records of one request. Default and most 50,000; a request has at most 48 MiB too. */
  batchSize?: number;
  /** Called after each batch. */
  onProgress?: (progress: { received: number; rejected: number; batches: number }) => void;
  signal?: AbortSignal;
}

/** All batches together. */
export interface UploadedRecords {
  received: number;
  staged: number;
  /** Records, staged or served, that those of the upload have taken the place of. */
  replaced: number;
  rejected: number;
  idField: string | null;
  /** Records that wait for the next build, each once. */
  stagedTotal: number;
  /** The first 100 of each batch; `line` counts all that was given, blank lines too, from 1. */
  errors: Upload['errors'];
  warnings: Upload['warnings'];
  /** The build, where one was asked for. */
  job: components['schemas']['ProductJob'] | null;
  batches: number;
}

/**
 * Uploads records as NDJSON, in as many batches as they need, while they are read. Each batch counts as a whole,
 * and is sent again with the same `Idempotency-Key` when its connection fails. With `replace_all` the first batch
 * replaces and the others add to it: what ends in between leaves the batches before.
 *
 * @param records objects, or lines of NDJSON
 * @throws SheafError for a refusal: of an index without records, of a wrong record. `line` of its issues
 *   counts as that of `errors` does; a refusal of a later batch leaves the batches before
 */
export async function uploadRecords(
  sheaf: Sheaf,
  index: string,
  records: Iterable<object | string> | AsyncIterable<object | string>,
  options: RecordUploadOptions = {},
): Promise<UploadedRecords> {
  const { mode = 'upsert', build = false, gzip = true, batchSize = 50_000, onProgress, signal } = options;
  const all: UploadedRecords = {
    received: 0,
    staged: 0,
    replaced: 0,
    rejected: 0,
    idField: null,
    stagedTotal: 0,
    errors: [],
    warnings: [],
    job: null,
    batches: 0,
  };
  for await (const { text, places, isLast } of recordBatches(records, batchSize)) {
    signal?.throwIfAborted();
    const query = new URLSearchParams({
      mode: all.batches === 0 ? mode : 'upsert',
      on_error: options.onError ?? 'abort',
      build: String(build && isLast),
    });
    const body = await bytesOf(text, gzip);
    const path = `/v1/indexes/${encodeURIComponent(index)}/records?${query}`;
    const sent = sheaf.send(path, {
      method: 'POST',
      headers: {
        'Content-Type': 'application/x-ndjson',
        'Idempotency-Key': randomKey(),
        ...(gzip && { 'Content-Encoding': 'gzip' }),
      },
      body: () => body,
      signal,
    });
    const response = await sent.catch((error: unknown) => {
      throw error instanceof SheafError ? amongAll(error, places) : error;
    });
    add(all, (await response.json()) as Upload, places);
    onProgress?.({ received: all.received, rejected: all.rejected, batches: all.batches });
  }
  return all;
}

function add(all: UploadedRecords, upload: Upload, places: readonly number[]): void {
  const before = all.received;
  all.received += upload.received;
  all.staged += upload.staged;
  all.replaced += upload.replaced;
  all.rejected += upload.rejected;
  all.idField = upload.id_field;
  all.stagedTotal = upload.staged_total;
  all.errors.push(
    ...upload.errors.map(({ index, line, ...error }) => ({
      ...error,
      index: index === null ? null : index + before,
      line: line === null ? null : lineAmongAll(line, places),
    })),
  );
  all.warnings.push(...upload.warnings);
  all.job = upload.job;
  all.batches += 1;
}

const lineAmongAll = (line: number, places: readonly number[]): number => places[line - 1] ?? line;

/** A refusal of a batch, whose issues name their lines among all. */
function amongAll(refusal: SheafError, places: readonly number[]): SheafError {
  const issues = refusal.issues.map((issue) => {
    const { line } = issue.raw;
    if (typeof line !== 'number') return issue;
    return { ...issue, raw: { ...issue.raw, line: lineAmongAll(line, places) } };
  });
  const { message, status, code, requestId, details, body, retryAfterSeconds } = refusal;
  return new SheafError({ message, status, code, requestId, details, issues, body, retryAfterSeconds });
}

async function bytesOf(text: string, gzip: boolean): Promise<Blob> {
  const plain = new Blob([text]);
  if (!gzip) return plain;
  return new Response(plain.stream().pipeThrough(new CompressionStream('gzip'))).blob();
}
