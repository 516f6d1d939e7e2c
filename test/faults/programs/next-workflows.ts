import { patched, sleep } from '@temporalio/workflow';
import { parseJob as presentParseJob } from '../../../workflows/documents/parse-job';
import { webhookDelivery as presentDelivery } from '../../../workflows/platform/webhook-delivery';
import { pinRuns } from '../../../workflows/versioning';

// The workflows of a next build: two of them begin with a step more.
export {
  collector,
  evaluation,
  indexJob,
  documentRetention,
  rollback,
  sourceSync,
  documentSweep,
  platformRetention,
  webhookRecovery,
  webhookSweep,
  indexBuild,
  indexDelete,
  indexImport,
  indexWrite,
  productSweep,
} from '../../../workflows';

/** Without a guard: runs of the present build end on it. */
export async function parseJob(...args: Parameters<typeof presentParseJob>) {
  await sleep(1);
  return presentParseJob(...args);
}

pinRuns(parseJob);

/** With a guard: runs of the present build end on this one. */
export async function webhookDelivery(...args: Parameters<typeof presentDelivery>) {
  if (patched('next-build')) await sleep(1);
  return presentDelivery(...args);
}
