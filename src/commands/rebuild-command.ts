import { ID_PREFIX } from '../domain/platform/ids';
import { ENVIRONMENTS } from '../domain/platform/tenancy';
import { JOB_STAGES } from '../domain/products/product-job';
import { Refusal } from '../refusal';
import { type Stores } from '../stores';
import { newId } from '../stores/mongo/new-id';
import { readNamedPlace, tenantOf } from './named-place';

/** Usage of the command line. */
export const rebuildUsage = `Usage: npm run --silent rebuild -- --organization <name> --environment <${ENVIRONMENTS.join('|')}> <index>

  Accepts a build of an index of product search from its records in MongoDB, such as after the loss of Elasticsearch. The running
  service starts it within two minutes; what is served stays until it has ended. Staged records are taken in, as in any build.

MongoDB is that of MONGODB_URL, else of the running stack (DATA_DIR, default .data).`;

/** Stores that the command works with. */
export type RebuildStores = Pick<Stores, 'acceptProductJob' | 'organizations' | 'productIndexes'>;

/**
 * Reads the command line, all of it before anything is connected. The run answers a line for people.
 *
 * @throws UsageError, Refusal, or an error of `parseArgs`
 */
export function readRebuildCommand(argv: readonly string[]): (stores: RebuildStores) => Promise<string> {
  const place = readNamedPlace(argv, 'index');
  return async ({ acceptProductJob, organizations, productIndexes }) => {
    const { name, environment } = place;
    const tenant = await tenantOf(organizations, place);
    const index = await productIndexes.find(tenant, name);
    if (index === null) throw new Refusal(`${environment} has no index ${name}.`);
    if (index.served === null && index.staged === 0) throw new Refusal(`${name} has no records.`);
    const jobId = newId(ID_PREFIX.productJob);
    const acceptance = await acceptProductJob({
      _id: jobId,
      type: 'index.build',
      indexId: index._id,
      indexName: name,
      ...tenant,
      stages: JOB_STAGES['index.build'],
      buildId: newId(ID_PREFIX.productBuild),
    });
    if (acceptance.outcome === 'gone') throw new Refusal(`${name} is being deleted.`);
    if (acceptance.outcome === 'held') throw new Refusal(`Job ${acceptance.holder.jobId} has ${name}.`);
    return `Job ${jobId} builds ${name}; it starts within two minutes.`;
  };
}
