import { type Logger } from 'pino';
import { ID_PREFIX } from '../../../src/domain/platform/ids';
import { JOB_STAGES } from '../../../src/domain/products/product-job';
import { ownedBy } from '../../../src/stores/mongo/owned-by';
import { type ProductIndexRow } from '../../../src/stores/products/product-indexes';
import { type ProductJobRow } from '../../../src/stores/products/product-jobs';
import { type ApiDeps } from '../../deps';
import { isRefusal } from '../../../src/domain/platform/refusal';
import { type Caller } from '../../../src/domain/platform/caller';
import { createIndex } from '../../../src/services/products/indexes/create';
import { acceptJob } from '../../../src/services/products/jobs/accept';
import { findIndex } from '../../../src/services/products/indexes/find';
import { refusePartialWriters } from '../../../src/services/products/records/own-records';
import { type ImportBody } from './schema';
import { resolveSource } from './import-source';

type ImportDeps = Pick<ApiDeps, 'config' | 'jobs' | 'outbound' | 'sealer' | 'stores'>;

/**
 * Accepts an import, and makes its target where there is none. A repeated request with the same id is answered
 * with the job of the first one.
 *
 * @throws Refusal `EXTERNAL_APP_NOT_FOUND`, `JOB_RUNNING`, `ALIAS_NOT_INDEX`, `ACCESS_DENIED`, `FORBIDDEN`,
 *   `INDEX_NOT_FOUND` for a target that is being deleted, `INDEX_TOO_LARGE`, `INDEX_EXISTS`
 * @throws ValidationError for an upload that cannot be read
 */
export async function startImport(
  deps: ImportDeps,
  caller: Caller,
  body: ImportBody,
  { jobId, log, signal }: { jobId: string; log: Logger; signal: AbortSignal },
): Promise<ProductJobRow> {
  const { productImports, productJobs } = deps.stores;
  const former = await productJobs.find(caller, jobId);
  if (former !== null) return former;
  const existing = await findTarget(deps, caller, body.target);
  if (existing !== null) refusePartialWriters(caller, existing);
  const { apiKey, idField, ...wanted } = await resolveSource(deps, caller, body, signal);
  const target = { name: body.target, idField, indexId: indexIdOf(jobId) };
  const { _id: indexId, name: indexName } = existing ?? (await createIndex(deps, caller, target));
  const { include: parts, build } = body;
  // The row comes before the job: a job without it would have nothing to read.
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

/** The index of this name; null where there is none. */
async function findTarget(
  deps: Pick<ApiDeps, 'stores'>,
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

/** Id of the index that an import makes: a repeated request finds it. */
function indexIdOf(jobId: string): string {
  return `${ID_PREFIX.productIndex}${jobId.slice(ID_PREFIX.productJob.length)}`;
}
