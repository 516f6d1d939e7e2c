import { isDeepStrictEqual } from 'node:util';
import { type ProductJobRef } from '../../../src/domain/products/activities';
import { type ObjectSettings } from '../../../src/domain/products/settings';
import { mapSource } from '../../../src/product-imports';
import { type ProductImportRow } from '../../../src/stores/products/product-imports';
import { type ProductIndexRow, settingsOf } from '../../../src/stores/products/product-index-row';
import { whileAlive } from '../../attempt/while-alive';
import { type ActivityDeps } from '../../deps';
import { jobOver } from '../index-build/build-failures';
import { beginStage, endStage, type StageDeps } from '../index-build/stage-notes';
import { heldImport } from './held-import';
import { importVerdict } from './import-failures';

/** Tries of merging settings that others change meanwhile. */
const mergesMax = 20;

export type AddImportedDeps = Pick<
  ActivityDeps,
  | 'commitUpload'
  | 'indexSettings'
  | 'productImports'
  | 'productIndexes'
  | 'productJobs'
  | 'recordEntries'
  | 'stagedUploads'
> &
  StageDeps;

export async function mapSettings(deps: AddImportedDeps, { jobId }: ProductJobRef): Promise<void> {
  const { row, index } = await heldImport(deps, jobId);
  await beginStage(deps, jobId, 'map');
  const { settings, mapped, ignored } = mapSource(
    row.provider,
    row.parts.settings ? row.settings : null,
    row.parts,
  );
  const idField = row.idField ?? index.idField;
  const ids = idField === null || !row.parts.records ? [] : [{ name: 'id of the records', to: idField }];
  await deps.productImports.saveMapping(row, {
    mappedSettings: JSON.stringify(settings),
    mapped: [...ids, ...mapped],
    ignored,
  });
  await deps.productJobs.note(jobId, { result: { report: reportPath(jobId) } });
  await endStage(deps, jobId, 'map', { items: mapped.length });
  await deps.productJobs.endImporting(jobId);
}

export async function addImported(
  deps: AddImportedDeps,
  { jobId }: ProductJobRef,
): Promise<{ isStaged: boolean }> {
  const { row } = await heldImport(deps, jobId);
  await beginStage(deps, jobId, 'add', row.reading.staged);
  const isStaged = await whileAlive(() => commit(deps, row));
  if (!isStaged) return { isStaged };
  await saveSettings(deps, row);
  await endStage(deps, jobId, 'add', { count: row.reading.staged });
  return { isStaged };
}

/** Commits the records, once. False when the staged ones were abandoned. */
async function commit(deps: AddImportedDeps, row: ProductImportRow): Promise<boolean> {
  const { _id: jobId, indexId, uploadId, idField, reading } = row;
  if (!row.parts.records || reading.staged === 0) return true;
  if ((await deps.stagedUploads.findCommit(jobId)) !== null) return true;
  if (uploadId === null || !(await deps.stagedUploads.keep(uploadId))) return false;
  const done = await deps.commitUpload({
    uploadId,
    indexId,
    ids: await deps.recordEntries.stagedIds(uploadId),
    idField,
    idOrigin: 'given',
    replacesAll: false,
    received: reading.read,
    staged: reading.staged,
    rejected: reading.rejected,
    commitId: jobId,
  });
  if (done.outcome === 'other_id_field')
    throw importVerdict(
      'VALIDATION_ERROR',
      `The ids of the index are in ${done.idField} since records were uploaded meanwhile; import again.`,
    );
  if (done.outcome === 'committed') return true;
  const index = await deps.productIndexes.get(indexId);
  if (index === null || index.isDeleting) throw jobOver('failed');
  return false;
}

/** Replaces settings of the index by the mapped ones; settings that the source lacks stay. */
async function saveSettings(
  { productIndexes, indexSettings }: AddImportedDeps,
  row: ProductImportRow,
): Promise<void> {
  if (row.mappedSettings === null) return;
  const mapped = JSON.parse(row.mappedSettings) as ObjectSettings;
  for (let merge = 1; merge <= mergesMax; merge++) {
    const index = await productIndexes.get(row.indexId);
    if (index === null) throw jobOver('failed');
    const wanted = mergedSettings(index, mapped);
    if (isDeepStrictEqual(wanted, settingsOf(index))) return;
    if ((await indexSettings.replace(index, wanted)) !== null) return;
  }
  throw new Error('the settings are being changed by others');
}

/** Path of the report of an import. */
function reportPath(jobId: string): string {
  return `/v1/imports/${jobId}/report`;
}

function mergedSettings(index: ProductIndexRow, mapped: ObjectSettings): ObjectSettings {
  const before = settingsOf(index);
  const fields = { ...before.fields, ...mapped.fields };
  return { ...before, ...mapped, ...(Object.keys(fields).length === 0 ? {} : { fields }) };
}
