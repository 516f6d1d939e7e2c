import { type Db } from 'mongodb';
import { foldRecord } from '../../domain/products/fold';
import { type LogView } from '../../domain/products/record-log';
import {
  byRecord,
  createRecordEntryStore,
  entryReading,
  type EntryReading,
  type EntryRow,
  type NumberedEntry,
  recordEntryIndexes,
} from './record-entries';

export interface ViewedRecord {
  recordId: string;
  /** JSON text of the record. */
  text: string;
  /** Sequence number of its last entry: its version. */
  seq: number;
}

/** Part of a list by record id. `next` is the id after which the next part begins; null at the end. */
export interface Part<T> {
  items: T[];
  next: string | null;
}

/** Range of a page: ids after `after` (exclusive) to `through` (inclusive). Null for no bound. */
export interface PageBounds {
  after: string | null;
  through: string | null;
  /** Most entries to read, and thereby most records. */
  limit: number;
}

/** Length of texts at which a page ends early. */
const pageCharsMax = 16 * 1024 * 1024;

/** Creates the reads of records from the log, in pages by record id. */
export function createRecordPages(db: Db) {
  const rows = db.collection<EntryRow>(recordEntryIndexes.collection);
  const { numbered, ofRecords } = createRecordEntryStore(db);

  /** The next entries by record id; the entries of the last record are complete or left out. */
  async function readEntries(
    indexId: string,
    { after, through, limit }: PageBounds,
    options: EntryReading = {},
  ): Promise<{ found: NumberedEntry[]; next: string | null }> {
    const range = { $gt: after ?? '', ...(through === null ? {} : { $lte: through }) };
    const cursor = rows
      .find({ indexId, recordId: range }, entryReading(options))
      .sort({ indexId: 1, recordId: 1 })
      .limit(limit + 1)
      .batchSize(limit + 1);
    const found: EntryRow[] = [];
    let chars = 0;
    for await (const row of cursor) {
      found.push(row);
      chars += options.withTexts === false ? 0 : row.text.length;
      if (chars > pageCharsMax) break;
    }
    if (found.length <= limit && chars <= pageCharsMax) return { found: await numbered(found), next: null };
    const last = found.at(-1)!.recordId!;
    const before = found.findLast(({ recordId }) => recordId !== last);
    if (before !== undefined)
      return {
        found: await numbered(found.filter(({ recordId }) => recordId !== last)),
        next: before.recordId,
      };
    // A single record has more entries than a page.
    return { found: (await ofRecords(indexId, [last], options)).get(last) ?? [], next: last };
  }

  return {
    /** The next records that exist in a view, in the order of their ids. */
    async page(indexId: string, bounds: PageBounds, view: LogView): Promise<Part<ViewedRecord>> {
      const { found, next } = await readEntries(indexId, bounds);
      const items: ViewedRecord[] = [];
      for (const [recordId, entries] of byRecord(found)) {
        const state = foldRecord(entries, view);
        if (state !== null && state.text !== null) items.push({ recordId, text: state.text, seq: state.seq });
      }
      return { items, next };
    },

    /** The next records with their entries, in the order of their ids; each list is in order. */
    async entries(
      indexId: string,
      bounds: PageBounds,
      options: EntryReading = {},
    ): Promise<Part<[string, NumberedEntry[]]>> {
      const { found, next } = await readEntries(indexId, bounds, options);
      return { items: [...byRecord(found)], next };
    },

    /**
     * Ids that split the log into ranges of about equal numbers of entries. The last range has no end, so
     * that a short log yields an empty list.
     */
    async rangeEnds(indexId: string, entriesPerRange: number): Promise<string[]> {
      const ends: string[] = [];
      for (;;) {
        const [end] = await rows
          .find({ indexId, recordId: { $gt: ends.at(-1) ?? '' } }, { projection: { _id: 0, recordId: 1 } })
          .sort({ indexId: 1, recordId: 1 })
          .skip(entriesPerRange - 1)
          .limit(1)
          .toArray();
        if (end === undefined) return ends;
        ends.push(end.recordId!);
      }
    },

    /** Number of distinct ids in committed uploads after a number. */
    async countStaged(indexId: string, uploadIds: readonly string[]): Promise<number> {
      if (uploadIds.length === 0) return 0;
      const [counted] = await rows
        .aggregate<{ ids: number }>(
          [
            { $match: { indexId, recordId: { $gt: '' }, uploadId: { $in: [...uploadIds] } } },
            { $group: { _id: '$recordId' } },
            { $count: 'ids' },
          ],
          { allowDiskUse: true, hint: { indexId: 1, recordId: 1, uploadId: 1 } },
        )
        .toArray();
      return counted?.ids ?? 0;
    },
  };
}
