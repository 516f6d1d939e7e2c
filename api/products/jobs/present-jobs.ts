import { seesAllRecords } from '../../../src/product-search';
import { settingsOf } from '../../../src/stores/products/product-indexes';
import { type ProductJobRow } from '../../../src/stores/products/product-jobs';
import { type ApiDeps } from '../../deps';
import { type Caller } from '../../../src/domain/platform/caller';
import { scopeOf } from '../../../src/domain/products/key-scope';
import { presentJob } from './present';
import { type JobResource } from './schema';

/** Whether a caller sees the values of the records that jobs are about: each, or none, of every job's index. */
export async function seesValuesOf(
  { stores }: Pick<ApiDeps, 'stores'>,
  caller: Caller,
  jobs: readonly ProductJobRow[],
): Promise<boolean[]> {
  const scope = scopeOf(caller);
  const rows = await stores.productIndexes.getMany([...new Set(jobs.map(({ indexId }) => indexId))]);
  const open = new Set(rows.filter((row) => seesAllRecords(scope, settingsOf(row))).map(({ _id }) => _id));
  return jobs.map(({ indexId }) => scope.type === 'admin' || open.has(indexId));
}

/** Jobs as a caller sees them: examples of values are for those who see every record of the index. */
export async function presentJobs(
  deps: Pick<ApiDeps, 'stores'>,
  caller: Caller,
  jobs: readonly ProductJobRow[],
): Promise<JobResource[]> {
  const sight = await seesValuesOf(deps, caller, jobs);
  return jobs.map((job, n) => presentJob(job, { withValues: sight[n]! }));
}
