import { parseRecord } from '../../../domain/products/raw-object';
import { type RecordFault } from '../../../domain/products/record-fault';
import { type ParsedRecord, readRecordId } from '../../../product-search';
import { type ServiceDeps } from '../../deps';
import { Refusal } from '../../../domain/platform/refusal';

/** Upper bound of the entries that wait to be written; the next constant bounds their size. */
const entriesPerWriteMax = 1_000;
const charsPerWriteMax = 1024 * 1024;
/** Milliseconds between two signs of life of an upload in progress. */
const signOfLifeMs = 60_000;

/** Upload in progress. */
interface UploadUnderWay {
  indexId: string;
  uploadId: string;
  /** Null until the field of the ids is known. */
  idField: string | null;
  onError: 'abort' | 'skip';
}

/** Creates the writer of an upload's entries, in batches. */
export function createStagedEntries({ stores }: Pick<ServiceDeps, 'stores'>, upload: UploadUnderWay) {
  const { indexId, uploadId, idField, onError } = upload;
  const { recordEntries, stagedUploads } = stores;
  const ids = new Set<string>();
  let waiting: { recordId: string | null; place: number; text: string }[] = [];
  let chars = 0;
  let place = 0;
  let staged = 0;
  let duplicates = 0;
  let hasIds = false;
  let isStopped = false;
  let aliveAtMs = performance.now();

  async function flush(): Promise<void> {
    const entries = waiting;
    waiting = [];
    chars = 0;
    if (!isStopped) await recordEntries.stage({ indexId, uploadId }, entries);
    if (performance.now() - aliveAtMs < signOfLifeMs) return;
    aliveAtMs = performance.now();
    if (!(await stagedUploads.keep(uploadId))) throw new Refusal('request_timeout');
  }

  async function push(recordId: string | null, text: string): Promise<void> {
    waiting.push({ recordId, place: place++, text });
    chars += text.length;
    staged++;
    if (waiting.length >= entriesPerWriteMax || chars >= charsPerWriteMax) await flush();
  }

  /** Registers an id. Returns the fault of an id that an earlier record has, where that is a fault. */
  function noteId(id: string): Omit<RecordFault, 'line' | 'index'> | null {
    if (!ids.has(id)) {
      ids.add(id);
      return null;
    }
    duplicates++;
    const message = 'an earlier record has this id';
    return onError === 'abort' ? { id, code: 'DUPLICATE_ID', field: idField, message } : null;
  }

  return {
    flush,
    counts: () => ({ staged, duplicates, ids }),
    /** Whether any record has an id in the field that the index names. */
    hasGivenIds: () => hasIds,

    /** Writes a record; returns its fault, where it has one, instead of writing it. */
    async add(record: ParsedRecord): Promise<Omit<RecordFault, 'line' | 'index'> | null> {
      if (idField === null) {
        await push(null, record.text);
        return null;
      }
      const read = readRecordId(record, idField);
      if ('refused' in read) return { id: null, ...read.refused };
      hasIds = true;
      const fault = noteId(read.id);
      if (fault === null) await push(read.id, record.text);
      return fault;
    },

    /** Stops writing, because the upload will not be committed. */
    stop(): void {
      isStopped = true;
      waiting = [];
      chars = 0;
    },

    /** Sets the ids of all entries from the field that was found after all records were read. */
    async identifyBy(field: string): Promise<void> {
      await flush();
      let found: { rowId: string; recordId: string }[] = [];
      if (isStopped) return;
      for await (const { _id: rowId, text } of recordEntries.staged(uploadId)) {
        const read = readRecordId({ text, value: parseRecord(text) }, field);
        if ('refused' in read) continue;
        ids.add(read.id);
        found.push({ rowId, recordId: read.id });
        if (found.length < entriesPerWriteMax) continue;
        await recordEntries.identify(found);
        found = [];
      }
      await recordEntries.identify(found);
    },
  };
}
