import { foldRecord } from '../../src/domain/products/fold';
import { type LogEntry, type LogView } from '../../src/domain/products/record-log';
import { type PhysicalDocument } from '../../src/stores/products/physical-index';
import { type ViewedRecord } from '../../src/stores/products/record-pages';

/** Records in a view: those that exist, and removals for the documents of the others. */
export interface RecordStates {
  present: ViewedRecord[];
  removals: PhysicalDocument[];
}

/**
 * States of records in a view.
 *
 * @param records entries by record, each list in order
 * @param voidThrough number of the last clear, which removes documents without a later entry
 */
export function recordStates(
  records: Iterable<readonly [id: string, entries: readonly LogEntry[]]>,
  view: LogView,
  voidThrough: number,
): RecordStates {
  const states: RecordStates = { present: [], removals: [] };
  for (const [recordId, entries] of records) {
    const state = foldRecord(entries, view);
    const text = state?.text ?? null;
    const version = Math.max(entries.at(-1)?.seq ?? 0, voidThrough);
    if (text === null) states.removals.push({ id: recordId, version, body: null });
    else states.present.push({ recordId, text, seq: state!.seq });
  }
  return states;
}
