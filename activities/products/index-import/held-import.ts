import { type ProductImportRow } from '../../../src/stores/products/product-imports';
import { type ProductIndexRow } from '../../../src/stores/products/product-index-row';
import { type ProductJobRow } from '../../../src/stores/products/product-job-kind';
import { type ActivityDeps } from '../../deps';
import { jobOver } from '../index-build/build-failures';

/** A running import with its index. */
export interface HeldImport {
  job: ProductJobRow;
  row: ProductImportRow;
  index: ProductIndexRow;
}

/**
 * The rows of a running import, including one that has handed its index over to its build and has not ended.
 *
 * @throws ApplicationFailure `product_job_not_running`
 */
export async function heldImport(
  {
    productImports,
    productIndexes,
    productJobs,
  }: Pick<ActivityDeps, 'productImports' | 'productIndexes' | 'productJobs'>,
  jobId: string,
): Promise<HeldImport> {
  const job = await productJobs.get(jobId);
  if (job?.state !== 'importing' && job?.state !== 'running') throw jobOver(job?.state ?? null);
  const row = await productImports.get(jobId);
  const index = await productIndexes.get(job.indexId);
  if (row === null || index === null || index.isDeleting) throw jobOver('failed');
  const isHolder = index.holder?.jobId === jobId || index.holder?.jobId === row.buildJobId;
  if (!isHolder && row.buildJobId === null) throw jobOver('failed');
  return { job, row, index };
}
