import { ID_PREFIX } from '../../../src/domain/platform/ids';
import { type ProductJobRef } from '../../../src/domain/products/activities';
import { importPageKey } from '../../../src/domain/products/import';
import { importedRecordsMax, listedRecordErrorsMax } from '../../../src/domain/products/limits';
import {
  adaptRecord,
  inferPrimaryKey,
  placesOf,
  type RecordRules,
  sourceIdOf,
} from '../../../src/product-imports';
import {
  createFieldCount,
  createTypeCheck,
  type ParsedRecord,
  readRecord,
  readRecordId,
  type RecordPiece,
  RecordsBodyError,
} from '../../../src/product-search';
import { newId } from '../../../src/stores/mongo/new-id';
import { type ProductImportRow } from '../../../src/stores/products/product-imports';
import { type ProductIndexRow, settingsOf } from '../../../src/stores/products/product-index-row';
import { whileAlive } from '../../attempt/while-alive';
import { type ActivityDeps } from '../../deps';
import { jobOver } from '../index-build/build-failures';
import { beginStage, endStage, skipStage } from '../index-build/stage-notes';
import { heldImport } from './held-import';
import { importVerdict } from './import-failures';
import { createFieldCounts, piecesOf } from './imported-records';
import { tooLarge } from './pull-pages';

/** Bounds of the records that are staged together: the most that a killed worker loses. */
const recordsPerStepMax = 1_000;
const charsPerStepMax = 4 * 1024 * 1024;

export type ReadPagesDeps = Pick<
  ActivityDeps,
  'blobs' | 'productImports' | 'productIndexes' | 'productJobs' | 'recordEntries' | 'stagedUploads'
>;

export async function readPages(deps: ReadPagesDeps, { jobId }: ProductJobRef): Promise<{ records: number }> {
  const { row } = await heldImport(deps, jobId);
  if (!row.parts.records) {
    await skipStage(deps, jobId, 'read', 'records were not asked for');
    return { records: 0 };
  }
  if (await deps.stagedUploads.findCommit(jobId)) return { records: row.reading.read };
  await beginStage(deps, jobId, 'read', row.total);
  const { reading, errors } = await whileAlive((signal) => readAll(deps, jobId, signal));
  if (reading.read === 0 && row.source.kind === 'file')
    throw importVerdict('VALIDATION_ERROR', 'The file has no records.');
  if (reading.read > 0 && reading.staged === 0)
    throw importVerdict(
      'VALIDATION_ERROR',
      `No record can be taken over; the first one: ${errors[0]?.message ?? 'it is refused'}.`,
    );
  await endStage(deps, jobId, 'read', { count: reading.read, of: reading.read });
  return { records: reading.read };
}

/** The import with an uncommitted staged upload; a new one starts with the first record again. */
async function withUpload(
  { stagedUploads, productImports }: ReadPagesDeps,
  row: ProductImportRow,
): Promise<ProductImportRow> {
  if (row.uploadId !== null && (await stagedUploads.keep(row.uploadId))) return row;
  const { indexId, organizationId, environment } = row;
  const uploadId = newId(ID_PREFIX.stagedUpload);
  // Recorded first: a killed attempt leaves no upload without a row that names it.
  const begun = await productImports.beginReading(row, uploadId);
  if (begun === null) throw new Error('another attempt reads the pages');
  await stagedUploads.begin({ uploadId, indexId, organizationId, environment });
  return begun;
}

/** The id field: that of the index, of the source, or the one that the first record suggests. */
async function decideIdField(
  { productImports }: ReadPagesDeps,
  row: ProductImportRow,
  index: ProductIndexRow,
  first: ParsedRecord | null,
): Promise<string> {
  const named = row.source.kind === 'file' ? row.source.primaryKey : null;
  const known = index.idField ?? row.idField ?? named ?? sourceIdOf(row.provider);
  const idField = known ?? (first === null ? null : inferPrimaryKey(Object.keys(first.value)));
  if (idField === null)
    throw importVerdict(
      'VALIDATION_ERROR',
      'The records do not show which member is their id: name it as primary_key.',
    );
  if (row.idField === null) await productImports.decideIdField(row, idField);
  return idField;
}

/** Reads a page from the import's position. Returns the row after its last step. */
async function readPage(
  deps: ReadPagesDeps,
  row: ProductImportRow,
  index: ProductIndexRow,
  signal: AbortSignal,
): Promise<ProductImportRow> {
  const key = importPageKey(row._id, row.reading.page);
  const { stream } = await deps.blobs.read(key);
  const step = createStep(row, index);
  let place = 0;
  try {
    for await (const piece of piecesOf(stream)) {
      signal.throwIfAborted();
      if (place++ < row.reading.inPage) continue;
      if (!step.hasRules()) step.useRules(await rulesOf(deps, row, index, piece));
      step.add(piece);
      if (step.isFull()) await commitStep(deps, step);
    }
  } catch (error) {
    if (error instanceof RecordsBodyError) throw importVerdict('VALIDATION_ERROR', asFileSentence(error));
    throw error;
  }
  step.endPage();
  return commitStep(deps, step);
}

async function rulesOf(
  deps: ReadPagesDeps,
  row: ProductImportRow,
  index: ProductIndexRow,
  piece: RecordPiece,
): Promise<RecordRules> {
  const read = readRecord(piece.bytes);
  const idField = await decideIdField(deps, row, index, 'record' in read ? read.record : null);
  const { primaryKey = null } = row.source.kind === 'file' ? row.source : {};
  const sourceId = sourceIdOf(row.provider) ?? primaryKey;
  return { sourceId, idField, places: placesOf(row.provider, row.settings) };
}

/** Stages the read records, then records the position: records that are staged twice have the same place. */
async function commitStep(deps: ReadPagesDeps, step: Step): Promise<ProductImportRow> {
  const { row, entries, progress } = step.take();
  await deps.recordEntries.stage({ indexId: row.indexId, uploadId: row.uploadId! }, entries);
  if (progress.reading.read > importedRecordsMax) throw tooLarge();
  if (!(await deps.stagedUploads.keep(row.uploadId!))) throw new Error('the staged records were given up');
  const noted = await deps.productImports.saveReading(row, progress);
  if (noted === null) throw new Error('another attempt reads the pages');
  const { read } = noted.reading;
  const { productJobs } = deps;
  if (!(await productJobs.setStage(row._id, 'read', { count: read, of: noted.total })))
    throw jobOver((await productJobs.get(row._id))?.state ?? null);
  step.goOn(noted);
  return noted;
}

async function readAll(deps: ReadPagesDeps, jobId: string, signal: AbortSignal): Promise<ProductImportRow> {
  const held = await heldImport(deps, jobId);
  let row = await withUpload(deps, held.row);
  while (row.reading.page < row.pages) row = await readPage(deps, row, held.index, signal);
  return row;
}

function asFileSentence({ message }: RecordsBodyError): string {
  return message.replace(/^The body/, 'The file');
}

/** Records that are read and not yet staged. */
function createStep(from: ProductImportRow, index: ProductIndexRow) {
  const checkTypes = createTypeCheck(settingsOf(index));
  const fieldCount = createFieldCount(settingsOf(index), new Set());
  let row = from;
  let rules: RecordRules | null = null;
  let counts = createFieldCounts(row.fields);
  let reading = { ...row.reading };
  let errors = [...row.errors];
  let entries: { recordId: string; place: number; text: string }[] = [];
  let chars = 0;

  /** The fault of a record; null when it is ready to be staged. */
  function take({ bytes }: RecordPiece) {
    const read = readRecord(bytes);
    if ('refused' in read) return { id: null, ...read.refused };
    const record = adaptRecord(read.record, rules!);
    const found = readRecordId(record, rules!.idField);
    if ('refused' in found) return { id: null, ...found.refused };
    const bad = checkTypes(record.value);
    if (bad !== null) return { id: found.id, code: 'BAD_VALUE' as const, ...bad };
    const wide = fieldCount.add(record.value);
    if (wide !== null) return { id: found.id, code: 'TOO_MANY_FIELDS' as const, field: null, message: wide };
    counts.add(record.value);
    entries.push({ recordId: found.id, place: reading.read, text: record.text });
    chars += record.text.length;
    return null;
  }

  return {
    hasRules: () => rules !== null,
    useRules(found: RecordRules): void {
      rules = found;
    },
    add(piece: RecordPiece): void {
      const fault = take(piece);
      reading = {
        ...reading,
        inPage: reading.inPage + 1,
        read: reading.read + 1,
        staged: reading.staged + (fault === null ? 1 : 0),
        rejected: reading.rejected + (fault === null ? 0 : 1),
      };
      if (fault !== null && errors.length < listedRecordErrorsMax)
        errors.push({ line: piece.line, index: piece.index, ...fault });
    },
    isFull: () => reading.read - row.reading.read >= recordsPerStepMax || chars >= charsPerStepMax,
    endPage(): void {
      reading = { ...reading, page: reading.page + 1, inPage: 0 };
    },
    take: () => ({ row, entries, progress: { reading, errors, fields: counts.list() } }),
    /** Begins the next step after the recorded position. */
    goOn(noted: ProductImportRow): void {
      row = noted;
      reading = { ...noted.reading };
      errors = [...noted.errors];
      counts = createFieldCounts(noted.fields);
      entries = [];
      chars = 0;
    },
  };
}

type Step = ReturnType<typeof createStep>;
