import { type ExperimentGroup } from '../../domain/products/experiment';
import { ID_PREFIX, isId, timeOfId } from '../../domain/platform/ids';
import { type Tenant } from '../../domain/platform/tenancy';
import { SealError, type Sealer } from '../../signing/sealed-text';
import { newId } from '../../stores/mongo/new-id';

/** Longest query id that is read; those with the longest names are shorter. */
export const queryIdCharsMax = 8_192;

/** Facts of a search that its query id holds. */
export interface IdentifiedSearch {
  queryId: string;
  searchedAt: Date;
  indexId: string;
  groups: ExperimentGroup[];
}

/**
 * Makes the id of a search. Where it counts in groups of an experiment, the id carries them, sealed for the
 * tenant: events find them without a row for each search.
 */
export function newQueryId(
  sealer: Sealer,
  tenant: Tenant,
  { indexId, groups }: { indexId: string; groups: readonly ExperimentGroup[] },
): string {
  const queryId = newId(ID_PREFIX.productQuery);
  if (groups.length === 0) return queryId;
  const names = groups.map(({ layer, group }) => [layer, group]);
  return `${queryId}.${sealer.seal([indexId, ...names], contextOf(tenant, queryId))}`;
}

/** Time of the search that an id belongs to. */
export function timeOfQuery(queryId: string): Date {
  return new Date(timeOfId(ID_PREFIX.productQuery, queryId));
}

/**
 * Reads the id of a search of the tenant.
 *
 * @returns `uncounted` for a search outside of experiments; null for what is no id, was changed, or is another
 *   tenant's
 */
export function readQueryId(
  sealer: Sealer,
  tenant: Tenant,
  text: string,
): IdentifiedSearch | 'uncounted' | null {
  const [queryId = '', ...rest] = text.split('.');
  if (!isId(ID_PREFIX.productQuery, queryId)) return null;
  if (rest.length === 0) return 'uncounted';
  try {
    const sealed = sealer.open(rest.join('.'), contextOf(tenant, queryId));
    const [indexId, ...names] = sealed as [string, ...[string, string][]];
    const groups = names.map(([layer, group]) => ({ layer, group }));
    return { queryId, searchedAt: timeOfQuery(queryId), indexId, groups };
  } catch (error) {
    if (error instanceof SealError) return null;
    throw error;
  }
}

function contextOf({ organizationId, environment }: Tenant, queryId: string): string {
  return `query/${organizationId}/${environment}/${queryId}`;
}
