import { type DocumentErrorCode } from '../../../src/domain/documents/errors';
import { documentsError } from '../family';
import { refusalOf } from '../../http/family';
import { type AnyRefusal, isRefusal, Refusal } from '../../../src/domain/platform/refusal';
import { DocumentWriteError } from '../../../src/stores/documents/document-writes';
import { type ItemError } from './metadata-schema';

/** Result of one item of a batch, as the answer shows it. */
export interface ItemVerdict {
  status: 'succeeded' | 'failed' | 'unknown';
  status_code: number;
  error: ItemError | null;
}

/** Verdict of one item, with the outcome of its write; `outcome` is null when the item was not written. */
export interface ItemResult<O> {
  verdict: ItemVerdict;
  outcome: O | null;
}

/** The steps of a batch of writes: check, write, status. */
export interface BatchSteps<I, W, O> {
  /** Checks one item. @throws Refusal for an item that must not be written */
  prepare: (item: I) => W;
  /**
   * Writes the checked items independently of each other; an `Error` for an item whose outcome is not known.
   */
  write: (ready: W[]) => Promise<(O | Error)[]>;
  /**
   * HTTP status of a written item.
   *
   * @throws Refusal when the write found that the item must be refused
   */
  statusOf: (outcome: O, ready: W) => number;
}

/**
 * Writes items independently of each other and returns their results in the same
 * order. Nothing is rolled back.
 */
export async function runBatch<I, W, O>(
  items: readonly I[],
  { prepare, write, statusOf }: BatchSteps<I, W, O>,
): Promise<ItemResult<O>[]> {
  const prepared = items.map((item) => orRefusal(() => prepare(item)));
  const ready = prepared.filter((one) => !isRefusal(one)) as W[];
  const outcomes = ready.length === 0 ? [] : await write(ready);
  let next = 0;
  return prepared.map((one) => {
    if (isRefusal(one)) return { verdict: failed(one), outcome: null };
    const outcome = outcomes[next++]!;
    if (outcome instanceof Error) return { verdict: broken(outcome), outcome: null };
    const status = orRefusal(() => statusOf(outcome, one));
    if (isRefusal(status)) return { verdict: failed(status), outcome: null };
    return { verdict: { status: 'succeeded', status_code: status, error: null }, outcome };
  });
}

/** The refusal for a failed write that has certainly written nothing; null when that is not certain. */
export function asRefusal(error: unknown): AnyRefusal | null {
  const gone = error instanceof DocumentWriteError && error.code === 'collection_gone';
  return gone ? new Refusal<DocumentErrorCode>('collection_not_found', { cause: error }) : null;
}

/** Number of items per status. */
export function countVerdicts(results: readonly { verdict: ItemVerdict }[]) {
  const count = (status: ItemVerdict['status']) =>
    results.filter(({ verdict }) => verdict.status === status).length;
  return { succeeded: count('succeeded'), failed: count('failed'), unknown: count('unknown') };
}

function failed(error: AnyRefusal): ItemVerdict {
  const { code, message, status, details } = refusalOf(documentsError, error);
  return {
    status: 'failed',
    status_code: status,
    error: { error: code as ItemError['error'], message, details: Array.isArray(details) ? null : details },
  };
}

function broken(error: Error): ItemVerdict {
  const refusal = asRefusal(error);
  return refusal === null
    ? { ...failed(new Refusal<DocumentErrorCode>('outcome_unknown')), status: 'unknown' }
    : failed(refusal);
}

function orRefusal<T>(work: () => T): T | AnyRefusal {
  try {
    return work();
  } catch (error) {
    if (isRefusal(error)) return error;
    throw error;
  }
}
