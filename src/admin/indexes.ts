import { CommandError } from '../command-errors';
import { type Stores } from '../stores';
import { acceptBuild } from '../stores/products/accept-build';
import { type NamedPlace, requireTenant } from './tenant';

export type RebuildStores = Pick<Stores, 'acceptProductJob' | 'organizations' | 'productIndexes'>;

/** Accepts a build of a product index from its records in MongoDB. @throws CommandError */
export async function rebuildProductIndex(
  stores: RebuildStores,
  place: NamedPlace,
): Promise<{ index: string; job_id: string }> {
  const { organizations, productIndexes } = stores;
  const { name, environment } = place;
  const tenant = await requireTenant(organizations, place);
  const index = await productIndexes.find(tenant, name);
  if (index === null) throw new CommandError(`${environment} has no index ${name}.`);
  if (index.served === null && index.staged === 0) throw new CommandError(`${name} has no records.`);
  const { jobId, acceptance } = await acceptBuild(stores, index);
  if (acceptance.outcome === 'gone') throw new CommandError(`${name} is being deleted.`);
  if (acceptance.outcome === 'held') throw new CommandError(`Job ${acceptance.holder.jobId} has ${name}.`);
  return { index: name, job_id: jobId };
}
