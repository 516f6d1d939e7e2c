/** Declaration of a metric. */
interface Metric {
  type: 'counter' | 'gauge' | 'histogram';
  /** Name in Prometheus: base units, `_total` for counters. */
  name: string;
  help: string;
  /** Labels with their possible values. A value never comes from a customer. */
  labels: Readonly<Record<string, string>>;
  /** Upper bounds of a histogram, in its unit. */
  buckets?: readonly number[];
}

/** Bounds in seconds for operations that callers wait for. */
const answerBuckets = [0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10, 30];
/** Bounds in seconds for background work of up to hours. */
const workBuckets = [0.01, 0.05, 0.25, 1, 5, 15, 60, 300, 900, 3_600, 14_400];

const product = '`documents` or `products`';
const mode =
  '`keyword`, `semantic`, `hybrid` for documents; `search`, `browse`, `typeahead`, `suggestions`, `similar` for products';
const jobType = '`parse`, `indexing`, `evaluation`, `sync`, or a job type of product search';

/**
 * All metrics of the service, by their names in the code. `npm run docs` writes the table in
 * `docs/metrics.md` from this object.
 */
export const METRICS = {
  httpRequests: {
    type: 'counter',
    name: 'sheaf_http_requests_total',
    help: 'HTTP requests that were answered or given up.',
    labels: {
      method: 'method of the route, `none` where no route matched',
      route: 'template of the route, such as `/v2/jobs/:job_id`; `none` where no route matched',
      status:
        'class of the status, `2xx` to `5xx`; `aborted` where the client did not wait for all of the answer',
    },
  },
  httpSeconds: {
    type: 'histogram',
    name: 'sheaf_http_request_seconds',
    help: 'Time from the header of an HTTP request to the end of its answer.',
    labels: { method: 'as above', route: 'as above' },
    buckets: [...answerBuckets, 120, 600],
  },
  refusals: {
    type: 'counter',
    name: 'sheaf_refusals_total',
    help: 'Requests that a limit has refused: rates, sizes, places and credits.',
    labels: { limit: 'name of a rate limit, such as `key` or `queries`; otherwise the code of the refusal' },
  },
  queries: {
    type: 'counter',
    name: 'sheaf_queries_total',
    help: 'Queries of callers. Queries of evaluations are not counted.',
    labels: {
      product,
      mode,
      outcome: '`answered`, `refused`, `failed`, or `aborted` by the client or a deadline',
    },
  },
  querySeconds: {
    type: 'histogram',
    name: 'sheaf_query_seconds',
    help: 'Time of an answered query, without HTTP.',
    labels: { product, mode },
    buckets: answerBuckets,
  },
  queryStageSeconds: {
    type: 'histogram',
    name: 'sheaf_query_stage_seconds',
    help: 'Time that a stage of an answered query has taken.',
    labels: { product, mode, stage: 'stage as in the answer of a v3 query; `engine` for products' },
    buckets: answerBuckets,
  },
  jobs: {
    type: 'counter',
    name: 'sheaf_jobs_total',
    help: 'Jobs, and runs of syncs, that have reached their final state.',
    labels: {
      type: jobType,
      state: 'final state of the job; `succeeded`, `failed` or `cancelled` for `sync`',
    },
  },
  jobWaitSeconds: {
    type: 'histogram',
    name: 'sheaf_job_wait_seconds',
    help: 'Time from the acceptance of a job to its start, noted at its end.',
    labels: { type: jobType },
    buckets: workBuckets,
  },
  jobSeconds: {
    type: 'histogram',
    name: 'sheaf_job_seconds',
    help: 'Time from the acceptance of a job to its end.',
    labels: { type: jobType },
    buckets: workBuckets,
  },
  jobStageSeconds: {
    type: 'histogram',
    name: 'sheaf_job_stage_seconds',
    help: 'Time of a stage of an ended job of product search.',
    labels: { type: 'job type of product search', stage: 'name of the stage' },
    buckets: workBuckets,
  },
  queueWaitSeconds: {
    type: 'histogram',
    name: 'sheaf_queue_wait_seconds',
    help: 'Time that an attempt of an activity has waited in its task queue, by the clocks of server and worker.',
    labels: { queue: 'task queue' },
    buckets: workBuckets,
  },
  activitySeconds: {
    type: 'histogram',
    name: 'sheaf_activity_seconds',
    help: 'Time of an attempt of an activity: the stages of jobs consist of them.',
    labels: {
      activity: 'activity type',
      outcome: '`completed`, `failed`, `cancelled`, or `postponed` where the attempt gave way to others',
    },
    buckets: workBuckets,
  },
  webhookAttempts: {
    type: 'counter',
    name: 'sheaf_webhook_attempts_total',
    help: 'Requests to receivers of events.',
    labels: { class: '`success`, or what was wrong, as attempts show it in the API' },
  },
  webhookSeconds: {
    type: 'histogram',
    name: 'sheaf_webhook_attempt_seconds',
    help: 'Time of a request to a receiver of events.',
    labels: {},
    buckets: answerBuckets,
  },
  lostRecords: {
    type: 'counter',
    name: 'sheaf_history_records_lost_total',
    help: 'Completed queries that are not in the history.',
    labels: {},
  },
  mongoConnections: {
    type: 'gauge',
    name: 'sheaf_mongodb_connections',
    help: 'Connections to MongoDB.',
    labels: { state: '`open`, of which `in_use`' },
  },
  mongoWaiting: {
    type: 'gauge',
    name: 'sheaf_mongodb_waiting_operations',
    help: 'Operations that wait for a connection to MongoDB.',
    labels: {},
  },
  mongoCheckoutSeconds: {
    type: 'histogram',
    name: 'sheaf_mongodb_checkout_seconds',
    help: 'Time that an operation has waited for a connection to MongoDB.',
    labels: {},
    buckets: answerBuckets,
  },
  mongoCheckoutFailures: {
    type: 'counter',
    name: 'sheaf_mongodb_checkout_failures_total',
    help: 'Operations that got no connection to MongoDB.',
    labels: { reason: 'reason that the driver gives, such as `timeout`' },
  },
  elasticInFlight: {
    type: 'gauge',
    name: 'sheaf_elasticsearch_requests_in_flight',
    help: 'Requests to Elasticsearch that are not answered yet.',
    labels: {},
  },
  wordListBytes: {
    type: 'gauge',
    name: 'sheaf_product_word_list_bytes',
    help: 'Memory of the word lists of product search that this process keeps.',
    labels: {},
  },
  wordListLoads: {
    type: 'counter',
    name: 'sheaf_product_word_list_loads_total',
    help: 'Word lists of builds of product search that were read, or made again from the records.',
    labels: { from: '`blob` or `records`' },
  },
  missingIndexes: {
    type: 'gauge',
    name: 'sheaf_search_indexes_missing',
    help: 'Search indexes that should be in Elasticsearch and are not.',
    labels: { product: '`documents` or `products`' },
  },
  elasticSeconds: {
    type: 'histogram',
    name: 'sheaf_elasticsearch_request_seconds',
    help: 'Time of a request to Elasticsearch, with its retries.',
    labels: { outcome: '`answered`, `refused` with a status from 400 on, or `failed` without one' },
    buckets: answerBuckets,
  },
} as const satisfies Record<string, Metric>;

type Metrics = typeof METRICS;
export type MetricKey = keyof Metrics;

export type KeyOf<Type extends Metric['type']> = {
  [Key in MetricKey]: Metrics[Key]['type'] extends Type ? Key : never;
}[MetricKey];

/** A value for each label of a metric. */
export type LabelsOf<Key extends MetricKey> = Record<keyof Metrics[Key]['labels'] & string, string>;
