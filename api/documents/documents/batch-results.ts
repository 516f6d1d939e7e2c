import { type DocumentErrorCode } from '../../../src/domain/documents/errors';
import { documentsError } from '../family';
import { refusalOf } from '../../http/family';
import { type AnyRequestError, isRequestError, RequestError } from '../../http/request-error';
import { DocumentWriteError } from '../../../src/stores/documents/document-writes';
import { type ItemError } from '../schemas/metadata';

/** What became of one item of a batch. */
export interface ItemVerdict {
  status: 'succeeded' | 'failed' | 'unknown';
  status_code: number;
  error: ItemError | null;
}

/** One item's verdict and, where it was written, what the write came to. */
export interface ItemResult<O> {
  verdict: ItemVerdict;
  outcome: O | null;
}

/** How the items of a batch are written. */
export interface BatchSteps<I, W, O> {
  /** Checks one item. @throws RequestError why it is not written */
  prepare: (item: I) => W;
  /** Writes the items that passed, each for itself; an `Error` where it is not known what came of one. */
  write: (ready: W[]) => Promise<(O | Error)[]>;
  /** Status of an item that was written. @throws RequestError why it was not, after all */
  statusOf: (outcome: O, ready: W) => number;
}

/** Writes items independently of each other and answers in their order; nothing is rolled back. */
export async function runBatch<I, W, O>(
  items: readonly I[],
  { prepare, write, statusOf }: BatchSteps<I, W, O>,
): Promise<ItemResult<O>[]> {
  const prepared = items.map((item) => orRefusal(() => prepare(item)));
  const ready = prepared.filter((one) => !isRequestError(one)) as W[];
  const outcomes = ready.length === 0 ? [] : await write(ready);
  let next = 0;
  return prepared.map((one) => {
    if (isRequestError(one)) return { verdict: failed(one), outcome: null };
    const outcome = outcomes[next++]!;
    if (outcome instanceof Error) return { verdict: broken(outcome), outcome: null };
    const status = orRefusal(() => statusOf(outcome, one));
    if (isRequestError(status)) return { verdict: failed(status), outcome: null };
    return { verdict: { status: 'succeeded', status_code: status, error: null }, outcome };
  });
}

/** What a write that broke off is answered with where nothing was written; null where that is not known. */
export function asRefusal(error: unknown): AnyRequestError | null {
  const gone = error instanceof DocumentWriteError && error.code === 'collection_gone';
  return gone ? new RequestError<DocumentErrorCode>('collection_not_found', { cause: error }) : null;
}

/** How many items ended in each way. */
export function countVerdicts(results: readonly { verdict: ItemVerdict }[]) {
  const count = (status: ItemVerdict['status']) =>
    results.filter(({ verdict }) => verdict.status === status).length;
  return { succeeded: count('succeeded'), failed: count('failed'), unknown: count('unknown') };
}

function failed(error: AnyRequestError): ItemVerdict {
  const { code, message, status, details } = refusalOf(documentsError, error);
  return {
    status: 'failed',
    status_code: status,
    error: { error: code, message, details: Array.isArray(details) ? null : details },
  };
}

function broken(error: Error): ItemVerdict {
  const refusal = asRefusal(error);
  return refusal === null
    ? { ...failed(new RequestError<DocumentErrorCode>('outcome_unknown')), status: 'unknown' }
    : failed(refusal);
}

function orRefusal<T>(work: () => T): T | AnyRequestError {
  try {
    return work();
  } catch (error) {
    if (isRequestError(error)) return error;
    throw error;
  }
}
