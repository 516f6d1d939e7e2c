import { type FieldTable, columnKind } from '../../../src/domain/products/field-table';
import { type ProductJobRef, type BuildRangeRef } from '../../../src/domain/products/activities';
import { keepRangeWords, listWords } from '../../../src/product-search';
import { type Columns } from '../../../src/stores/products/physical-index';
import { whileAlive } from '../../attempt/while-alive';
import { type ActivityDeps } from '../../deps';
import { refusalWarnings } from '../refused-documents';
import { jobOver } from './build-failures';
import {
  readBuildLease,
  isServed,
  makerOfLease,
  tableOfLease,
  underWay,
  type LeaseDeps,
} from './build-lease';
import { type DocumentDeps } from '../build-documents';
import { rangePages } from './range-pages';
import { beginStage, type StageDeps } from './stage-notes';

export type UploadRecordsDeps = Pick<
  ActivityDeps,
  | 'blobs'
  | 'physicalIndexes'
  | 'productBuildParts'
  | 'productBuilds'
  | 'productIndexes'
  | 'productJobs'
  | 'recordPages'
> &
  DocumentDeps &
  LeaseDeps &
  StageDeps;

export async function openBuild(deps: UploadRecordsDeps, { jobId }: ProductJobRef): Promise<void> {
  const lease = await readBuildLease(deps, jobId);
  const { build, index } = lease;
  if (isServed(lease)) return;
  await beginStage(deps, jobId, 'upload', build.records);
  await deps.productBuilds.set(build._id, { isOpen: true });
  const dimensions = build.vectors?.dimensions ?? null;
  await deps.physicalIndexes.create(build.physical, columnsOf(tableOfLease(lease)), dimensions);
  if ((await deps.productIndexes.nameBuilding(index._id, jobId, underWay(build))) === null)
    throw jobOver('failed');
}

export async function uploadRange(
  deps: UploadRecordsDeps,
  { jobId, range }: BuildRangeRef,
): Promise<{ records: number }> {
  const lease = await readBuildLease(deps, jobId);
  if (isServed(lease)) return { records: 0 };
  const { build } = lease;
  const part = { jobId, stage: 'upload' as const, range };
  const { make } = makerOfLease(deps, lease);
  return whileAlive(async (signal) => {
    const words = listWords();
    let count = 0;
    let refused = 0;
    const place = { indexId: build.indexId, view: build.view, ends: build.rangeEnds, range };
    for await (const records of rangePages(deps, place)) {
      signal.throwIfAborted();
      const made = await make(records, signal);
      for (const each of made.words) words.add(each);
      const left = await deps.physicalIndexes.write(build.physical, made.documents);
      if (left.length > 0) await deps.productJobs.warn(jobId, refusalWarnings(left));
      count += records.length;
      refused += left.length;
      await deps.productBuildParts.saveProgress(part, { count, refused }, false);
    }
    const listed = { indexId: build.indexId, buildId: build._id };
    await keepRangeWords(deps.blobs, listed, range, words, signal);
    await deps.productBuildParts.saveProgress(part, { count, refused }, true);
    return { records: count };
  });
}

/** Columns of a physical index, from the field table of its build. */
function columnsOf({ fields }: FieldTable): Columns {
  const columns = fields.flatMap(({ column, type }) => {
    const kind = columnKind(type);
    return column === null || kind === null ? [] : [[column, kind] as const];
  });
  return Object.fromEntries(columns);
}
