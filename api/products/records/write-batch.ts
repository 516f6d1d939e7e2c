import { type Logger } from 'pino';
import { type RecordFault } from '../../../src/domain/products/record-fault';
import { type OwnRecords } from '../../../src/product-search';
import { type ProductIndexRow } from '../../../src/stores/products/product-indexes';
import { type ApiDeps } from '../../deps';
import { batchChanges, type BatchOperation, unwrittenRecord } from './batch';
import { writeLive } from './live-changes';
import { ownershipTest } from './own-changes';
import { createRecordFaults, recordsRefused } from './record-faults';

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
 * @throws RequestError `RECORDS_REFUSED` for wrong operations, with `skip` only when all are wrong;
 *   `INDEX_NOT_FOUND`
 */
export async function writeBatch(
  deps: Pick<ApiDeps, 'jobs' | 'stores'>,
  index: ProductIndexRow,
  operations: readonly BatchOperation[],
  {
    onError,
    own,
    fields,
    reservedId,
    log,
  }: {
    onError: 'abort' | 'skip';
    own: OwnRecords | null;
    fields: ReadonlySet<string>;
    reservedId: string | null;
    log: Logger;
  },
): Promise<WrittenBatch> {
  const { changes, places, faults: wrong } = batchChanges(index, operations, { own, onError, fields });
  const allOrNothing = onError === 'abort';
  if (changes.length === 0 || (allOrNothing && wrong.length > 0)) throw refusedFor(wrong);
  const outcome = await writeLive(
    deps,
    index,
    { changes, allOrNothing, reservedId, owns: ownershipTest(own) },
    log,
  );
  const unwritten = (place: number) => unwrittenRecord(places[place]!, changes[place]!);
  if (outcome.outcome === 'not_found') throw refusedFor([...wrong, ...outcome.places.map(unwritten)]);
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
