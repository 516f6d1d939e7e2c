import { type Activities } from '../src/domain/activities';
import { type ProductActivities } from '../src/domain/products/activities';
import { quickPatienceMs } from '../src/domain/documents/parse-lane';
import { type TaskQueue } from '../src/domain/platform/task-queues';
import { measured } from './attempt/measured';
import { inTurns } from './attempt/organization-slots';
import { type ActivityDeps } from './deps';
import { createCollector } from './documents/collector';
import { createDescribeChunks } from './documents/parse-job/describe-chunks';
import { createEvaluationActivities } from './documents/evaluation';
import { asFailure } from './documents/parse-job/failures';
import { createFetchInput } from './documents/parse-job/fetch-input';
import { createIndexJobActivities } from './documents/index-job';
import { createParseFile } from './documents/index-job/parse-file';
import { createParseJobMoves } from './documents/parse-job/parse-job';
import { createParseWorkbook } from './documents/parse-job/parse-workbook';
import { createOrphanHolds } from './documents/orphan-holds';
import { createDocumentRetention } from './documents/retention';
import { createSourceSyncActivities } from './documents/source-sync';
import { createStoreResult } from './documents/parse-job/store-result';
import { createParseJobSweep } from './documents/parse-job/sweep-jobs';
import { createPlatformRetention } from './platform/retention';
import { createIndexBuildActivities } from './products/index-build';
import { createIndexDeleteActivities } from './products/index-delete';
import { createIndexImportActivities } from './products/index-import';
import { createApplyWrites } from './products/index-write/apply-writes';
import { createWritesSweep } from './products/index-write/sweep-writes';
import { asProductFailure } from './products/product-failure';
import { createProductJobSweep } from './products/sweep-jobs';
import { createSendWebhook } from './platform/webhooks/send-webhook';
import { createSteerDelivery } from './platform/webhooks/steer-delivery';
import { createRecoverDeliveries } from './platform/webhooks/recover-deliveries';
import { createWebhookSweep } from './platform/webhooks/sweep-webhooks';

export { type ActivityDeps } from './deps';

/**
 * Every activity, by the queue that serves it. All errors leave as failures with a code of the domain as
 * their type.
 */
export function createActivities(deps: ActivityDeps) {
  const { slots } = deps;
  const parse: Pick<Activities, 'parseWorkbook' | 'parseFile'> = {
    ...createParseWorkbook(deps),
    ...createParseFile(deps),
  };
  const quick: Pick<Activities, 'parseWorkbook'> = createParseWorkbook(deps, quickPatienceMs);
  const products: ProductActivities = {
    ...createIndexBuildActivities(deps),
    ...createIndexDeleteActivities(deps),
    ...createIndexImportActivities(deps),
    ...createProductJobSweep(deps),
    ...createApplyWrites(deps),
    ...createWritesSweep(deps),
  };
  const sheaf: Omit<Activities, keyof typeof parse | keyof ProductActivities | 'sendWebhook'> = {
    ...createParseJobMoves(deps),
    ...createFetchInput(deps),
    ...createDescribeChunks(deps),
    ...createStoreResult(deps),
    ...createParseJobSweep(deps),
    ...createOrphanHolds(deps),
    ...createDocumentRetention(deps),
    ...createPlatformRetention(deps),
    ...createCollector(deps),
    ...createIndexJobActivities(deps),
    ...createSourceSyncActivities(deps),
    ...createEvaluationActivities(deps),
    ...createRecoverDeliveries(deps),
    ...createSteerDelivery(deps),
    ...createWebhookSweep(deps),
  };
  // A set of slots for each queue: busy slow receivers take no place of the others.
  const [webhook, slow] = [createSendWebhook(deps), createSendWebhook(deps)];
  const light = { ...withCodes(asFailure, sheaf), ...withCodes(asProductFailure, products) };
  return measured(deps.metrics, {
    sheaf: light,
    content: inTurns(slots.content, light),
    parse: inTurns(slots.parse, withCodes(asFailure, parse)),
    'parse-quick': inTurns(slots['parse-quick'], withCodes(asFailure, quick)),
    webhook: withCodes(asFailure, webhook),
    'webhook-slow': withCodes(asFailure, slow),
  } satisfies Record<TaskQueue, object>);
}

/** Activities whose errors leave as failures. @param toFailure gives the failure for an error */
function withCodes<T extends object>(toFailure: (error: unknown) => unknown, activities: T): T {
  const entries = Object.entries(activities as Record<string, (input: unknown) => Promise<unknown>>);
  return Object.fromEntries(
    entries.map(([name, run]) => [
      name,
      async (input: unknown) => {
        try {
          return await run(input);
        } catch (error) {
          throw toFailure(error);
        }
      },
    ]),
  ) as T;
}
