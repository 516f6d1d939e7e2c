import { type CountedGroups, countGroups, groupsCounted } from '../../../src/product-search';
import { type ActivityDeps } from '../../deps';
import { type BuildLease } from './build-lease';

type GroupDeps = Pick<ActivityDeps, 'physicalIndexes' | 'productBuilds' | 'recordGroups'>;

/**
 * Counts the groups of a new build by their codes, and records whether the count is exact. It is not if the
 * search engine keeps other bits of a value than the codes assume; searches then count groups in another way.
 *
 * @param tolerance number of groups by which live writes may have changed the build since it began
 * @returns a sentence about a wrong count; null when it is exact, and for builds without codes
 */
export async function checkGroups(
  { physicalIndexes, productBuilds, recordGroups }: GroupDeps,
  { build }: BuildLease,
  tolerance: { more: number; fewer: number },
): Promise<string | null> {
  if ((build.groupField ?? null) === null) return null;
  const dealt = await recordGroups.count(build._id);
  const { aggregations } = await physicalIndexes.search(build.physical, {
    size: 0,
    aggs: { groups: countGroups() },
  });
  const counted = groupsCounted(aggregations!.groups as CountedGroups);
  const areGroupsExact = counted <= dealt + tolerance.more && counted >= dealt - tolerance.fewer;
  await productBuilds.set(build._id, { areGroupsExact });
  return areGroupsExact ? null : `${counted} groups are counted instead of ${dealt}.`;
}
