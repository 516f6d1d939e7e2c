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
 * A short read or write of the database. An outage is waited out, however long it takes: the row is the
 * truth.
 */
const storeClass: ActivityOptions = {
  startToCloseTimeout: '30 seconds',
  retry: { initialInterval: '500 milliseconds', backoffCoefficient: 2, maximumInterval: '15 seconds' },
};

/** A transfer from or to somewhere else; dead workers are noticed by the missing heartbeat. */
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
 * Pauses of activities whose attempts have no bound here, since an attempt beyond the share of its
 * organization waits by failing. The activity counts its tries and ends them: a file that kills workers must
 * end.
 */
const turnRetry = {
  initialInterval: '1 second',
  backoffCoefficient: 2,
  maximumInterval: '15 seconds',
} as const;

/** A core's work for seconds to minutes, in slots of its own. */
const parseClass: ActivityOptions = {
  taskQueue: parseQueue,
  startToCloseTimeout: '10 minutes',
  heartbeatTimeout: '10 seconds',
  retry: turnRetry,
};

/** The same for small inputs. Where no worker takes one up, the run uses the other queue. */
const quickParseClass: ActivityOptions = {
  ...parseClass,
  taskQueue: quickParseQueue,
  scheduleToStartTimeout: '10 seconds',
};

/**
 * Reading one file of any kind: its reader ends it with an error of its own long before, unless it waits for
 * its turn.
 */
const readClass: ActivityOptions = { ...parseClass, startToCloseTimeout: fileReadMsMax + 30 * 60_000 };

/**
 * Calls of a model, which is slow and may be busy; a large file may need thousands. The activity counts its
 * tries.
 */
const modelClass: ActivityOptions = {
  taskQueue: contentQueue,
  startToCloseTimeout: '6 hours',
  heartbeatTimeout: '30 seconds',
  retry: { ...turnRetry, initialInterval: '2 seconds', maximumInterval: '1 minute' },
};

/** A pass over many rows or blobs of our own. */
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
 * Asking the embedder and the search engine. The attempts are the budget of one that does not answer, about a
 * quarter of an hour.
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

/**
 * Asking a search provider for pages of an index. One that is busy or away has the attempts of one call,
 * which is a minute and some more, to come back; each call that brings a page begins anew.
 */
const providerClass: ActivityOptions = { ...outboundClass, startToCloseTimeout: '15 minutes' };

/**
 * Work for the search engine of product search. Its outage is waited out for about half an hour; then the job
 * is given up.
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

/**
 * Applying live writes. Outages of the database and of the search engine are waited out, however long they
 * take: an acknowledged write is never given up.
 */
const writeClass: ActivityOptions = {
  startToCloseTimeout: '10 minutes',
  heartbeatTimeout: '10 seconds',
  retry: { initialInterval: '200 milliseconds', backoffCoefficient: 2, maximumInterval: '5 seconds' },
};

/** Many small files together; the activity counts its tries, and leaves the files after the last one. */
const togetherClass: ActivityOptions = {
  taskQueue: contentQueue,
  startToCloseTimeout: '10 minutes',
  heartbeatTimeout: '10 seconds',
  retry: turnRetry,
};

/** Comparing a source with the documents of its sync, pages of it at a time. */
const syncClass: ActivityOptions = {
  ...outboundClass,
  taskQueue: contentQueue,
  startToCloseTimeout: '1 hour',
};

/**
 * Listing up to 100,000 files of a customer's store; a retry continues where the last attempt was. The
 * activity counts its tries.
 */
const scanClass: ActivityOptions = { ...syncClass, retry: turnRetry };

/** Copying a file, and embedding and storing one; the activities count their tries. */
const fetchClass: ActivityOptions = { ...outboundClass, taskQueue: contentQueue, retry: turnRetry };
const storeFileClass: ActivityOptions = {
  ...embedClass,
  retry: { ...turnRetry, maximumInterval: '1 minute' },
};

/** Searching a file for personal data: a hosted model may take hours. The activity counts its tries. */
const maskClass: ActivityOptions = { ...storeFileClass, startToCloseTimeout: '6 hours' };

/**
 * A request to a receiver of events, with a deadline of its own. A fault of the receiver is a result; faults
 * of our own are waited out, and so are the other requests to a busy receiver.
 */
const webhookClass: ActivityOptions = {
  taskQueue: webhookQueue,
  startToCloseTimeout: '40 seconds',
  heartbeatTimeout: '10 seconds',
  retry: { initialInterval: '500 milliseconds', backoffCoefficient: 2, maximumInterval: '15 seconds' },
};

/** A stopped step is over, and writes nothing more, before its job ends. */
const untilStopped: ActivityOptions = {
  cancellationType: ActivityCancellationType.WAIT_CANCELLATION_COMPLETED,
};

const proxiesOf =
  (options: ActivityOptions) =>
  (summary: string): ActivityInterfaceFor<Activities> =>
    proxyActivities<Activities>({ ...options, summary });

/**
 * Activities by class: what they cost decides timeouts, retries and queue. The argument is the line under
 * which operators find the call in the Temporal UI.
 */
export const storeActivities = proxiesOf(storeClass);
export const outboundActivities = proxiesOf(outboundClass);
export const parseActivities = proxiesOf(parseClass);
export const quickParseActivities = proxiesOf(quickParseClass);
export const modelActivities = proxiesOf(modelClass);
export const bulkActivities = proxiesOf(bulkClass);

/** Steps of builds: those of a range of records, and those that may take as long as the index is large. */
export const engineActivities = proxiesOf({ ...engineClass, ...untilStopped });
export const longEngineActivities = proxiesOf({
  ...engineClass,
  ...untilStopped,
  startToCloseTimeout: '6 hours',
});

/** The pages of an import. */
export const providerActivities = proxiesOf({ ...providerClass, ...untilStopped });

/** The pages of a sync. */
export const syncActivities = proxiesOf({ ...syncClass, ...untilStopped });

/** The live writes of an index. */
export const writeActivities = proxiesOf(writeClass);

/** Attempts of deliveries, in the queue for all or in that for receivers that take long. */
export const webhookActivities = proxiesOf({ ...webhookClass, ...untilStopped });
export const slowWebhookActivities = proxiesOf({
  ...webhookClass,
  ...untilStopped,
  taskQueue: slowWebhookQueue,
});

/** The steps of the files of an indexing job, by the same classes. */
export const togetherActivities = proxiesOf({ ...togetherClass, ...untilStopped });
export const scanActivities = proxiesOf({ ...scanClass, ...untilStopped });
export const fetchActivities = proxiesOf({ ...fetchClass, ...untilStopped });
export const readActivities = proxiesOf({ ...readClass, ...untilStopped });
export const embedActivities = proxiesOf({ ...embedClass, ...untilStopped });
export const maskActivities = proxiesOf({ ...maskClass, ...untilStopped });
export const storeFileActivities = proxiesOf({ ...storeFileClass, ...untilStopped });
