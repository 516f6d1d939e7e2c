import { ENVIRONMENTS } from '../domain/platform/tenancy';
import { Refusal, UsageError } from '../refusal';
import { type Stores } from '../stores';
import { acceptBuild } from '../stores/products/accept-build';
import { readNamedPlace, tenantOf } from './tenant';

/** Usage of the command line. */
export const rebuildUsage = `Usage: npm run --silent rebuild -- --organization <name> --environment <${ENVIRONMENTS.join('|')}> <index>
       npm run --silent rebuild -- --missing

  With --missing: rebuilds everything that Elasticsearch has lost, of every organization, while the service runs. Indexes of
  documents are rebuilt from their texts in MongoDB; vectors come from the cache, or are made again with the EMBEDDING_… settings.
  Queries of a collection are answered again once its index is complete. Indexes of product search get builds. A run that broke off
  goes on when the command is given again.

  With an index: accepts a build of an index of product search from its records in MongoDB, such as after the loss of Elasticsearch. The running
  service starts it within two minutes; what is served stays until it has ended. Staged records are taken in, as in any build.

MongoDB and Elasticsearch are those of MONGODB_URL and ELASTICSEARCH_URL, else of the running stack (DATA_DIR, default .data).`;

/** Stores that the command works with. */
export type RebuildStores = Pick<Stores, 'acceptProductJob' | 'organizations' | 'productIndexes'>;

/**
 * Reads the command line, all of it before anything is connected. The run answers a line for people.
 *
 * @throws UsageError, Refusal, or an error of `parseArgs`
 */
export function readRebuildCommand(argv: readonly string[]): (stores: RebuildStores) => Promise<string> {
  const place = readNamedPlace(argv, 'index');
  return async (stores) => {
    const { organizations, productIndexes } = stores;
    const { name, environment } = place;
    const tenant = await tenantOf(organizations, place);
    const index = await productIndexes.find(tenant, name);
    if (index === null) throw new Refusal(`${environment} has no index ${name}.`);
    if (index.served === null && index.staged === 0) throw new Refusal(`${name} has no records.`);
    const { jobId, acceptance } = await acceptBuild(stores, index);
    if (acceptance.outcome === 'gone') throw new Refusal(`${name} is being deleted.`);
    if (acceptance.outcome === 'held') throw new Refusal(`Job ${acceptance.holder.jobId} has ${name}.`);
    return `Job ${jobId} builds ${name}; it starts within two minutes.`;
  };
}

/** Whether a command line asks for all that is missing. @throws UsageError where it asks for more */
export function isForMissing(argv: readonly string[]): boolean {
  if (!argv.includes('--missing')) return false;
  if (argv.length > 1) throw new UsageError('--missing stands alone');
  return true;
}
