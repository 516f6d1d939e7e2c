import type { Sheaf } from './create-sheaf.js';
import type { components } from './openapi.js';
import { randomKey } from './random-key.js';
import { recordBatches } from './record-batches.js';
import { SheafError } from './sheaf-error.js';

type Upload = components['schemas']['RecordUpload'];

export interface RecordUploadOptions {
  /** `replace_all` replaces all records of the index at the next build. Default `upsert`. */
  mode?: 'upsert' | 'replace_all';
  /**
   * `skip` writes the valid records of a batch, `abort` writes none of a batch with an invalid one. Default
   * `abort`.
   */
  onError?: 'abort' | 'skip';
  /** Whether a build starts after the last batch. Default false. */
  build?: boolean;
  /** Whether requests are compressed. Default true. */
  gzip?: boolean;
  /** Records per request. Default and maximum 50,000; a request is limited to 48 MiB too. */
  batchSize?: number;
  /** Called after each batch. */
  onProgress?: (progress: { received: number; rejected: number; batches: number }) => void;
  signal?: AbortSignal;
}

/** Totals of all batches. */
export interface UploadedRecords {
  received: number;
  staged: number;
  /** Staged or served records that the upload replaces. */
  replaced: number;
  rejected: number;
  idField: string | null;
  /** Distinct records that wait for the next build. */
  stagedTotal: number;
  /** The first 100 of each batch; `line` counts the whole input from 1, blank lines included. */
  errors: Upload['errors'];
  warnings: Upload['warnings'];
  /** The build, when one was requested. */
  job: components['schemas']['ProductJob'] | null;
  batches: number;
}

/**
 * Uploads records as NDJSON, in as many batches as they need, while they are read. Each batch is atomic, and
 * is repeated with the same `Idempotency-Key` when its connection fails. With `replace_all` the first batch
 * replaces and the others add to it: a failure in between leaves the earlier batches.
 *
 * @param records objects, or lines of NDJSON
 * @throws SheafError for a refusal, such as an invalid record. `line` of its issues counts as in `errors`. A
 * refusal of a later batch leaves the earlier batches
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

/** A refusal of a batch with the lines of its issues counted in the whole input. */
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
