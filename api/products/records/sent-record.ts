import { type ProductErrorCode } from '../../../src/domain/products/errors';
import { recordBytesMax } from '../../../src/domain/products/limits';
import { type EntryOp } from '../../../src/domain/products/record-log';
import {
  createFieldCount,
  createTypeCheck,
  idFault,
  type OwnRecords,
  type ParsedRecord,
  readRecord,
  readRecordId,
} from '../../../src/product-search';
import { type KnownFields } from '../../../src/stores/products/field-claims';
import { type ProductIndexRow, settingsOf } from '../../../src/stores/products/product-indexes';
import { type ApiContext } from '../../http/context';
import { Refusal } from '../../../src/domain/platform/refusal';
import { type ReceivedBody } from '../../http/route';
import { foreignRecord } from '../../../src/services/products/records/own-records';
import { tooManyFieldsText } from '../../../src/services/products/records/faults';
import { readRequest } from './request-bytes';

/** A record as the body of a request. */
export interface SentRecord {
  record: ParsedRecord;
}

/** Blanks around a record that a body may have. */
const blanksMax = 1_024;

/** Reads the record that a body is. @throws Refusal `VALIDATION_ERROR`, and those of `readRequest` */
export async function receiveRecord(ctx: ApiContext): Promise<ReceivedBody<SentRecord>> {
  const { bytes, sha256 } = await readRequest(ctx, recordBytesMax + blanksMax);
  const read = readRecord(bytes);
  if ('refused' in read) throw wrongRecord(read.refused.code, 'body', read.refused.message);
  return { body: { record: read.record }, fingerprint: { sha256 }, discard: () => Promise.resolve() };
}

/** Checks the id in a path. @throws Refusal `VALIDATION_ERROR` */
export function checkId(id: string): void {
  const message = idFault(id);
  if (message !== null) throw wrongRecord('BAD_ID', 'path.id', message);
}

/** A record, or the members of a patch, and the records that its sender may write. */
interface SentChange {
  op: EntryOp;
  own: OwnRecords | null;
  sent: SentRecord;
  /** Fields that the index has, by `pathKey`. */
  known: KnownFields;
}

/**
 * Checks a record, or the members of a patch, that is sent under an id.
 *
 * @throws Refusal `VALIDATION_ERROR` for another id in the record, too many fields, and by strict types; `ACCESS_DENIED` for
 *   a record of a tenant that is not the sender's
 * @returns fields of the record, by `pathKey`
 */
export function checkRecord(
  index: ProductIndexRow,
  id: string,
  { op, own, sent, known }: SentChange,
): ReadonlySet<string> {
  const { record } = sent;
  const foreign = foreignRecord(own, op, record.value);
  if (foreign !== null) {
    const message = `\`${foreign.field}\` ${foreign.message}.`;
    throw new Refusal<ProductErrorCode>('ACCESS_DENIED', { message });
  }
  const { idField } = index;
  if (idField !== null && Object.hasOwn(record.value, idField)) {
    const read = readRecordId(record, idField);
    if ('refused' in read || read.id !== id)
      throw wrongRecord('BAD_ID', `body.${idField}`, 'is not the id in the path');
  }
  const fieldCount = createFieldCount(settingsOf(index), known);
  const wide = fieldCount.add(record.value);
  if (wide !== null) throw wrongRecord('TOO_MANY_FIELDS', 'body', wide);
  const bad = createTypeCheck(settingsOf(index))(record.value);
  if (bad !== null) throw wrongRecord('BAD_VALUE', `body.${bad.field}`, bad.message);
  return fieldCount.paths;
}

/** The refusal of a record with fields that the index has no room for, since others came meanwhile. */
export function tooManyFields(): Refusal<ProductErrorCode> {
  return wrongRecord('TOO_MANY_FIELDS', 'body', tooManyFieldsText);
}

function wrongRecord(code: string, path: string, message: string): Refusal<ProductErrorCode> {
  return new Refusal<ProductErrorCode>('VALIDATION_ERROR', {
    details: { details: [{ path, code, message }] },
  });
}
