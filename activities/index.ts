import { type Activities } from '../src/domain/activities';
import { type TaskQueue } from '../src/domain/platform/task-queues';
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
import { createDocumentRetention } from './documents/retention';
import { createStoreResult } from './documents/parse-job/store-result';
import { createParseJobSweep } from './documents/parse-job/sweep-jobs';
import { createPlatformRetention } from './platform/retention';
import { createSendWebhook } from './platform/webhooks/send-webhook';
import { createRecoverDeliveries } from './platform/webhooks/recover-deliveries';
import { createWebhookSweep } from './platform/webhooks/sweep-webhooks';

export { type ActivityDeps } from './deps';

/**
 * Every activity, by the queue that serves it. All errors leave as failures with a code of the domain as
 * their type.
 */
export function createActivities(deps: ActivityDeps) {
  const parse: Pick<Activities, 'parseWorkbook' | 'parseFile'> = {
    ...createParseWorkbook(deps),
    ...createParseFile(deps),
  };
  const sheaf: Omit<Activities, keyof typeof parse | 'sendWebhook'> = {
    ...createParseJobMoves(deps),
    ...createFetchInput(deps),
    ...createDescribeChunks(deps),
    ...createStoreResult(deps),
    ...createParseJobSweep(deps),
    ...createDocumentRetention(deps),
    ...createPlatformRetention(deps),
    ...createCollector(deps),
    ...createIndexJobActivities(deps),
    ...createEvaluationActivities(deps),
    ...createRecoverDeliveries(deps),
    ...createWebhookSweep(deps),
  };
  // A set of slots for each queue: busy slow receivers take no place of the others.
  const [webhook, slow] = [createSendWebhook(deps), createSendWebhook(deps)];
  return {
    sheaf: withCodes(sheaf),
    parse: withCodes(parse),
    webhook: withCodes(webhook),
    'webhook-slow': withCodes(slow),
  } satisfies Record<TaskQueue, object>;
}

function withCodes<T extends object>(activities: T): T {
  const entries = Object.entries(activities as Record<string, (input: unknown) => Promise<unknown>>);
  return Object.fromEntries(
    entries.map(([name, run]) => [
      name,
      async (input: unknown) => {
        try {
          return await run(input);
        } catch (error) {
          throw asFailure(error);
        }
      },
    ]),
  ) as T;
}
