import { type DocumentErrorCode } from '../../../domain/documents/errors';
import { type AnyRefusal, isRefusal, Refusal } from '../../../domain/platform/refusal';
import { DocumentWriteError } from '../../../stores/documents/document-writes';

/** Outcome of one item of a batch of writes; `unknown` after a fault of the stores. */
export type ItemResult<R> =
  | { state: 'succeeded'; written: R }
  | { state: 'failed'; refusal: AnyRefusal }
  | { state: 'unknown' };

export interface BatchSteps<I, W, O, R> {
  /** Checks one item. @throws Refusal for an item that must not be written */
  prepare: (item: I) => W;
  /**
   * Writes the checked items independently of each other; returns an `Error` for an item whose outcome is
   * unknown.
   */
  write: (ready: W[]) => Promise<(O | Error)[]>;
  /** Returns the result of a written item. @throws Refusal for an item that the write rejected */
  requireWritten: (outcome: O, ready: W) => R;
}

/**
 * Writes items independently of each other; the results have the order of the items. A failure does not undo
 * the other writes.
 */
export async function writeBatch<I, W, O, R>(
  items: readonly I[],
  { prepare, write, requireWritten }: BatchSteps<I, W, O, R>,
): Promise<ItemResult<R>[]> {
  const prepared = items.map((item) => orRefusal(() => prepare(item)));
  const ready = prepared.filter((one) => !isRefusal(one)) as W[];
  const outcomes = ready.length === 0 ? [] : await write(ready);
  let next = 0;
  return prepared.map((one) => {
    if (isRefusal(one)) return { state: 'failed', refusal: one };
    const outcome = outcomes[next++]!;
    if (outcome instanceof Error) return brokenItem(outcome);
    const written = orRefusal(() => requireWritten(outcome, one));
    return isRefusal(written) ? { state: 'failed', refusal: written } : { state: 'succeeded', written };
  });
}

/** Returns the refusal for a failed write that certainly wrote nothing; null where that is uncertain. */
export function asRefusal(error: unknown): AnyRefusal | null {
  const gone = error instanceof DocumentWriteError && error.code === 'collection_gone';
  return gone ? new Refusal<DocumentErrorCode>('collection_not_found', { cause: error }) : null;
}

function brokenItem(error: Error): ItemResult<never> {
  const refusal = asRefusal(error);
  return refusal === null ? { state: 'unknown' } : { state: 'failed', refusal };
}

function orRefusal<T>(work: () => T): T | AnyRefusal {
  try {
    return work();
  } catch (error) {
    if (isRefusal(error)) return error;
    throw error;
  }
}
