import { type Logger } from 'pino';
import { type RecordFault } from '../../../src/domain/products/record-fault';
import { type OwnRecords } from '../../../src/product-search';
import { type WrittenFields } from '../../../src/stores/products/field-claims';
import { type ProductIndexRow } from '../../../src/stores/products/product-indexes';
import { type ApiDeps } from '../../deps';
import { batchChanges, type BatchOperation, unwrittenRecord } from './batch';
import { writeLive } from '../../../src/services/products/records/write';
import { ownershipTest } from '../../../src/services/products/records/own-records';
import {
  createRecordFaults,
  recordsRefused,
  recordsTooWide,
} from '../../../src/services/products/records/faults';

/** A batch that is kept. */
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
 * @throws Refusal `RECORDS_REFUSED` for wrong operations, with `skip` only when all are wrong;
 *   `INDEX_NOT_FOUND`
 */
export async function writeBatch(
  deps: Pick<ApiDeps, 'jobs' | 'stores'>,
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
