import { type Logger } from 'pino';
import { ID_PREFIX } from '../../../domain/platform/ids';
import { JOB_STAGES } from '../../../domain/products/product-job';
import { ownedBy } from '../../../stores/mongo/owned-by';
import { type ProductIndexRow } from '../../../stores/products/product-index-row';
import { type ProductJobRow } from '../../../stores/products/product-job-kind';
import { type ServiceDeps } from '../../deps';
import { isRefusal } from '../../../domain/platform/refusal';
import { type Caller } from '../../../domain/platform/caller';
import { createIndex } from '../indexes/create';
import { acceptJob } from '../jobs/accept';
import { findIndex } from '../indexes/find';
import { refusePartialWriters } from '../records/own-records';
import { type ImportParts } from '../../../domain/products/import';
import { type ImportSource, resolveSource } from './source';

export interface ImportRequest {
  source: ImportSource;
  /** Name of the index that receives the records and settings. */
  target: string;
  parts: ImportParts;
  /** Whether a build of the index follows. */
  build: boolean;
}

type ImportDeps = Pick<ServiceDeps, 'config' | 'jobs' | 'outbound' | 'sealer' | 'stores'>;

/**
 * Accepts an import, and creates its target where there is none. A repeated request with the same id gets the
 * job of the first one.
 *
 * @throws Refusal `EXTERNAL_APP_NOT_FOUND`, `JOB_RUNNING`, `ALIAS_NOT_INDEX`, `ACCESS_DENIED`, `FORBIDDEN`,
 * `INDEX_NOT_FOUND` for a target that is being deleted, `INDEX_TOO_LARGE`, `INDEX_EXISTS`
 * @throws ValidationError for an upload that cannot be read
 */
export async function startImport(
  deps: ImportDeps,
  caller: Caller,
  { source, target: name, parts, build }: ImportRequest,
  { jobId, log, signal }: { jobId: string; log: Logger; signal: AbortSignal },
): Promise<ProductJobRow> {
  const { productImports, productJobs } = deps.stores;
  const former = await productJobs.find(caller, jobId);
  if (former !== null) return former;
  const existing = await findTarget(deps, caller, name);
  if (existing !== null) refusePartialWriters(caller, existing);
  const { apiKey, idField, ...wanted } = await resolveSource(deps, caller, source, signal);
  const target = { name, idField, indexId: indexIdOf(jobId) };
  const { _id: indexId, name: indexName } = existing ?? (await createIndex(deps, caller, target));
  // The row of the import is written before the job, because a job without it has nothing to read.
  await productImports.insert({ _id: jobId, indexId, ...ownedBy(caller), ...wanted, parts, build });
  const credentials = apiKey === null ? {} : { credentials: deps.sealer.seal(apiKey, jobId) };
  return acceptJob(
    deps,
    {
      _id: jobId,
      type: 'index.import',
      indexId,
      indexName,
      ...ownedBy(caller),
      stages: JOB_STAGES['index.import'],
      ...credentials,
    },
    { runs: deps.jobs.imports, log },
  );
}

/** Index of this name; null for none. */
async function findTarget(
  deps: Pick<ServiceDeps, 'stores'>,
  caller: Caller,
  name: string,
): Promise<ProductIndexRow | null> {
  try {
    return await findIndex(deps, caller, name);
  } catch (error) {
    if (isRefusal(error) && error.code === 'INDEX_NOT_FOUND') return null;
    throw error;
  }
}

/** Id of the index that an import creates, by which a repeated request finds it. */
function indexIdOf(jobId: string): string {
  return `${ID_PREFIX.productIndex}${jobId.slice(ID_PREFIX.productJob.length)}`;
}
