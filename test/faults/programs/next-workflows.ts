import { patched, sleep } from '@temporalio/workflow';
import { parseJob as formerParseJob } from '../../../workflows/documents/parse-job';
import { webhookDelivery as formerDelivery } from '../../../workflows/platform/webhook-delivery';
import { pinRuns } from '../../../workflows/versioning';

// The workflows of a next release: two of them begin with a step more.
export {
  collector,
  evaluation,
  indexJob,
  retention,
  sweep,
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

/** Without a guard: runs of the former release end on their build. */
export async function parseJob(...args: Parameters<typeof formerParseJob>) {
  await sleep(1);
  return formerParseJob(...args);
}

pinRuns(parseJob);

/** With a guard: runs of the former release go on in this one. */
export async function webhookDelivery(...args: Parameters<typeof formerDelivery>) {
  if (patched('next-release')) await sleep(1);
  return formerDelivery(...args);
}
