import {
  ActivityCancellationType,
  type ActivityInterfaceFor,
  type ActivityOptions,
  proxyActivities,
} from '@temporalio/workflow';
import { type Activities } from '../src/domain/activities';
import { fileReadMsMax } from '../src/domain/platform/limits';
import { type TaskQueue } from '../src/domain/platform/task-queues';

const contentQueue: TaskQueue = 'content';
const parseQueue: TaskQueue = 'parse';
const quickParseQueue: TaskQueue = 'parse-quick';
const webhookQueue: TaskQueue = 'webhook';
const slowWebhookQueue: TaskQueue = 'webhook-slow';

/**
 * For short reads and writes of the database. Retries are unlimited, since a workflow cannot continue without
 * the row.
 */
const storeClass: ActivityOptions = {
  startToCloseTimeout: '30 seconds',
  retry: { initialInterval: '500 milliseconds', backoffCoefficient: 2, maximumInterval: '15 seconds' },
};

/** For transfers from or to other servers. Missing heartbeats reveal dead workers. */
const outboundClass: ActivityOptions = {
  startToCloseTimeout: '10 minutes',
  heartbeatTimeout: '10 seconds',
  retry: {
    initialInterval: '1 second',
    backoffCoefficient: 2,
    maximumInterval: '15 seconds',
    maximumAttempts: 8,
  },
};

/**
 * Retries of activities whose attempts have no limit here: an attempt fails, to wait, when its organization
 * has no free slot. The activity counts its real tries and fails for good after the last one.
 */
const turnRetry = {
  initialInterval: '1 second',
  backoffCoefficient: 2,
  maximumInterval: '15 seconds',
} as const;

/** For work that takes a core for seconds to minutes, in slots of its own. */
const parseClass: ActivityOptions = {
  taskQueue: parseQueue,
  startToCloseTimeout: '10 minutes',
  heartbeatTimeout: '10 seconds',
  retry: turnRetry,
};

/** The same for small inputs. When no worker takes the task up in time, the run uses the other queue. */
const quickParseClass: ActivityOptions = {
  ...parseClass,
  taskQueue: quickParseQueue,
  scheduleToStartTimeout: '10 seconds',
};

/**
 * For reading one file of any kind. The reader's own time limit is far shorter, except that an attempt may
 * wait for its slot.
 */
const readClass: ActivityOptions = { ...parseClass, startToCloseTimeout: fileReadMsMax + 30 * 60_000 };

/**
 * For calls of a model, which is slow and may be busy; a large file may need thousands. The activity counts
 * its tries.
 */
const modelClass: ActivityOptions = {
  taskQueue: contentQueue,
  startToCloseTimeout: '6 hours',
  heartbeatTimeout: '30 seconds',
  retry: { ...turnRetry, initialInterval: '2 seconds', maximumInterval: '1 minute' },
};

/** For passes over many rows or blobs. */
const bulkClass: ActivityOptions = {
  startToCloseTimeout: '10 minutes',
  heartbeatTimeout: '10 seconds',
  retry: {
    initialInterval: '1 second',
    backoffCoefficient: 2,
    maximumInterval: '15 seconds',
    maximumAttempts: 8,
  },
};

/**
 * For calls of the embedder and the search engine. The attempts bound the wait for one that does not answer
 * to about 15 minutes.
 */
const embedClass: ActivityOptions = {
  taskQueue: contentQueue,
  startToCloseTimeout: '1 hour',
  heartbeatTimeout: '10 seconds',
  retry: {
    initialInterval: '1 second',
    backoffCoefficient: 2,
    maximumInterval: '1 minute',
    maximumAttempts: 20,
  },
};

/** For work of the embedder that nothing waits for. Retries are unlimited: the model may be away for long. */
const backgroundClass: ActivityOptions = {
  ...embedClass,
  retry: { initialInterval: '1 second', backoffCoefficient: 2, maximumInterval: '1 minute' },
};

/**
 * For reading pages of an index from a search provider. The attempts of one call bound the wait for a busy
 * provider to a little over a minute; each call that returns a page starts anew.
 */
const providerClass: ActivityOptions = { ...outboundClass, startToCloseTimeout: '15 minutes' };

/**
 * For work of the search engine of product search. The attempts bound the wait for an outage to about half an
 * hour; then the job fails.
 */
const engineClass: ActivityOptions = {
  startToCloseTimeout: '30 minutes',
  heartbeatTimeout: '10 seconds',
  retry: {
    initialInterval: '1 second',
    backoffCoefficient: 2,
    maximumInterval: '15 seconds',
    maximumAttempts: 120,
  },
};

/** For applying live writes. Retries are unlimited, since an acknowledged write is never dropped. */
const writeClass: ActivityOptions = {
  startToCloseTimeout: '10 minutes',
  heartbeatTimeout: '10 seconds',
  retry: { initialInterval: '200 milliseconds', backoffCoefficient: 2, maximumInterval: '5 seconds' },
};

/**
 * For many small files together. The activity counts its tries and leaves the remaining files after the last
 * one.
 */
const togetherClass: ActivityOptions = {
  taskQueue: contentQueue,
  startToCloseTimeout: '10 minutes',
  heartbeatTimeout: '10 seconds',
  retry: turnRetry,
};

/** For comparing a source with the documents of its sync, some pages at a time. */
const syncClass: ActivityOptions = {
  ...outboundClass,
  taskQueue: contentQueue,
  startToCloseTimeout: '1 hour',
};

/**
 * For listing up to 100,000 files of a customer's store; a retry continues where the last attempt stopped.
 * The activity counts its tries.
 */
const scanClass: ActivityOptions = { ...syncClass, retry: turnRetry };

/** For copying a file, and for embedding and storing one. The activities count their tries. */
const fetchClass: ActivityOptions = { ...outboundClass, taskQueue: contentQueue, retry: turnRetry };
const storeFileClass: ActivityOptions = {
  ...embedClass,
  retry: { ...turnRetry, maximumInterval: '1 minute' },
};

/** For searching a file for personal data: a hosted model may take hours. The activity counts its tries. */
const maskClass: ActivityOptions = { ...storeFileClass, startToCloseTimeout: '6 hours' };

/**
 * For a request to a receiver of events, with a deadline of its own. An answer that does not accept the event
 * is a result. Faults of the service, and the wait for other requests to the same receiver, are retried
 * without a limit.
 */
const webhookClass: ActivityOptions = {
  taskQueue: webhookQueue,
  startToCloseTimeout: '40 seconds',
  heartbeatTimeout: '10 seconds',
  retry: { initialInterval: '500 milliseconds', backoffCoefficient: 2, maximumInterval: '15 seconds' },
};

/** A cancelled activity is waited for, so that it writes nothing after the end of its job. */
const untilStopped: ActivityOptions = {
  cancellationType: ActivityCancellationType.WAIT_CANCELLATION_COMPLETED,
};

const proxiesOf =
  (options: ActivityOptions) =>
  (summary: string): ActivityInterfaceFor<Activities> =>
    proxyActivities<Activities>({ ...options, summary });

/**
 * Activities by class, which decides timeouts, retries and queue. The argument is the summary of the call in
 * the Temporal UI.
 */
export const storeActivities = proxiesOf(storeClass);
export const outboundActivities = proxiesOf(outboundClass);
export const parseActivities = proxiesOf(parseClass);
export const quickParseActivities = proxiesOf(quickParseClass);
export const modelActivities = proxiesOf(modelClass);
export const bulkActivities = proxiesOf(bulkClass);

/** Steps of builds: one range of records, or a step whose time grows with the index. */
export const engineActivities = proxiesOf({ ...engineClass, ...untilStopped });
export const longEngineActivities = proxiesOf({
  ...engineClass,
  ...untilStopped,
  startToCloseTimeout: '6 hours',
});

export const providerActivities = proxiesOf({ ...providerClass, ...untilStopped });

export const syncActivities = proxiesOf({ ...syncClass, ...untilStopped });

export const writeActivities = proxiesOf(writeClass);

/** Attempts of deliveries, in the common queue or in the one for slow receivers. */
export const webhookActivities = proxiesOf({ ...webhookClass, ...untilStopped });
export const slowWebhookActivities = proxiesOf({
  ...webhookClass,
  ...untilStopped,
  taskQueue: slowWebhookQueue,
});

export const togetherActivities = proxiesOf({ ...togetherClass, ...untilStopped });
export const scanActivities = proxiesOf({ ...scanClass, ...untilStopped });
export const fetchActivities = proxiesOf({ ...fetchClass, ...untilStopped });
export const readActivities = proxiesOf({ ...readClass, ...untilStopped });
export const backgroundActivities = proxiesOf({ ...backgroundClass, ...untilStopped });
export const embedActivities = proxiesOf({ ...embedClass, ...untilStopped });
export const maskActivities = proxiesOf({ ...maskClass, ...untilStopped });
export const storeFileActivities = proxiesOf({ ...storeFileClass, ...untilStopped });
