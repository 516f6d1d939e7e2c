import { type ProductBuildRow } from '../../../src/stores/products/product-builds';
import { type ActivityDeps } from '../../deps';
import { buildBlobs } from './build-lease';

/** Names of all data of a build. */
type DiscardedBuild = Pick<ProductBuildRow, '_id' | 'indexId' | 'physical'>;

export type DiscardBuildsDeps = Pick<
  ActivityDeps,
  'blobs' | 'buildWords' | 'physicalIndexes' | 'productBuilds' | 'productIndexes' | 'recordGroups'
>;

/**
 * Removes a build that is not kept: physical index, blobs, words and groups, then the row that names them.
 */
export async function discardBuild(
  { physicalIndexes, blobs, buildWords, recordGroups, productBuilds }: DiscardBuildsDeps,
  build: DiscardedBuild,
): Promise<void> {
  await physicalIndexes.drop(build.physical);
  await blobs.deletePrefix(buildBlobs(build));
  await buildWords.removeOf(build._id);
  await recordGroups.removeOf(build._id);
  await productBuilds.remove(build._id);
}

/** Removes every build of an index except the served, the former and a running one. */
export async function dropOldBuilds(deps: DiscardBuildsDeps, indexId: string): Promise<void> {
  const builds = await deps.productBuilds.listOf(indexId);
  const index = await deps.productIndexes.get(indexId);
  const kept = [index?.served, index?.former, index?.building].map((build) => build?.buildId);
  for (const build of builds) if (!kept.includes(build._id)) await discardBuild(deps, build);
}
