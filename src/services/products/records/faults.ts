import { type ProductErrorCode } from '../../../domain/products/errors';
import { fieldsPerIndexMax, listedRecordErrorsMax } from '../../../domain/products/limits';
import { type RecordFault } from '../../../domain/products/record-fault';
import { type IdSuggestion } from '../../../product-search';
import { Refusal } from '../../../domain/platform/refusal';

/** Message for records whose fields exceed the remaining room of the index, because of concurrent writes. */
export const tooManyFieldsText = `with the records that wait for a build the index has more than ${fieldsPerIndexMax} fields`;

/** Wrong records of a request: all are counted, the first ones listed. */
export interface RecordFaults {
  readonly listed: readonly RecordFault[];
  readonly count: number;
  add(fault: RecordFault): void;
}

export function createRecordFaults(): RecordFaults {
  const listed: RecordFault[] = [];
  let count = 0;
  return {
    listed,
    get count() {
      return count;
    },
    add(fault) {
      count++;
      if (listed.length < listedRecordErrorsMax) listed.push(fault);
    },
  };
}

/**
 * Refusal of a request because of its wrong records. Colliding ids are a conflict where nothing else is
 * wrong.
 *
 * @param suggestion advice about the field of the ids, where every record lacks one
 */
export function recordsRefused(
  { listed, count }: RecordFaults,
  suggestion: IdSuggestion | null = null,
): Refusal<ProductErrorCode> {
  const onlyDuplicates = count > 0 && listed.every(({ code }) => code === 'DUPLICATE_ID');
  return new Refusal<ProductErrorCode>(onlyDuplicates ? 'ID_CONFLICT' : 'RECORDS_REFUSED', {
    details: {
      details: listed,
      ...(suggestion === null ? {} : { id_suggestion: presentSuggestion(suggestion) }),
    },
  });
}

/** Refusal of records that together have more fields than the index has room for. */
export function recordsTooWide(): Refusal<ProductErrorCode> {
  const faults = createRecordFaults();
  const place = { line: null, index: null, id: null, field: null };
  faults.add({ ...place, code: 'TOO_MANY_FIELDS', message: tooManyFieldsText });
  return recordsRefused(faults);
}

/** Refusal of an upload whose records have no field that could contain their ids. */
export function noIdField(suggestion: IdSuggestion): Refusal<ProductErrorCode> {
  const presented = presentSuggestion(suggestion);
  return new Refusal<ProductErrorCode>('RECORDS_REFUSED', {
    message: presented.message,
    details: {
      details: [{ path: 'body', code: 'MISSING_ID', message: presented.message }],
      id_suggestion: presented,
    },
  });
}

function presentSuggestion({ pick, candidates, near }: IdSuggestion) {
  return { message: adviceOf(pick), pick, id_candidates: candidates, near };
}

function adviceOf(pick: string | null): string {
  return pick === null
    ? 'No field holds an id in every record; give each record an id, and name its field as id_field of the index.'
    : `Every record has a value of its own in \`${pick}\`; make it the id_field of the index.`;
}

/** Fault of a record whose id belongs to a record that the sender may not replace. */
export function takenId(id: string): Omit<RecordFault, 'line' | 'index'> {
  return {
    id,
    code: 'ID_CONFLICT',
    field: null,
    message: 'the id is taken; send the record under another one',
  };
}

/** Refusal of one record. @param path place in the request, such as `body.price` */
export function wrongRecord(code: string, path: string, message: string): Refusal<ProductErrorCode> {
  return new Refusal<ProductErrorCode>('VALIDATION_ERROR', {
    details: { details: [{ path, code, message }] },
  });
}
