import { Context } from '@temporalio/activity';
import { type KeptBuild } from '../../../src/domain/products/product-index';
import { type LogView, nextView } from '../../../src/domain/products/record-log';
import { measuredFields } from '../../../src/product-search';
import { dropLostFormer } from '../../../src/stores/products/lost-former';
import { productAlias } from '../../../src/stores/products/physical-index';
import { type ProductIndexRow } from '../../../src/stores/products/product-index-row';
import { type ProductJobResult } from '../../../src/stores/products/product-job-kind';
import { type ActivityDeps } from '../../deps';
import { jobOver } from './build-failures';
import { type BuildLease, tableOfLease } from './build-lease';

type PublishDeps = Pick<
  ActivityDeps,
  'physicalIndexes' | 'productIndexes' | 'productJobs' | 'recordPages' | 'stagedUploads'
>;

/**
 * Publishes a checked build: it moves the alias first, then updates the row of the index, which searches and
 * live writes use. May be repeated after any of its steps.
 */
export async function publishBuild(deps: PublishDeps, lease: BuildLease): Promise<void> {
  const { physicalIndexes, productJobs } = deps;
  const { build, index, job } = lease;
  if (!(await productJobs.beginPublishing(job._id)))
    throw jobOver((await productJobs.get(job._id))?.state ?? null);
  await physicalIndexes.open(build.physical);
  await physicalIndexes.pointAlias(index._id, build.physical);
  const records = await switchRow(deps, lease);
  await productJobs.note(job._id, { result: resultOf(lease, records) });
  // A merge changes no answer: without it, searches only cost more.
  await physicalIndexes.startMerge(build.physical, records).catch((error: unknown) => {
    Context.current().log.warn('the segments of a build could not be merged', { error });
  });
}

/**
 * Updates the row of the index; after concurrent commits of uploads or live writes it counts again and
 * retries. Returns the number of records of the build.
 */
async function switchRow(deps: PublishDeps, { build, job }: BuildLease): Promise<number> {
  const { physicalIndexes, productIndexes } = deps;
  let staged = null as { commits: number; ids: number } | null;
  for (;;) {
    const index = await productIndexes.get(build.indexId);
    if (index?.holder?.jobId !== job._id) throw jobOver('failed');
    if (index.served?.buildId === build._id) return index.served.records;
    const { appliedThrough, commits } = index;
    // The view in the row includes a clear during the build.
    const view = index.building?.view ?? build.view;
    if (staged?.commits !== commits) staged = { commits, ids: await countStaged(deps, index, view) };
    const records = await physicalIndexes.count(build.physical);
    const served: KeptBuild = {
      buildId: build._id,
      physical: build.physical,
      view,
      appliedThrough,
      builtAt: Date.now(),
      builtRecords: records,
      records,
    };
    const switched = await productIndexes.serve(build.indexId, served, { staged: staged.ids, commits });
    if (switched !== null) {
      await dropLostFormer(deps, switched);
      return records;
    }
  }
}

/** Number of distinct ids in uploads that a view does not contain and the next one does. */
export async function countStaged(
  { recordPages, stagedUploads }: Pick<ActivityDeps, 'recordPages' | 'stagedUploads'>,
  index: ProductIndexRow,
  { stagedThrough }: LogView,
): Promise<number> {
  const after = Math.max(stagedThrough, nextView(index).voidThrough);
  const later = await stagedUploads.committedAfter(index._id, after);
  return recordPages.countStaged(
    index._id,
    later.map(({ uploadId }) => uploadId),
  );
}

function resultOf(lease: BuildLease, records: number): ProductJobResult {
  const { build, index, job } = lease;
  const table = tableOfLease(lease);
  const isMeasured = measuredFields(table).length > 0;
  return {
    ...job.result,
    alias: productAlias(index._id),
    build: build._id,
    physical: build.physical,
    // A second attempt finds the build served: the first one's result then names the former build.
    previous:
      index.served?.buildId === build._id ? (index.former?.buildId ?? null) : (index.served?.buildId ?? null),
    records,
    facets: table.fields.filter(({ facet }) => facet).map(({ path }) => path.join('.')),
    constraints: {
      ranking: isMeasured,
      reason: isMeasured ? null : 'no number field has a known unit, and none is the price',
    },
  };
}
