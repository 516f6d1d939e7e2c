import { type ClientSession, type Collection, type Db, type Filter, type FindOptions } from 'mongodb';
import { byPlace, type EntryOp, type LogEntry } from '../../domain/products/record-log';
import { type CollectionIndexes } from '../mongo/collection-indexes';
import { insertNew } from '../mongo/insert-new';
import { beforeItsName } from '../mongo/members';
import { createUploadNumbers } from './upload-numbers';

/** A change of one record as it is stored. */
export interface EntryRow {
  /** `<uploadId>.<place>` or `<indexId>.<seq>`, the number in fixed width. */
  _id: string;
  indexId: string;
  /** Null while the upload's field of ids is not known. */
  recordId: string | null;
  op: EntryOp;
  /** JSON text of an object; empty for `delete`. */
  text: string;
  /** Live writes only. */
  seq?: number;
  /** Staged entries only; their number is that of the upload. */
  uploadId?: string;
  place: number;
}

/** A row as it is read: without its text where only the rest is needed. */
type ReadEntry = Omit<EntryRow, 'text'> & Partial<Pick<EntryRow, 'text'>>;

/** An entry whose number is known, and its row. */
export interface NumberedEntry extends LogEntry {
  rowId: string;
}

/** A change of a record that has no number yet. */
export type RecordChange = Pick<LogEntry, 'recordId' | 'op' | 'text'>;

export const recordEntryIndexes: CollectionIndexes = {
  collection: 'product_entries',
  indexes: [{ key: { indexId: 1, recordId: 1, uploadId: 1 } }],
  compressor: 'zstd',
};

const placeDigits = 16;

/** Id of the row of a live write. Ids of one index sort by number. */
export function liveEntryId(indexId: string, seq: number): string {
  return `${indexId}.${String(seq).padStart(placeDigits, '0')}`;
}

/** Id of the row of a staged entry. Ids of one upload sort by place. */
function stagedEntryId(uploadId: string, place: number): string {
  return `${uploadId}.${String(place).padStart(placeDigits, '0')}`;
}

/** The row of a live write. */
export function liveEntryRow(indexId: string, seq: number, change: RecordChange): EntryRow {
  return { _id: liveEntryId(indexId, seq), indexId, ...change, seq, place: 0 };
}

/** The log of records: entries of live writes and of staged uploads. */
export function createRecordEntryStore(db: Db) {
  const rows: Collection<EntryRow> = db.collection<EntryRow>(recordEntryIndexes.collection);
  const uploadNumbers = createUploadNumbers(db);
  const ofUpload = (uploadId: string): Filter<EntryRow> => ({
    _id: { $gte: stagedEntryId(uploadId, 0), $lte: stagedEntryId(uploadId, 10 ** (placeDigits - 1)) },
  });

  /** Gives entries their numbers and leaves out those of uploads that are not committed. */
  async function numbered(found: readonly ReadEntry[]): Promise<NumberedEntry[]> {
    const numbers = await uploadNumbers(found.flatMap(({ uploadId }) => uploadId ?? []));
    return found.flatMap(({ _id: rowId, recordId, op, text = '', place, uploadId, seq: own }) => {
      const seq = own ?? numbers.get(uploadId!);
      const staged = uploadId !== undefined;
      return seq === undefined || recordId === null
        ? []
        : [{ rowId, recordId, seq, place, staged, op, text }];
    });
  }

  /** Entries of some records, in order, by record. */
  async function ofRecords(
    indexId: string,
    recordIds: readonly string[],
    options: EntryReading = {},
  ): Promise<Map<string, NumberedEntry[]>> {
    if (recordIds.length === 0) return new Map();
    const found = await rows
      .find({ indexId, recordId: { $in: [...recordIds] } }, entryReading(options))
      .toArray();
    return byRecord(await numbered(found));
  }

  return {
    numbered,
    ofRecords,

    /**
     * Writes entries of an upload: they count only once the upload is committed, and are durable with its
     * commit. An entry whose place is written already stays.
     */
    async stage(
      upload: { indexId: string; uploadId: string },
      entries: readonly { recordId: string | null; place: number; text: string }[],
    ): Promise<void> {
      const wanted = entries.map((entry): EntryRow => ({
        _id: stagedEntryId(upload.uploadId, entry.place),
        ...upload,
        ...entry,
        op: 'put',
      }));
      const refused = await insertNew(rows, wanted, beforeItsName(rows));
      if (refused.length > 0) throw new Error(`${refused.length} entries of ${upload.uploadId} were refused`);
    },

    /** Entries of an upload in the order of their places, whether it is committed or not. */
    staged: (uploadId: string): AsyncIterable<EntryRow> => rows.find(ofUpload(uploadId)).sort({ _id: 1 }),

    /** Ids of the records of an upload. */
    async stagedIds(uploadId: string): Promise<Set<string>> {
      const ids = new Set<string>();
      const found = rows.find(ofUpload(uploadId), { projection: { _id: 0, recordId: 1 } });
      for await (const { recordId } of found) if (recordId !== null) ids.add(recordId);
      return ids;
    },

    /** Sets the ids of entries of an upload that is not committed; null removes an entry. */
    async identify(ids: readonly { rowId: string; recordId: string | null }[]): Promise<void> {
      if (ids.length === 0) return;
      const writes = ids.map(({ rowId, recordId }) =>
        recordId === null
          ? { deleteOne: { filter: { _id: rowId } } }
          : { updateOne: { filter: { _id: rowId }, update: { $set: { recordId } } } },
      );
      await rows.bulkWrite(writes, { ordered: false, writeConcern: beforeItsName(rows) });
    },

    /** Removes the entries of an upload that broke off. */
    async removeUpload(uploadId: string): Promise<void> {
      await rows.deleteMany(ofUpload(uploadId));
    },

    /** Ids of the records that live writes from one number through another have changed, in order. */
    async changedRecords(indexId: string, seqFrom: number, seqTo: number): Promise<string[]> {
      const found = await rows
        .find(
          { _id: { $gte: liveEntryId(indexId, seqFrom), $lte: liveEntryId(indexId, seqTo) } },
          { projection: { recordId: 1 } },
        )
        .toArray();
      return [...new Set(found.flatMap(({ recordId }) => recordId ?? []))];
    },

    /** Ids of the records that the last live writes after a number have changed, out of so many writes at most. */
    async lastChangedRecords(indexId: string, seqAfter: number, writesMax: number): Promise<string[]> {
      const through = liveEntryId(indexId, Number.MAX_SAFE_INTEGER);
      const found = await rows
        .find(
          { _id: { $gt: liveEntryId(indexId, seqAfter), $lte: through } },
          { projection: { recordId: 1 } },
        )
        .sort({ _id: -1 })
        .limit(writesMax)
        .toArray();
      return [...new Set(found.flatMap(({ recordId }) => recordId ?? []))];
    },

    /** Live writes from one number through another. */
    countLive: (indexId: string, seqFrom: number, seqTo: number): Promise<number> =>
      rows.countDocuments({
        _id: { $gte: liveEntryId(indexId, seqFrom), $lte: liveEntryId(indexId, seqTo) },
      }),

    /** Writes folded entries in place of the rows that have their numbers, and removes those that they stand for. */
    async fold(
      session: ClientSession,
      changed: readonly NumberedEntry[],
      removed: readonly string[],
    ): Promise<void> {
      const writes = changed.map(({ rowId, op, text }) => ({
        updateOne: { filter: { _id: rowId }, update: { $set: { op, text } } },
      }));
      if (writes.length > 0) await rows.bulkWrite(writes, { session });
      if (removed.length > 0) await rows.deleteMany({ _id: { $in: [...removed] } }, { session });
    },

    /** Removes every entry of a deleted index. */
    async removeOf(indexId: string): Promise<void> {
      await rows.deleteMany({ indexId });
    },
  };
}

/** How entries are read: by default in a snapshot of their own, with their texts. */
export interface EntryReading {
  session?: ClientSession;
  /** Without texts they are empty. */
  withTexts?: boolean;
}

/**
 * Options of a query for entries. It sees one moment: folding moves the state of a record from row to row, so
 * that a query which meets some rows before and others after would miss it.
 */
export function entryReading({ session, withTexts = true }: EntryReading): FindOptions {
  return {
    ...(session === undefined ? { readConcern: { level: 'snapshot' } } : { session }),
    ...(withTexts ? {} : { projection: { text: 0 } }),
  };
}

/** Entries by their record, each list in order. */
export function byRecord(entries: readonly NumberedEntry[]): Map<string, NumberedEntry[]> {
  const groups = new Map<string, NumberedEntry[]>();
  for (const entry of entries) {
    const group = groups.get(entry.recordId);
    if (group === undefined) groups.set(entry.recordId, [entry]);
    else group.push(entry);
  }
  for (const group of groups.values()) group.sort(byPlace);
  return groups;
}
