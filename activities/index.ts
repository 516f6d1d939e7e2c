import { type Activities } from '../src/domain/activities';
import { type ProductActivities } from '../src/domain/products/activities';
import { quickPatienceMs } from '../src/domain/documents/parse-lane';
import { type TaskQueue } from '../src/domain/platform/task-queues';
import { bound } from './attempt/bound';
import { measured } from './attempt/measured';
import { inTurns } from './attempt/organization-slots';
import { type ActivityDeps } from './deps';
import {
  collectNamespaces,
  flattenCollection,
  removeUnseenVersions,
  repairSearchIndex,
} from './documents/collector';
import { evaluationActivities } from './documents/evaluation';
import { sweepEvaluations } from './documents/evaluation/sweep-evaluations';
import { indexJobActivities } from './documents/index-job';
import { createFileParts } from './documents/index-job/file-parts';
import { parseFile } from './documents/index-job/parse-file';
import { removeOldIndexJobs, sweepIndexJobs } from './documents/index-job/sweep-jobs';
import { releaseOrphanHolds } from './documents/orphan-holds';
import { describeChunks } from './documents/parse-job/describe-chunks';
import { asFailure } from './documents/parse-job/failures';
import { fetchInput } from './documents/parse-job/fetch-input';
import {
  cancelParseJob,
  claimParseJob,
  completeParseJob,
  failParseJob,
} from './documents/parse-job/job-moves';
import { parseDocument } from './documents/parse-job/parse-document';
import { parseWorkbook } from './documents/parse-job/parse-workbook';
import { storeResult } from './documents/parse-job/store-result';
import { sweepParseJobs } from './documents/parse-job/sweep-jobs';
import { removeExpiredJobs, removeMaskingReports, removeOldQueryBodies } from './documents/retention';
import { sourceSyncActivities } from './documents/source-sync';
import { sweepSyncs } from './documents/source-sync/sweep-syncs';
import { removeAbandonedBlobs, removeExpiredUploads } from './platform/retention';
import { recoverDeliveries } from './platform/webhooks/recover-deliveries';
import { createSendWebhook } from './platform/webhooks/send-webhook';
import { cancelDelivery, requestAttempt } from './platform/webhooks/steer-delivery';
import { sweepDeliveries, sweepWebhookEndpoints } from './platform/webhooks/sweep-webhooks';
import { indexBuildActivities } from './products/index-build';
import { claimDeletion, finishDeletion, removeIndex } from './products/index-delete';
import { indexImportActivities } from './products/index-import';
import { applyWrites } from './products/index-write/apply-writes';
import { removeBrokenUploads, sweepWrites } from './products/index-write/sweep-writes';
import { makeLaterVectors } from './products/later-vectors';
import { asProductFailure } from './products/product-failure';
import { sweepProductJobs } from './products/sweep-jobs';

export { type ActivityDeps } from './deps';

/**
 * Creates all activities, by queue, bound to their dependencies. Every error leaves as a failure whose type
 * is a code of the domain.
 */
export function createActivities(given: ActivityDeps) {
  const { slots } = given;
  const deps = { ...given, ...createFileParts(given) };
  const parse: Pick<Activities, 'parseWorkbook' | 'parseDocument' | 'parseFile'> = bound(deps, {
    parseWorkbook,
    parseDocument,
    parseFile,
  });
  const quick: Pick<Activities, 'parseWorkbook' | 'parseDocument'> = {
    parseWorkbook: (ref) => parseWorkbook(deps, ref, quickPatienceMs),
    parseDocument: (ref) => parseDocument(deps, ref, quickPatienceMs),
  };
  const products: ProductActivities = {
    ...bound(deps, {
      ...indexBuildActivities,
      ...indexImportActivities,
      applyWrites,
      makeLaterVectors,
      claimDeletion,
      removeIndex,
      finishDeletion,
      sweepProductJobs,
      sweepWrites,
      removeBrokenUploads,
    }),
  };
  const sheaf: Omit<Activities, keyof typeof parse | keyof ProductActivities | 'sendWebhook'> = {
    ...bound(deps, {
      ...parseJobActivities,
      ...indexJobActivities,
      ...sourceSyncActivities,
      ...evaluationActivities,
      ...upkeepActivities,
      ...retentionActivities,
      ...deliveryActivities,
      ...sweepActivities,
    }),
  };
  // Each queue has slots of its own, so that slow receivers take none of the others.
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

/** Activities of parse jobs; parsing workbooks has queues of its own. */
const parseJobActivities = {
  claimParseJob,
  fetchInput,
  describeChunks,
  storeResult,
  completeParseJob,
  failParseJob,
  cancelParseJob,
};

const upkeepActivities = {
  repairSearchIndex,
  removeUnseenVersions,
  collectNamespaces,
  flattenCollection,
  releaseOrphanHolds,
};

const retentionActivities = {
  removeExpiredJobs,
  removeMaskingReports,
  removeOldQueryBodies,
  removeExpiredUploads,
  removeAbandonedBlobs,
};

/** Repairs of what a crash left, by kind of row. */
const sweepActivities = {
  sweepParseJobs,
  sweepIndexJobs,
  removeOldIndexJobs,
  sweepSyncs,
  sweepEvaluations,
  sweepDeliveries,
  sweepWebhookEndpoints,
};

const deliveryActivities = { cancelDelivery, requestAttempt, recoverDeliveries };

/** Activities whose errors leave as failures. @param toFailure converts an error into a failure */
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
