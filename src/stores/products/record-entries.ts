import { type ClientSession, type Collection, type Db, type Filter, type FindOptions } from 'mongodb';
import { byPlace, type EntryOp, type LogEntry } from '../../domain/products/record-log';
import { type CollectionIndexes } from '../mongo/collection-indexes';
import { insertNew } from '../mongo/insert-new';
import { beforeItsName } from '../mongo/members';
import { LRUCache } from 'lru-cache';
import { type StagedUploadRow, stagedUploadIndexes } from './staged-uploads';

/** A stored change of one record. */
export interface EntryRow {
  /** `<uploadId>.<place>` or `<indexId>.<seq>`, with numbers of fixed width. */
  _id: string;
  indexId: string;
  /** Null while the upload's id field is unknown. */
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

/** A row as it is read, with or without its text. */
type ReadEntry = Omit<EntryRow, 'text'> & Partial<Pick<EntryRow, 'text'>>;

/** An entry with its number, and the id of its row. */
export interface NumberedEntry extends LogEntry {
  rowId: string;
}

/** A change of a record without a number. */
export type RecordChange = Pick<LogEntry, 'recordId' | 'op' | 'text'>;

export const recordEntryIndexes: CollectionIndexes = {
  collection: 'product_entries',
  indexes: [{ key: { indexId: 1, recordId: 1, uploadId: 1 } }],
  compressor: 'zstd',
};

const placeDigits = 16;

/** Id of the row of a live write. Within an index these ids sort by number. */
export function liveEntryId(indexId: string, seq: number): string {
  return `${indexId}.${String(seq).padStart(placeDigits, '0')}`;
}

/** Id of the row of a staged entry. Within an upload these ids sort by place. */
function stagedEntryId(uploadId: string, place: number): string {
  return `${uploadId}.${String(place).padStart(placeDigits, '0')}`;
}

export function liveEntryRow(indexId: string, seq: number, change: RecordChange): EntryRow {
  return { _id: liveEntryId(indexId, seq), indexId, ...change, seq, place: 0 };
}

/** Creates the log of records: entries of live writes and of staged uploads. */
export function createRecordEntryStore(db: Db) {
  const rows: Collection<EntryRow> = db.collection<EntryRow>(recordEntryIndexes.collection);
  const uploadNumbers = createUploadNumbers(db);
  const ofUpload = (uploadId: string): Filter<EntryRow> => ({
    _id: { $gte: stagedEntryId(uploadId, 0), $lte: stagedEntryId(uploadId, 10 ** (placeDigits - 1)) },
  });

  /** Adds the numbers to entries, and drops those of uploads that are not committed. */
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

    /** Writes entries of an upload, which count, and are durable, after its commit. Existing entries stay. */
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

    /** Entries of an upload in the order of their places, committed or not. */
    staged: (uploadId: string): AsyncIterable<EntryRow> => rows.find(ofUpload(uploadId)).sort({ _id: 1 }),

    /** Ids of the records of an upload. */
    async stagedIds(uploadId: string): Promise<Set<string>> {
      const ids = new Set<string>();
      const found = rows.find(ofUpload(uploadId), { projection: { _id: 0, recordId: 1 } });
      for await (const { recordId } of found) if (recordId !== null) ids.add(recordId);
      return ids;
    },

    /** Sets the record ids of entries of an uncommitted upload; null removes an entry. */
    async identify(ids: readonly { rowId: string; recordId: string | null }[]): Promise<void> {
      if (ids.length === 0) return;
      const writes = ids.map(({ rowId, recordId }) =>
        recordId === null
          ? { deleteOne: { filter: { _id: rowId } } }
          : { updateOne: { filter: { _id: rowId }, update: { $set: { recordId } } } },
      );
      await rows.bulkWrite(writes, { ordered: false, writeConcern: beforeItsName(rows) });
    },

    /** Removes the entries of an interrupted upload. */
    async removeUpload(uploadId: string): Promise<void> {
      await rows.deleteMany(ofUpload(uploadId));
    },

    /** Ids of the records that the live writes in a range of numbers (inclusive) changed, in order. */
    async changedRecords(indexId: string, seqFrom: number, seqTo: number): Promise<string[]> {
      const found = await rows
        .find(
          { _id: { $gte: liveEntryId(indexId, seqFrom), $lte: liveEntryId(indexId, seqTo) } },
          { projection: { recordId: 1 } },
        )
        .toArray();
      return [...new Set(found.flatMap(({ recordId }) => recordId ?? []))];
    },

    /**
     * Ids of the records that the last live writes after a number changed, from at most `writesMax` writes.
     */
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

    /** Number of live writes in a range of numbers (inclusive). */
    countLive: (indexId: string, seqFrom: number, seqTo: number): Promise<number> =>
      rows.countDocuments({
        _id: { $gte: liveEntryId(indexId, seqFrom), $lte: liveEntryId(indexId, seqTo) },
      }),

    /** Writes folded entries over the rows with their numbers, and removes the rows that they replace. */
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

    /** Removes all entries of a deleted index. */
    async removeOf(indexId: string): Promise<void> {
      await rows.deleteMany({ indexId });
    },
  };
}

/** Options for reading entries; default: in a snapshot of their own, with texts. */
export interface EntryReading {
  session?: ClientSession;
  /** False reads empty texts. */
  withTexts?: boolean;
}

/**
 * Query options with a snapshot. Folding moves the state of a record between rows; a query without a snapshot
 * could miss it.
 */
export function entryReading({ session, withTexts = true }: EntryReading): FindOptions {
  return {
    ...(session === undefined ? { readConcern: { level: 'snapshot' } } : { session }),
    ...(withTexts ? {} : { projection: { text: 0 } }),
  };
}

/** Entries grouped by record, each list in order. */
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

const rememberedMax = 10_000;

/**
 * Creates a read of the sequence numbers of committed uploads. Numbers never change, so that each is read
 * once.
 *
 * @returns a function that returns a map without unknown and uncommitted uploads
 */
function createUploadNumbers(db: Db) {
  const rows = db.collection<StagedUploadRow>(stagedUploadIndexes.collection);
  const known = new LRUCache<string, number>({ max: rememberedMax });

  return async (uploadIds: readonly string[]): Promise<Map<string, number>> => {
    const numbers = new Map<string, number>();
    const unknown = new Set<string>();
    for (const uploadId of uploadIds) {
      if (numbers.has(uploadId) || unknown.has(uploadId)) continue;
      const seq = known.get(uploadId);
      if (seq === undefined) unknown.add(uploadId);
      else numbers.set(uploadId, seq);
    }
    if (unknown.size === 0) return numbers;
    const found = await rows
      .find({ _id: { $in: [...unknown] }, seq: { $ne: null } }, { projection: { seq: 1 } })
      .toArray();
    for (const { _id, seq } of found) {
      known.set(_id, seq!);
      numbers.set(_id, seq!);
    }
    return numbers;
  };
}
