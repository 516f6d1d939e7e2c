import { type Logger } from 'pino';
import { type ProductErrorCode } from '../../../domain/products/errors';
import { type RecordFault } from '../../../domain/products/record-fault';
import {
  createFieldCount,
  createTypeCheck,
  type FieldCount,
  idFault,
  type OwnRecords,
  readRecord,
  readRecordId,
} from '../../../product-search';
import { type KnownFields, type WrittenFields } from '../../../stores/products/field-claims';
import { type ProductIndexRow, settingsOf } from '../../../stores/products/product-index-row';
import { type RecordChange } from '../../../stores/products/record-entries';
import { type ServiceDeps } from '../../deps';
import { createRecordFaults, recordsRefused, recordsTooWide, takenId } from './faults';
import { foreignRecord, ownershipTest } from './own-records';
import { writeLive } from './write';

/** Operation as sent, with the text of its record. */
export interface BatchOperation {
  op: 'upsert' | 'patch' | 'delete';
  id?: string | undefined;
  recordText: string | null;
}

/** Batch that is stored. */
export interface WrittenBatch {
  seqFrom: number;
  seqTo: number;
  accepted: number;
  errors: readonly RecordFault[];
  jobId: string;
}

/**
 * Writes the operations of a batch.
 *
 * @throws Refusal `RECORDS_REFUSED` for wrong operations, with `skip` only where all are wrong;
 * `INDEX_NOT_FOUND`
 */
export async function writeBatch(
  deps: Pick<ServiceDeps, 'jobs' | 'stores'>,
  index: ProductIndexRow,
  operations: readonly BatchOperation[],
  {
    onError,
    own,
    served,
    reservedId,
    log,
  }: {
    onError: 'abort' | 'skip';
    own: OwnRecords | null;
    served: WrittenFields['served'];
    reservedId: string | null;
    log: Logger;
  },
): Promise<WrittenBatch> {
  const known = await deps.stores.fieldClaims.known(index, { served });
  const sent = batchChanges(index, operations, { own, onError, known });
  const { changes, places, faults: wrong, paths } = sent;
  const allOrNothing = onError === 'abort';
  if (changes.length === 0 || (allOrNothing && wrong.length > 0)) throw refusedFor(wrong);
  const outcome = await writeLive(
    deps,
    index,
    { changes, allOrNothing, reservedId, owns: ownershipTest(own), fields: { paths, served } },
    log,
  );
  const unwritten = (place: number) => unwrittenRecord(places[place]!, changes[place]!);
  if (outcome.outcome === 'not_found') throw refusedFor([...wrong, ...outcome.places.map(unwritten)]);
  if (outcome.outcome === 'too_many_fields') throw recordsTooWide();
  const { seqs, jobId } = outcome;
  const given = seqs.filter((seq) => seq !== null);
  const errors = [...wrong, ...seqs.flatMap((seq, place) => (seq === null ? [unwritten(place)] : []))];
  const inOrder = errors.sort((a, b) => a.index! - b.index!);
  return { seqFrom: given[0]!, seqTo: given.at(-1)!, accepted: given.length, errors: inOrder, jobId };
}

function refusedFor(faults: readonly RecordFault[]): Error {
  const list = createRecordFaults();
  for (const fault of [...faults].sort((a, b) => a.index! - b.index!)) list.add(fault);
  return recordsRefused(list);
}

/** Changes of a batch, and the wrong operations. */
interface BatchChanges {
  changes: RecordChange[];
  /** Index of each change's operation. */
  places: number[];
  faults: RecordFault[];
  /** Fields of their records, by `pathKey`. */
  paths: ReadonlySet<string>;
}

/** Rules for the check of operations. */
interface BatchChecks {
  /** Records that the sender may write; null for all. */
  own: OwnRecords | null;
  /** With `abort`, two whole records with the same id are a fault, as in an upload. */
  onError: 'abort' | 'skip';
  /** Fields of the index, by `pathKey`. */
  known: KnownFields;
}

/** Checks the operations of a batch, each independently of the others. */
function batchChanges(
  index: ProductIndexRow,
  operations: readonly BatchOperation[],
  { own, onError, known }: BatchChecks,
): BatchChanges {
  const checkTypes = createTypeCheck(settingsOf(index));
  const fieldCount = createFieldCount(settingsOf(index), known);
  const found: BatchChanges = { changes: [], places: [], faults: [], paths: fieldCount.paths };
  const putIds = new Set<string>();
  for (const [place, operation] of operations.entries()) {
    const change = changeOf(operation, index.idField, { checkTypes, fieldCount, writable: own });
    if ('code' in change) {
      found.faults.push({ line: null, index: place, ...change });
    } else if (onError === 'abort' && change.op === 'put' && putIds.has(change.recordId)) {
      const message = 'an earlier record has this id';
      found.faults.push({
        line: null,
        index: place,
        id: change.recordId,
        code: 'DUPLICATE_ID',
        field: index.idField,
        message,
      });
    } else {
      if (change.op === 'put') putIds.add(change.recordId);
      found.changes.push(change);
      found.places.push(place);
    }
  }
  return found;
}

interface OperationChecks {
  checkTypes: ReturnType<typeof createTypeCheck>;
  fieldCount: FieldCount;
  writable: OwnRecords | null;
}

type BadOperation = Omit<RecordFault, 'line' | 'index'>;

function changeOf(
  { op, id: given, recordText }: BatchOperation,
  idField: string | null,
  { checkTypes, fieldCount, writable }: OperationChecks,
): RecordChange | BadOperation {
  const givenFault = given === undefined ? null : idFault(given);
  if (givenFault !== null) return { id: given!, code: 'BAD_ID', field: 'id', message: givenFault };
  if (recordText === null) return { recordId: given!, op: 'delete', text: '' };
  const read = readRecord(Buffer.from(recordText));
  if ('refused' in read) return { id: given ?? null, ...read.refused };
  const { record } = read;
  const hasId = idField !== null && Object.hasOwn(record.value, idField);
  const own = hasId ? readRecordId(record, idField) : null;
  if (own !== null && 'refused' in own) return { id: given ?? null, ...own.refused };
  const id = given ?? own?.id;
  if (id === undefined)
    return { id: null, code: 'MISSING_ID', field: idField, message: 'the record has no id' };
  if (own !== null && own.id !== id)
    return { id, code: 'BAD_ID', field: idField, message: 'the record has another id' };
  const bad = checkTypes(record.value);
  if (bad !== null) return { id, code: 'BAD_VALUE', ...bad };
  const entryOp = op === 'patch' ? 'patch' : 'put';
  const foreign = foreignRecord(writable, entryOp, record.value);
  if (foreign !== null) return { id, code: 'ACCESS_DENIED', ...foreign };
  const wide = fieldCount.add(record.value);
  if (wide !== null) return { id, code: 'TOO_MANY_FIELDS', field: null, message: wide };
  return { recordId: id, op: entryOp, text: record.text };
}

/**
 * Fault of an operation that was not written: its record does not exist or, for `put`, belongs to another
 * tenant.
 */
function unwrittenRecord(place: number, { recordId: id, op }: RecordChange): RecordFault {
  if (op === 'put') return { line: null, index: place, ...takenId(id) };
  return {
    line: null,
    index: place,
    id,
    code: 'RECORD_NOT_FOUND' satisfies ProductErrorCode,
    field: null,
    message: 'no record has this id',
  };
}
