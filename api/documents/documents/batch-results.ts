import { type DocumentErrorCode } from '../../../src/domain/documents/errors';
import { type AnyRefusal, Refusal } from '../../../src/domain/platform/refusal';
import { type ItemResult } from '../../../src/services/documents/documents/write-batch';
import { refusalOf } from '../../http/family';
import { documentsError } from '../family';
import { type ItemError } from './metadata-schema';

/** Result of one item of a batch, as the answer shows it. */
export interface ItemVerdict {
  status: 'succeeded' | 'failed' | 'unknown';
  status_code: number;
  error: ItemError | null;
}

/** @param statusOf HTTP status of a written item */
export function presentItem<R>(
  result: ItemResult<R>,
  statusOf: (written: R) => number = () => 200,
): ItemVerdict {
  switch (result.state) {
    case 'succeeded':
      return { status: 'succeeded', status_code: statusOf(result.written), error: null };
    case 'failed':
      return failed(result.refusal);
    case 'unknown':
      return { ...failed(new Refusal<DocumentErrorCode>('outcome_unknown')), status: 'unknown' };
  }
}

/** Number of items per status. */
export function countItems(results: readonly ItemResult<unknown>[]) {
  const count = (state: ItemVerdict['status']) => results.filter((result) => result.state === state).length;
  return { succeeded: count('succeeded'), failed: count('failed'), unknown: count('unknown') };
}

function failed(refusal: AnyRefusal): ItemVerdict {
  const { code, message, status, details } = refusalOf(documentsError, refusal);
  return {
    status: 'failed',
    status_code: status,
    error: { error: code as ItemError['error'], message, details: Array.isArray(details) ? null : details },
  };
}
