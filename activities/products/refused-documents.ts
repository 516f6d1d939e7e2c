import { type JobWarning } from '../../src/domain/products/product-job';
import { type RefusedDocument } from '../../src/stores/products/physical-index';

/** A warning for each record that the search engine refuses, whose retry would not help. */
export function refusalWarnings(refused: readonly RefusedDocument[]): JobWarning[] {
  return refused.map(({ id, reason }) => ({
    code: 'RECORD_NOT_SEARCHABLE',
    message: `${id}: the search engine refuses the record (${reason}). It is kept, but not found.`,
  }));
}
