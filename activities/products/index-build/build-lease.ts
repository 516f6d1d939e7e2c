import { settingsOfBuild, type ProductBuildRow, tableOf } from '../../../src/stores/products/product-builds';
import { type FieldTable } from '../../../src/domain/products/field-table';
import { type BuildUnderWay } from '../../../src/domain/products/product-index';
import { type ObjectSettings } from '../../../src/domain/products/settings';
import { type ProductIndexRow } from '../../../src/stores/products/product-index-row';
import { type ProductJobRow } from '../../../src/stores/products/product-job-kind';
import { type ActivityDeps } from '../../deps';
import { createDocumentMaker, type DocumentDeps, type DocumentMaker } from '../build-documents';
import { jobOver } from './build-failures';

export type LeaseDeps = Pick<ActivityDeps, 'productBuilds' | 'productIndexes' | 'productJobs'>;

/** A running job, and the index that it has for itself: no other job changes it meanwhile. */
export interface JobLease {
  job: ProductJobRow;
  index: ProductIndexRow;
}

/** A running build whose ranges are planned, with the settings that it is made with. */
export interface BuildLease extends JobLease {
  build: ProductBuildRow & { rangeEnds: string[] };
  settings: ObjectSettings;
}

/** The rows of a running job that holds its index. @throws ApplicationFailure `product_job_not_running` */
export async function readJobLease(
  { productIndexes, productJobs }: LeaseDeps,
  jobId: string,
): Promise<JobLease> {
  const job = await productJobs.get(jobId);
  if (job?.state !== 'running') throw jobOver(job?.state ?? null);
  const index = await productIndexes.get(job.indexId);
  if (index?.holder?.jobId !== jobId) throw jobOver('failed');
  return { job, index };
}

/** The rows of a running build with a plan. @throws ApplicationFailure `product_job_not_running` */
export async function readBuildLease(deps: LeaseDeps, jobId: string): Promise<BuildLease> {
  const lease = await readJobLease(deps, jobId);
  const build = await deps.productBuilds.get(lease.job.buildId!);
  if (build === null) throw jobOver('failed');
  if (build.rangeEnds === null) throw new Error(`build ${build._id} has no ranges`);
  // A later clear voids records of the planned view.
  const voidThrough = Math.max(build.view.voidThrough, lease.index.voidThrough);
  const view = { ...build.view, voidThrough };
  return {
    ...lease,
    build: { ...build, view, rangeEnds: build.rangeEnds },
    settings: settingsOfBuild(build),
  };
}

/** The field table of a build after its `schema` stage. */
export function tableOfLease({ build }: BuildLease): FieldTable {
  const table = tableOf(build);
  if (table === null) throw new Error(`build ${build._id} has no field table`);
  return table;
}

/** Maker of the documents of a build after its `schema` stage. */
export function makerOfLease(deps: DocumentDeps, { build }: BuildLease): DocumentMaker {
  const maker = createDocumentMaker(deps, build);
  if (maker === null) throw new Error(`build ${build._id} has no field table`);
  return maker;
}

/** Whether a build is served already, as after a reset of its run to an earlier stage. */
export function isServed({ build, index }: BuildLease): boolean {
  return index.served?.buildId === build._id;
}

/** A build as the row of its index names it while it is under way. */
export function underWay({ _id: buildId, physical, view }: ProductBuildRow): BuildUnderWay {
  return { buildId, physical, view };
}

/** Prefix of the blobs of a build. */
export function buildBlobs({ indexId, _id }: Pick<ProductBuildRow, '_id' | 'indexId'>): string {
  return `products/${indexId}/${_id}/`;
}

/** Blob of the summary of a range. */
export function summaryKey(build: Pick<ProductBuildRow, '_id' | 'indexId'>, range: number): string {
  return `${buildBlobs(build)}summary-${range}`;
}
