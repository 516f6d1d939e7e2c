import { type PlatformErrorCode } from '../../../domain/platform/errors';
import { type EndpointFilter } from '../../../domain/platform/webhook-endpoint';
import { type ServiceDeps } from '../../deps';
import { Refusal } from '../../../domain/platform/refusal';

const noIds: Pick<EndpointFilter, 'collectionIds' | 'syncIds'> = { collectionIds: [], syncIds: [] };

/**
 * Refuses a filter with ids of collections or syncs that the organization does not have in any environment:
 * an endpoint receives the events of all of them. Ids of the former filter are allowed, so that the deletion
 * of a collection does not prevent changes of an endpoint.
 *
 * @param former filter of the endpoint before the change; default none
 * @throws Refusal `unknown_filter_id`
 */
export async function requireKnownIds(
  { stores }: Pick<ServiceDeps, 'stores'>,
  organizationId: string,
  { collectionIds, syncIds }: EndpointFilter,
  former = noIds,
): Promise<void> {
  const [collections, syncs] = await Promise.all([
    unknownOf(collectionIds, former.collectionIds, (ids) => stores.collections.known(organizationId, ids)),
    unknownOf(syncIds, former.syncIds, (ids) => stores.syncs.known(organizationId, ids)),
  ]);
  if (collections.length > 0) throw unknownIds('collection_ids', collections);
  if (syncs.length > 0) throw unknownIds('sync_ids', syncs);
}

async function unknownOf(
  ids: readonly string[],
  former: readonly string[],
  findKnown: (ids: readonly string[]) => Promise<string[]>,
): Promise<string[]> {
  const added = ids.filter((id) => !former.includes(id));
  if (added.length === 0) return [];
  const known = await findKnown(added);
  return added.filter((id) => !known.includes(id));
}

function unknownIds(list: string, ids: readonly string[]): Refusal<PlatformErrorCode> {
  return new Refusal<PlatformErrorCode>('unknown_filter_id', { details: { list, ids } });
}
