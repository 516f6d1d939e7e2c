import { type Logger } from 'pino';
import { type Caller } from '../../../domain/platform/caller';
import { Refusal } from '../../../domain/platform/refusal';
import { type ProductErrorCode } from '../../../domain/products/errors';
import { keepsServedFields } from '../../../domain/products/field-claims';
import { type EntryOp } from '../../../domain/products/record-log';
import {
  createFieldCount,
  createTypeCheck,
  idFault,
  type OwnRecords,
  type ParsedRecord,
  readRecordId,
} from '../../../product-search';
import { type KnownFields, type WrittenFields } from '../../../stores/products/field-claims';
import { type ProductIndexRow, settingsOf } from '../../../stores/products/product-index-row';
import { type ServiceDeps } from '../../deps';
import { findIndex } from '../indexes/find';
import { tooManyFieldsText, wrongRecord } from './faults';
import { foreignRecord, ownershipTest, ownRecordsOf } from './own-records';
import { writeLive } from './write';

export interface RecordChangeRequest {
  /** Name of the index. */
  index: string;
  id: string;
  op: EntryOp;
  /** Record, or the members of a patch; null for a deletion. */
  record: ParsedRecord | null;
  reservedId: string | null;
  log: Logger;
}

/** Change that is stored. */
export interface KeptChange {
  indexId: string;
  seq: number;
  jobId: string;
}

interface ChangeDeps extends Pick<ServiceDeps, 'jobs' | 'stores'> {
  /** Reads the fields of the served build. */
  served: WrittenFields['served'];
}

/**
 * Writes, changes or deletes a record.
 *
 * @throws Refusal `INDEX_NOT_FOUND`, `ALIAS_NOT_INDEX`, `ACCESS_DENIED`, `VALIDATION_ERROR`,
 * `RECORD_NOT_FOUND`; `ID_CONFLICT` for a new record whose id a record of another tenant has
 */
export async function changeRecord(
  { served, ...deps }: ChangeDeps,
  caller: Caller,
  { index: name, id, op, record, reservedId, log }: RecordChangeRequest,
): Promise<KeptChange> {
  const index = await findIndex(deps, caller, name);
  checkId(id);
  const own = ownRecordsOf(caller, index);
  const known = keepsServedFields(index) ? await served(index) : new Set<string>();
  const paths = record === null ? undefined : checkRecord(index, id, { op, own, record, known });
  const changes = [{ recordId: id, op, text: record === null ? '' : record.text }];
  const fields = paths && { fields: { paths, served } };
  const write = { changes, allOrNothing: true, reservedId, owns: ownershipTest(own), ...fields };
  const outcome = await writeLive(deps, index, write, log);
  if (outcome.outcome === 'not_found')
    throw new Refusal<ProductErrorCode>(op === 'put' ? 'ID_CONFLICT' : 'RECORD_NOT_FOUND');
  // Concurrent writes have used up the remaining fields.
  if (outcome.outcome === 'too_many_fields') throw wrongRecord('TOO_MANY_FIELDS', 'body', tooManyFieldsText);
  return { indexId: index._id, seq: outcome.seqs[0]!, jobId: outcome.jobId };
}

function checkId(id: string): void {
  const message = idFault(id);
  if (message !== null) throw wrongRecord('BAD_ID', 'path.id', message);
}

/** Record, or the members of a patch, with the records that its sender may write. */
interface SentChange {
  op: EntryOp;
  own: OwnRecords | null;
  record: ParsedRecord;
  /** Fields of the index, by `pathKey`. */
  known: KnownFields;
}

/**
 * Checks a record, or the members of a patch, that is sent under an id.
 *
 * @throws Refusal `VALIDATION_ERROR` for another id in the record, too many fields, and by strict types;
 * `ACCESS_DENIED` for a record of a tenant other than the sender's
 * @returns fields of the record, by `pathKey`
 */
function checkRecord(
  index: ProductIndexRow,
  id: string,
  { op, own, record, known }: SentChange,
): ReadonlySet<string> {
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
