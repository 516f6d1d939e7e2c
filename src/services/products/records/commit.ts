import { type Logger } from 'pino';
import { type ProductErrorCode } from '../../../domain/products/errors';
import { type WrittenFields } from '../../../stores/products/field-claims';
import { type OwnershipTest } from '../../../stores/products/live-writes';
import { type UploadAnswer } from '../../../stores/products/staged-uploads';
import { type ProductIndexRow } from '../../../stores/products/product-index-row';
import { type ProductJobRow } from '../../../stores/products/product-job-kind';
import { type ServiceDeps } from '../../deps';
import { isRefusal, Refusal } from '../../../domain/platform/refusal';
import { startBuild } from '../builds/start';
import { createRecordFaults, noIdField, recordsRefused, recordsTooWide, takenId } from './faults';
import { type StagedRecords } from './stage';

export interface UploadWarning {
  code: 'ID_FROM_CODE_FIELD' | 'DUPLICATE_ID' | 'JOB_RUNNING';
  field: string | null;
  message: string;
}

export interface CommittedUpload {
  answer: UploadAnswer;
  warnings: UploadWarning[];
  /** Build that includes the upload, where the request asked for one. */
  job: ProductJobRow | null;
}

export interface CommitOptions {
  mode: 'upsert' | 'replace_all';
  onError: 'abort' | 'skip';
  build: boolean;
  /** Id of the build, and of the commit, by which a repeated request finds both. */
  jobId: string;
  /** Whether an existing record may be replaced; null where every record may. */
  owns: OwnershipTest | null;
  /** Reads the fields of the served build. */
  served: WrittenFields['served'];
  log: Logger;
}

type CommitDeps = Pick<ServiceDeps, 'jobs' | 'stores'>;

/**
 * Commits an upload, which from then on counts as a whole.
 *
 * @throws Refusal `RECORDS_REFUSED` and `ID_CONFLICT` for wrong records, `INDEX_NOT_FOUND`, and the errors of
 * a build except `JOB_RUNNING`: the upload then waits for the next build
 */
export async function commitUpload(
  deps: CommitDeps,
  index: ProductIndexRow,
  upload: StagedRecords,
  options: CommitOptions,
): Promise<CommittedUpload> {
  refuseWrong(upload, options.onError);
  const { uploadId, ids, received, staged, faults } = upload;
  const commit = await deps.stores.commitUpload({
    uploadId,
    indexId: index._id,
    ids,
    idField: upload.idField?.field ?? null,
    idOrigin: upload.idField?.origin ?? null,
    replacesAll: options.mode === 'replace_all',
    received,
    staged,
    rejected: faults.count,
    commitId: options.jobId,
    owns: options.owns,
    fields: { paths: upload.paths, served: options.served },
  });
  if (commit.outcome === 'gone') throw new Refusal<ProductErrorCode>('INDEX_NOT_FOUND');
  if (commit.outcome === 'taken') throw idsTaken(commit.ids);
  if (commit.outcome === 'too_many_fields') throw recordsTooWide();
  if (commit.outcome === 'other_id_field') throw otherIdField(commit.idField);
  const warnings = warningsOf(index, upload, commit.answer);
  const job = options.build ? await build(deps, index, options, warnings) : null;
  return { answer: commit.answer, warnings, job };
}

/**
 * Resumes an upload that an earlier request with the same `commitId` committed: starts the requested build,
 * unless it was started.
 *
 * @param upload the records as they were read again
 * @throws Refusal as {@link commitUpload}
 */
export async function repeatCommit(
  deps: CommitDeps,
  index: ProductIndexRow,
  { upload, answer }: { upload: StagedRecords; answer: UploadAnswer },
  options: CommitOptions,
): Promise<CommittedUpload> {
  const warnings = warningsOf(index, upload, answer);
  const job = options.build ? await build(deps, index, options, warnings) : null;
  return { answer, warnings, job };
}

function refuseWrong(
  { received, faults, idField, suggestion }: StagedRecords,
  onError: 'abort' | 'skip',
): void {
  const isWrong = faults.count > 0 && onError === 'abort';
  const allLackIds = faults.count === received && faults.listed.every(({ code }) => code === 'MISSING_ID');
  if (isWrong || (faults.count > 0 && allLackIds))
    throw recordsRefused(faults, allLackIds ? suggestion : null);
  if (idField === null && suggestion !== null && received > faults.count) throw noIdField(suggestion);
}

async function build(
  deps: CommitDeps,
  { _id: indexId }: ProductIndexRow,
  { jobId, log }: CommitOptions,
  warnings: UploadWarning[],
): Promise<ProductJobRow | null> {
  const index = await deps.stores.productIndexes.get(indexId);
  if (index === null) throw new Refusal<ProductErrorCode>('INDEX_NOT_FOUND');
  try {
    return await startBuild(deps, index, { jobId, log });
  } catch (error) {
    if (!isRefusal(error) || error.code !== 'JOB_RUNNING') throw error;
    warnings.push({ code: 'JOB_RUNNING', field: null, message: `${error.message} Then start a build.` });
    return null;
  }
}

function warningsOf(
  { idOrigin }: ProductIndexRow,
  { idField, duplicates }: StagedRecords,
  { replaced }: UploadAnswer,
): UploadWarning[] {
  const field = idField?.field ?? null;
  const warnings: UploadWarning[] = [];
  const isFound = idField?.origin === 'code_field';
  if (isFound || (idOrigin === 'code_field' && replaced > 0)) {
    const keyHint = `records are told apart by \`${field}\``;
    const replacedHint =
      replaced === 0
        ? ''
        : ` ${replaced} ${replaced === 1 ? 'record that was there is' : 'records that were there are'} replaced, since records of this upload have the same value in it; where they are others, make an index with another id_field.`;
    const message = isFound
      ? `The index has no id field; ${keyHint}.${replacedHint}`
      : `The field of the ids was found by its values: ${keyHint}.${replacedHint}`;
    warnings.push({ code: 'ID_FROM_CODE_FIELD', field, message });
  }
  if (duplicates > 0)
    warnings.push({
      code: 'DUPLICATE_ID',
      field,
      message: `${duplicates} ${duplicates === 1 ? 'record has' : 'records have'} the id of a later one; the last one counts.`,
    });
  return warnings;
}

/** Refusal of an upload with records that would replace records of another tenant. */
function idsTaken(ids: readonly string[]): Refusal<ProductErrorCode> {
  const faults = createRecordFaults();
  for (const id of ids) faults.add({ line: null, index: null, ...takenId(id) });
  return new Refusal<ProductErrorCode>('ID_CONFLICT', { details: { details: faults.listed } });
}

function otherIdField(field: string): Refusal<ProductErrorCode> {
  const message = `Another upload has made \`${field}\` the id field meanwhile; send the upload again.`;
  return new Refusal<ProductErrorCode>('ID_CONFLICT', { message });
}
