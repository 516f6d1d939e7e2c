import { type ProductBuildRow } from '../../../src/stores/products/product-builds';
import { type ActivityDeps } from '../../deps';
import { buildBlobs } from './held-build';

/** Names of all that belongs to a build. */
type DiscardedBuild = Pick<ProductBuildRow, '_id' | 'indexId' | 'physical'>;

/** Removes builds that are not kept: physical index, blobs, groups, then the row that names them. */
export function createDiscard(
  deps: Pick<ActivityDeps, 'blobs' | 'physicalIndexes' | 'productBuilds' | 'productIndexes' | 'recordGroups'>,
) {
  const { blobs, physicalIndexes, productBuilds, productIndexes, recordGroups } = deps;

  async function discard(build: DiscardedBuild): Promise<void> {
    await physicalIndexes.drop(build.physical);
    await blobs.deletePrefix(buildBlobs(build));
    await recordGroups.removeOf(build._id);
    await productBuilds.remove(build._id);
  }

  /** Removes every build of an index but the served one, the former one and one that is under way. */
  async function dropOldBuilds(indexId: string): Promise<void> {
    const builds = await productBuilds.listOf(indexId);
    const index = await productIndexes.get(indexId);
    const kept = [index?.served, index?.former, index?.building].map((build) => build?.buildId);
    for (const build of builds) if (!kept.includes(build._id)) await discard(build);
  }

  return { discard, dropOldBuilds };
}
