import {
  ActivityCancellationType,
  type ActivityInterfaceFor,
  type ActivityOptions,
  proxyActivities,
} from '@temporalio/workflow';
import { type Activities } from '../src/domain/activities';
import { fileReadMsMax } from '../src/domain/platform/limits';
import { type TaskQueue } from '../src/domain/platform/task-queues';

const parseQueue: TaskQueue = 'parse';
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
 * A core's work for seconds to minutes, in slots of its own. Attempts are bounded: a file that kills workers
 * must end.
 */
const parseClass: ActivityOptions = {
  taskQueue: parseQueue,
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
 * Reading one file of any kind: its reader ends it with an error of its own long before, unless it waits for
 * its turn.
 */
const readClass: ActivityOptions = { ...parseClass, startToCloseTimeout: fileReadMsMax + 30 * 60_000 };

/** Calls of a model, which is slow and may be busy; a large file may need thousands. */
const modelClass: ActivityOptions = {
  startToCloseTimeout: '6 hours',
  heartbeatTimeout: '30 seconds',
  retry: {
    initialInterval: '2 seconds',
    backoffCoefficient: 2,
    maximumInterval: '1 minute',
    maximumAttempts: 8,
  },
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
 * Embedding and storing one file. The attempts are the budget of an embedder or a search engine that does not
 * answer, about a quarter of an hour; after them the whole job is given up.
 */
const embedClass: ActivityOptions = {
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
 * Many small files together. A group that breaks off twice goes on file by file, so that a file that kills
 * workers does it alone.
 */
const togetherClass: ActivityOptions = {
  startToCloseTimeout: '10 minutes',
  heartbeatTimeout: '10 seconds',
  retry: { initialInterval: '1 second', maximumAttempts: 2 },
};

/** Listing up to 100,000 files of somebody else's store; a retry goes on where the last attempt was. */
const scanClass: ActivityOptions = { ...outboundClass, startToCloseTimeout: '1 hour' };

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
export const modelActivities = proxiesOf(modelClass);
export const bulkActivities = proxiesOf(bulkClass);

/** Attempts of deliveries, in the queue for all or in that for receivers that take long. */
export const webhookActivities = proxiesOf(webhookClass);
export const slowWebhookActivities = proxiesOf({ ...webhookClass, taskQueue: slowWebhookQueue });

/** The steps of the files of an indexing job, by the same classes. */
export const togetherActivities = proxiesOf({ ...togetherClass, ...untilStopped });
export const scanActivities = proxiesOf({ ...scanClass, ...untilStopped });
export const fetchActivities = proxiesOf({ ...outboundClass, ...untilStopped });
export const readActivities = proxiesOf({ ...readClass, ...untilStopped });
export const embedActivities = proxiesOf({ ...embedClass, ...untilStopped });
