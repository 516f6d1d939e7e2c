import { z } from 'zod';
import { type ProductErrorCode } from '../../../src/domain/products/errors';
import { batchBytesMax, batchOperationsMax } from '../../../src/domain/products/limits';
import { rawElements, rawMembers } from '../../../src/domain/products/raw-object';
import { type RecordFault } from '../../../src/domain/products/record-fault';
import {
  createFieldCount,
  createTypeCheck,
  type FieldCount,
  idFault,
  type OwnRecords,
  readRecord,
  readRecordId,
} from '../../../src/product-search';
import { type KnownFields } from '../../../src/stores/products/field-claims';
import { type ProductIndexRow, settingsOf } from '../../../src/stores/products/product-indexes';
import { type RecordChange } from '../../../src/stores/products/record-entries';
import { type ApiContext } from '../../http/context';
import { fieldIssues } from '../../http/field-issues';
import { issueMessage } from '../../http/issue-message';
import { Refusal, ValidationError } from '../../../src/domain/platform/refusal';
import { type ReceivedBody } from '../../http/route';
import { batchBodyExample } from './examples';
import { foreignRecord } from '../../../src/services/products/records/own-records';
import { readRequest } from './request-bytes';

const recordObject = z.unknown().describe('A JSON object.');

/** Body of a batch. Records are read from their text, so that numbers stay as they were sent. */
export const batchBody = z
  .strictObject({
    operations: z
      .array(
        z.discriminatedUnion('op', [
          z.strictObject({ op: z.literal('upsert'), id: z.string().optional(), record: recordObject }),
          z.strictObject({ op: z.literal('patch'), id: z.string(), record: recordObject }),
          z.strictObject({ op: z.literal('delete'), id: z.string() }),
        ]),
      )
      .min(1)
      .max(batchOperationsMax),
  })
  .describe('Operations, in their order. `upsert` takes the id from the record, unless `id` names it.')
  .meta({ id: 'RecordBatchBody', examples: [batchBodyExample] });

/** An operation as it was sent, and the text of its record. */
export interface BatchOperation {
  op: 'upsert' | 'patch' | 'delete';
  id?: string | undefined;
  recordText: string | null;
}

/** Reads the operations of a batch. @throws Refusal, ValidationError */
export async function receiveBatch(ctx: ApiContext): Promise<ReceivedBody<BatchOperation[]>> {
  const { bytes, sha256 } = await readRequest(ctx, batchBytesMax);
  const text = textOf(bytes);
  const value = parse(text);
  const read = batchBody.safeParse(value, { error: issueMessage });
  if (!read.success) throw new ValidationError(fieldIssues('body', read.error, value));
  const texts = rawElements(rawMembers(text).get('operations')!);
  const body = read.data.operations.map(({ op, id }, n): BatchOperation => ({
    op,
    id,
    recordText: rawMembers(texts[n]!).get('record') ?? null,
  }));
  return { body, fingerprint: { sha256 }, discard: () => Promise.resolve() };
}

/** Changes of a batch, and the operations that are wrong. */
export interface BatchChanges {
  changes: RecordChange[];
  /** Place of each change among the operations. */
  places: number[];
  faults: RecordFault[];
  /** Fields of their records, by `pathKey`. */
  paths: ReadonlySet<string>;
}

/** How the operations of a batch are checked. */
interface BatchChecks {
  /** Records that the sender may write; null for all. */
  own: OwnRecords | null;
  /** `abort`: two whole records of one id are a fault, as they are in an upload. */
  onError: 'abort' | 'skip';
  /** Fields that the index has, by `pathKey`. */
  known: KnownFields;
}

/** Checks the operations of a batch, each for itself. */
export function batchChanges(
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

/** Checks of single records. */
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

function textOf(bytes: Buffer): string {
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(bytes);
  } catch (cause) {
    throw new Refusal('malformed_json', { cause });
  }
}

function parse(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch (cause) {
    throw new Refusal('malformed_json', { cause });
  }
}

/** The fault of an operation that was not written: its record does not exist, or for `put` is another tenant's. */
export function unwrittenRecord(place: number, { recordId: id, op }: RecordChange): RecordFault {
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

/** The fault of a record whose id a record has that the sender may not replace. */
export function takenId(id: string): Omit<RecordFault, 'line' | 'index'> {
  return {
    id,
    code: 'ID_CONFLICT',
    field: null,
    message: 'the id is taken; send the record under another one',
  };
}
