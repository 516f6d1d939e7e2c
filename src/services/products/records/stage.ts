import { recordsPerUploadMax } from '../../../domain/products/limits';
import { ID_PREFIX } from '../../../domain/platform/ids';
import { type RecordFault } from '../../../domain/products/record-fault';
import {
  createFieldCount,
  createIdCandidates,
  createTypeCheck,
  type FoundIdField,
  type IdSuggestion,
  type OwnRecords,
  type ParsedRecord,
  readRecord,
  readRecordId,
  type RecordPiece,
  RecordsBodyError,
} from '../../../product-search';
import { newId } from '../../../stores/mongo/new-id';
import { type KnownFields } from '../../../stores/products/field-claims';
import { type ProductIndexRow, settingsOf } from '../../../stores/products/product-index-row';
import { type ServiceDeps } from '../../deps';
import { foreignRecord } from './own-records';
import { createRecordFaults, type RecordFaults } from './faults';
import { createStagedEntries } from './staged-entries';

export interface UploadOptions {
  /** `abort` stages nothing where a record is wrong; `skip` stages the other records. */
  onError: 'abort' | 'skip';
  /** Records that the sender may write; null for all. */
  own: OwnRecords | null;
  /** Fields of the index apart from those of the upload, by `pathKey`. */
  known: KnownFields;
  signal: AbortSignal;
}

/** Upload whose records are written but not committed. */
export interface StagedRecords {
  uploadId: string;
  received: number;
  /** Number of written records; of those with the same id the last counts. */
  staged: number;
  /** Number of records whose id a later record repeats. */
  duplicates: number;
  faults: RecordFaults;
  ids: ReadonlySet<string>;
  /** Fields of the records, by `pathKey`. */
  paths: ReadonlySet<string>;
  /** Field of the ids; null where none was found. */
  idField: FoundIdField | { field: string; origin: 'given' } | null;
  /** Advice about the field of the ids; null where the records have ids. */
  suggestion: IdSuggestion | null;
}

/**
 * Reads records and writes them as entries of a new upload, in batches as they arrive, so that memory does
 * not grow with the body. The upload counts only after its commit.
 *
 * @throws RecordsBodyError, and errors of the body; it then removes the entries
 */
export async function stageUpload(
  deps: Pick<ServiceDeps, 'stores'>,
  index: ProductIndexRow,
  pieces: AsyncIterable<RecordPiece>,
  options: UploadOptions,
): Promise<StagedRecords> {
  const uploadId = newId(ID_PREFIX.stagedUpload);
  const { organizationId, environment, _id: indexId } = index;
  await deps.stores.stagedUploads.begin({ uploadId, indexId, organizationId, environment });
  try {
    return await readUpload(deps, index, { uploadId, pieces, ...options });
  } catch (error) {
    await discardUpload(deps, uploadId);
    throw error;
  }
}

/** Removes an upload that is not committed. */
export async function discardUpload(
  { stores }: Pick<ServiceDeps, 'stores'>,
  uploadId: string,
): Promise<void> {
  if (!(await stores.stagedUploads.abandon(uploadId))) return;
  await stores.recordEntries.removeUpload(uploadId);
  await stores.stagedUploads.remove(uploadId);
}

async function readUpload(
  deps: Pick<ServiceDeps, 'stores'>,
  index: ProductIndexRow,
  {
    uploadId,
    pieces,
    onError,
    own,
    known,
    signal,
  }: UploadOptions & { uploadId: string; pieces: AsyncIterable<RecordPiece> },
): Promise<StagedRecords> {
  const checkTypes = createTypeCheck(settingsOf(index));
  const fieldCount = createFieldCount(settingsOf(index), known);
  const candidates = createIdCandidates();
  const faults = createRecordFaults();
  const entries = createStagedEntries(deps, {
    indexId: index._id,
    uploadId,
    idField: index.idField,
    onError,
  });
  let received = 0;

  async function take(record: ParsedRecord): Promise<Omit<RecordFault, 'line' | 'index'> | null> {
    const bad = checkTypes(record.value);
    const foreign = foreignRecord(own, 'put', record.value);
    const wide = bad === null && foreign === null ? fieldCount.add(record.value) : null;
    if (bad === null && foreign === null && wide === null) return entries.add(record);
    const read = index.idField === null ? null : readRecordId(record, index.idField);
    const id = read !== null && 'id' in read ? read.id : null;
    if (wide !== null) return { id, code: 'TOO_MANY_FIELDS', field: null, message: wide };
    return foreign === null ? { id, code: 'BAD_VALUE', ...bad! } : { id, code: 'ACCESS_DENIED', ...foreign };
  }

  for await (const piece of pieces) {
    signal.throwIfAborted();
    if (++received > recordsPerUploadMax)
      throw new RecordsBodyError('too_many', `An upload has at most ${recordsPerUploadMax} records.`);
    const read = readRecord(piece.bytes);
    if ('record' in read && !entries.hasGivenIds()) candidates.add(read.record);
    const fault = 'refused' in read ? { id: null, ...read.refused } : await take(read.record);
    if (fault !== null) faults.add({ line: piece.line, index: piece.index, ...fault });
    if (faults.count > 0 && onError === 'abort') entries.stop();
  }
  const found = index.idField === null ? candidates.find() : null;
  if (found !== null) await entries.identifyBy(found.field);
  await entries.flush();
  return {
    uploadId,
    received,
    faults,
    ...entries.counts(),
    paths: fieldCount.paths,
    idField: index.idField === null ? found : { field: index.idField, origin: 'given' },
    suggestion: entries.hasGivenIds() || found !== null ? null : candidates.suggest(),
  };
}
