import { fieldsPerIndexMax } from '../../domain/products/limits';
import { type RecordSummary } from './record-summary';

/** The records of an index have more fields than an index may have. */
export class TooManyFields extends Error {
  constructor() {
    super(`The records have more than ${fieldsPerIndexMax} different fields.`);
    this.name = 'TooManyFields';
  }
}

/**
 * Counts a new field of a summary.
 *
 * @throws TooManyFields
 */
export function countField(summary: RecordSummary): void {
  summary.fieldCount += 1;
  if (summary.fieldCount > fieldsPerIndexMax) throw new TooManyFields();
}
