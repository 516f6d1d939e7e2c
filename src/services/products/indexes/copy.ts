import { type Logger } from 'pino';
import { type ProductErrorCode } from '../../../domain/products/errors';
import { ID_PREFIX } from '../../../domain/platform/ids';
import { type ObjectSettings } from '../../../domain/products/settings';
import { type ProductIndexRow, settingsOf } from '../../../stores/products/product-index-row';
import { type ProductJobRow } from '../../../stores/products/product-job-kind';
import { type ServiceDeps } from '../../deps';
import { Refusal } from '../../../domain/platform/refusal';
import { startBuild } from '../builds/start';
import { createIndex } from './create';

/** Name of a copy, and the parts that it copies. */
export interface CopyRequest {
  name: string;
  records: boolean;
  settings: boolean;
}

/** Created copy, and the build that fills it; null for a copy without records. */
export interface MadeCopy {
  row: ProductIndexRow;
  job: ProductJobRow | null;
}

/**
 * Creates an index like another one, and starts the build that copies its records. A repeated request with
 * the same id resumes an interrupted one.
 *
 * @throws Refusal `INDEX_EXISTS`, `INDEX_TOO_LARGE`, `NO_DOCUMENTS` where there are no records to copy
 */
export async function copyIndex(
  deps: Pick<ServiceDeps, 'jobs' | 'stores'>,
  source: ProductIndexRow,
  {
    name,
    records: withRecords,
    settings: withSettings,
    indexId,
    log,
  }: CopyRequest & { indexId: string; log: Logger },
): Promise<MadeCopy> {
  if (withRecords && source.served === null && source.staged === 0)
    throw new Refusal<ProductErrorCode>('NO_DOCUMENTS', {
      message: 'The index has no records to copy.',
    });
  const settings = settingsOf(source);
  const row = await createIndex(deps, source, {
    indexId,
    name,
    idField: source.idField,
    settings: withSettings ? settings : accessRules(settings),
    ...(withRecords ? { copyFrom: source._id } : {}),
  });
  const jobId = `${ID_PREFIX.productJob}${indexId.slice(ID_PREFIX.productIndex.length)}`;
  return { row, job: withRecords ? await startBuild(deps, row, { jobId, log }) : null };
}

/** Settings that a copy cannot change, because it would show what the index hides. */
function accessRules({ acl, tenant_field, audit }: ObjectSettings): ObjectSettings {
  return {
    ...(acl === undefined ? {} : { acl }),
    ...(tenant_field === undefined ? {} : { tenant_field }),
    ...(audit === undefined ? {} : { audit }),
  };
}
