import { z } from 'zod';

const flag = z.enum(['true', 'false']).transform((value) => value === 'true');
const count = (min: number, max: number) => z.coerce.number().int().min(min).max(max);
/** A comma-separated list, whose items are trimmed. */
const commaSeparated = z
  .string()
  .default('')
  .transform((text) => text.split(',').flatMap((part) => part.trim() || []));
const keyText = z
  .base64({ error: ({ input }) => (input === undefined ? 'required' : 'must be base64') })
  .refine((text) => Buffer.from(text, 'base64').length >= 32, 'must be base64 of at least 32 bytes');
/** Comma-separated keys; empty by default. */
export const keyList = z
  .string()
  .default('')
  .transform((text) => text.split(',').filter((part) => part.trim() !== ''))
  .pipe(z.array(z.string().trim().pipe(keyText)));

const httpUrl = z.url({ protocol: /^https?$/, error: 'must be an http or https address' });

/** Name of a deployment or a build. It has no colon, with which Temporal joins both. */
const versionPart = z
  .string()
  .regex(
    /^[A-Za-z0-9][\w./-]{0,119}$/,
    'must be up to 120 letters, digits and . _ - /, a letter or digit first',
  );

/**
 * All environment variables, with default and meaning. `npm run docs` writes the table in
 * `docs/operations.md` from this object.
 */
export const configSchema = z.object({
  PORT: count(0, 65_535).default(8080).describe('Port of the API; 0 takes a free one.'),
  HOST: z.string().default('127.0.0.1').describe('Address that the API listens on; 0.0.0.0 in a container.'),
  PUBLIC_URL: httpUrl
    .optional()
    .describe(
      'Address under which clients reach the API; signed links begin with it. Default http://localhost:PORT.',
    ),
  DATA_DIR: z
    .string()
    .default('.data')
    .describe('Folder of the embedded servers, the folder blob store and scratch files.'),
  METRICS_PORT: count(0, 65_533)
    .optional()
    .describe(
      'Port of GET /metrics of the API, for Prometheus; 0 takes a free one. Unset: nothing is measured, by no program.',
    ),
  WORKER_METRICS_PORT: count(0, 65_535)
    .optional()
    .describe('Port of GET /metrics of the worker, where METRICS_PORT is set. Default METRICS_PORT + 1.'),
  TEMPORAL_METRICS_PORT: count(1, 65_535)
    .optional()
    .describe(
      'Port of GET /metrics of the Temporal SDK in the worker, where METRICS_PORT is set. Default METRICS_PORT + 2.',
    ),
  METRICS_HOST: z
    .union([z.ipv4(), z.ipv6()])
    .default('127.0.0.1')
    .describe('IP address that the ports of metrics listen on; 0.0.0.0 in a container.'),
  OTEL_EXPORTER_OTLP_ENDPOINT: httpUrl
    .optional()
    .describe(
      'Address that traces are sent to by OTLP over HTTP, such as http://127.0.0.1:4318. Unset: nothing is traced.',
    ),
  OTEL_EXPORTER_OTLP_HEADERS: z
    .string()
    .optional()
    .describe('Headers for the receiver of traces, such as a key: name=value, comma-separated.'),
  OTEL_SERVICE_NAME: z
    .string()
    .optional()
    .describe('Name of the service in traces. Default sheaf-api and sheaf-worker.'),
  OTEL_TRACES_SAMPLER: z
    .enum([
      'always_on',
      'always_off',
      'traceidratio',
      'parentbased_always_on',
      'parentbased_always_off',
      'parentbased_traceidratio',
    ])
    .default('parentbased_always_on')
    .describe('Which traces are recorded; parentbased_ heeds what the caller has decided.'),
  OTEL_TRACES_SAMPLER_ARG: z.coerce
    .number()
    .min(0)
    .max(1)
    .default(1)
    .describe('Share of the traces that a sampler with ratio records.'),
  LOG_LEVEL: z
    .enum(['silent', 'fatal', 'error', 'warn', 'info', 'debug', 'trace'])
    .default('info')
    .describe('Least level that is logged.'),
  MONGODB_URL: z
    .string()
    .regex(
      /^mongodb(?:\+srv)?:\/\/[^/?\s]+\/[^/?\s]+(?:\?|$)/,
      'must be mongodb://host/database, with the name of the database',
    )
    .default('mongodb://127.0.0.1:27017/sheaf?replicaSet=rs0')
    .describe(
      'MongoDB, a replica set; the path names the database. User name, password and the options of TLS stand in it as the driver reads them.',
    ),
  ELASTICSEARCH_URL: z
    .string()
    .default('http://127.0.0.1:9200')
    .transform((text) => text.split(',').map((part) => part.trim()))
    .pipe(
      z.array(
        z.url({
          protocol: /^https?$/,
          error: 'must be the URL of a node, or those of several, comma-separated',
        }),
      ),
    )
    .describe(
      'Elasticsearch: the URL of a node, or those of several, comma-separated, of which one that does not answer is passed over. A user name and a password may stand in the first.',
    ),
  ELASTICSEARCH_API_KEY: z
    .string()
    .optional()
    .describe('API key of Elasticsearch, in place of a user name and a password.'),
  ELASTICSEARCH_CA_CERT_PATH: z
    .string()
    .optional()
    .describe(
      'PEM file of the authorities that may vouch for Elasticsearch; unset means those that Node knows.',
    ),
  TEMPORAL_ADDRESS: z
    .string()
    .regex(/^(?:\[[0-9a-fA-F:.]+\]|[^\s/:@]+)(?::[0-9]{1,5})?$/, 'must be host:port, without http://')
    .default('127.0.0.1:7233')
    .describe('Temporal front end, host:port.'),
  TEMPORAL_NAMESPACE: z.string().default('default').describe('Temporal namespace.'),
  TEMPORAL_DEPLOYMENT_NAME: versionPart
    .optional()
    .describe(
      'Name of the Worker Deployment that workers belong to; needs TEMPORAL_WORKER_BUILD_ID. Unset: workers are not versioned.',
    ),
  TEMPORAL_WORKER_BUILD_ID: versionPart
    .optional()
    .describe(
      'Build of the worker in its Worker Deployment, such as its release; another one for each build.',
    ),
  TEMPORAL_API_KEY: z.string().optional().describe('API key of Temporal.'),
  TEMPORAL_TLS: flag
    .optional()
    .describe(
      'Whether Temporal is called over TLS. Default true where TEMPORAL_API_KEY or another TEMPORAL_TLS_ variable is set.',
    ),
  TEMPORAL_TLS_SERVER_CA_CERT_PATH: z
    .string()
    .optional()
    .describe("PEM file of the authorities that may vouch for Temporal; unset means the system's."),
  TEMPORAL_TLS_SERVER_NAME: z
    .string()
    .optional()
    .describe(
      "Name that Temporal's certificate has to be for, where it is not the host of TEMPORAL_ADDRESS.",
    ),
  TEMPORAL_TLS_CLIENT_CERT_PATH: z
    .string()
    .optional()
    .describe(
      'PEM file of the client certificate that Temporal asks for; needs TEMPORAL_TLS_CLIENT_KEY_PATH.',
    ),
  TEMPORAL_TLS_CLIENT_KEY_PATH: z
    .string()
    .optional()
    .describe('PEM file of the key of the client certificate; needs TEMPORAL_TLS_CLIENT_CERT_PATH.'),
  TEMPORAL_UI_URL: httpUrl.optional().describe('Temporal Web UI, only for links.'),
  SIGNING_KEY: keyText.describe(
    'Base64 of at least 32 random bytes; signs upload, result and asset links, and seals webhook secrets and credentials where CREDENTIALS_KEYS is empty. The same in every process. Before it is changed: Keys that seal.',
  ),
  CREDENTIALS_KEYS: keyList.describe(
    'Keys like SIGNING_KEY, comma-separated, that webhook secrets and, while a job needs them, credentials of sources are sealed with: the first seals, all and SIGNING_KEY open. Empty means SIGNING_KEY.',
  ),
  DEV_API_KEY: z
    .string()
    .min(16)
    .optional()
    .describe(
      'Text of a key for organization dev, environment development, all permissions. Never set it in production.',
    ),
  BLOB_DRIVER: z
    .enum(['folder', 's3'])
    .default('folder')
    .describe('Where files live: a folder that all processes share, or S3.'),
  BLOB_FOLDER: z.string().optional().describe('Folder of the folder driver. Default DATA_DIR/blobs.'),
  S3_BUCKET: z.string().optional().describe('Bucket of the S3 driver.'),
  S3_REGION: z.string().default('us-east-1').describe('Region of the bucket.'),
  S3_ENDPOINT: httpUrl.optional().describe('Endpoint of an S3-compatible server; unset means AWS.'),
  S3_PUBLIC_ENDPOINT: httpUrl
    .optional()
    .describe('Endpoint as clients of the API reach it; signed links begin with it. Default S3_ENDPOINT.'),
  S3_ACCESS_KEY_ID: z.string().optional().describe("Access key; unset means the SDK's own provider chain."),
  S3_SECRET_ACCESS_KEY: z.string().optional().describe('Secret of the access key.'),
  S3_FORCE_PATH_STYLE: flag.default(false).describe('Bucket in the path instead of the host name.'),
  TRUSTED_PROXY_CIDRS: commaSeparated.describe(
    'Networks of your own proxies before the API, comma-separated CIDRs: what they say in X-Forwarded-For is the address of a client, in the audit log and for RATE_LIMIT_UNKNOWN_KEYS_PER_MINUTE.',
  ),
  OUTBOUND_ALLOW_CIDRS: commaSeparated.describe(
    'Private networks that links of users may reach, comma-separated CIDRs. Empty in production.',
  ),
  OBJECT_STORE_ENDPOINTS: z
    .string()
    .default('')
    .transform((text) => text.split(',').flatMap((part) => part.trim() || []))
    .pipe(z.array(z.string().regex(/^(s3|gcs|azure|r2)=https?:\/\/[^\s,]+$/, 'must be <family>=<address>')))
    .transform((parts) => Object.fromEntries(parts.map((part) => part.split(/=(.*)/, 2) as [string, string])))
    .describe(
      "Emulators in place of the vendors of customers' object stores, such as s3=http://127.0.0.1:9000; families s3, gcs, azure, r2. Empty in production.",
    ),
  IMPORT_ENDPOINTS: z
    .string()
    .default('')
    .transform((text) => text.split(',').flatMap((part) => part.trim() || []))
    .pipe(z.array(z.string().regex(/^algolia=https:\/\/[^\s,]+$/, 'must be algolia=<address>')))
    .transform((parts): { algolia?: string } =>
      Object.fromEntries(parts.map((part) => part.split(/=(.*)/, 2) as [string, string])),
    )
    .describe(
      'Addresses in place of the providers that product search imports from, such as algolia=https://127.0.0.1:9000; {app_id} in it stands for the application. Empty in production.',
    ),
  PARSE_CAPACITY: count(1, 100_000)
    .default(200)
    .describe('Parse jobs that may be queued or running at once, over all organizations.'),
  RATE_LIMIT_KEY_PER_MINUTE: count(1, 10_000_000).default(3_000).describe('Requests a minute for one key.'),
  RATE_LIMIT_UNKNOWN_KEYS_PER_MINUTE: count(1, 10_000_000)
    .default(60)
    .describe(
      'Requests a minute with unknown keys that one process answers with 401 for one address; others are answered with 429. TRUSTED_PROXY_CIDRS says whose X-Forwarded-For names the address.',
    ),
  RATE_LIMIT_ORGANIZATION_PER_MINUTE: count(1, 10_000_000)
    .default(12_000)
    .describe('Requests a minute for one organization.'),
  RATE_LIMIT_QUERIES_PER_MINUTE: count(1, 10_000_000)
    .default(300)
    .describe('Queries a minute for one key; a tenth of them may come at once.'),
  RATE_LIMIT_WEBHOOKS_PER_MINUTE: count(1, 10_000_000)
    .default(60)
    .describe('Requests a minute of one organization that manage webhooks.'),
  RATE_LIMIT_DELIVERIES_PER_MINUTE: count(1, 10_000_000)
    .default(600)
    .describe(
      'Requests a minute of one organization that read deliveries of webhooks, their events, attempts and recoveries.',
    ),
  REQUEST_TIMEOUT_MS: count(1_000, 3_600_000)
    .default(600_000)
    .describe('Longest time for one request, uploads included.'),
  SILENT_SERVER_MS: count(100, 60_000)
    .default(1_800)
    .describe(
      'Time after which the API refuses what waits for Elasticsearch or Temporal while that server does not answer any request.',
    ),
  DRAIN_TIMEOUT_MS: count(0, 600_000)
    .default(20_000)
    .describe('Time that requests and activities get to finish after SIGTERM.'),
  WORKER_WORKFLOW_SLOTS: count(2, 10_000)
    .default(8)
    .describe(
      'Workflow tasks that one worker runs at once. They take turns in one thread; those beyond wait in Temporal, where organizations take turns.',
    ),
  WORKER_CACHED_WORKFLOWS: count(0, 100_000)
    .default(500)
    .describe('Workflows that one worker keeps in memory.'),
  WORKER_ACTIVITY_SLOTS: count(1, 10_000)
    .default(50)
    .describe('Light activities that one worker runs at once.'),
  WORKER_PARSE_SLOTS: count(1, 1_000)
    .default(3)
    .describe(
      'Files that one worker parses at once; each takes a core and up to 700 MB. One organization leaves a quarter of them to others, at least one.',
    ),
  WORKER_QUICK_PARSE_SLOTS: count(1, 1_000)
    .default(2)
    .describe('Small files that one worker parses at once beside the others; shared likewise.'),
  WORKER_CONTENT_SLOTS: count(1, 1_000)
    .default(20)
    .describe(
      'Steps of files that take long (copying, embedding, describing) that one worker runs at once; shared likewise.',
    ),
  WORKER_WEBHOOK_SLOTS: count(4, 1_000)
    .default(40)
    .describe(
      'Requests to receivers of events that one worker has open at once; one endpoint gets a quarter of them at most.',
    ),
  CHAT_BASE_URL: httpUrl
    .optional()
    .describe(
      'OpenAI-compatible chat endpoint for tags, summaries and the rerank model hosted-chat-1; unset means the local extractive default, and no such rerank model.',
    ),
  CHAT_API_KEY: z.string().optional().describe('Key of the chat endpoint.'),
  CHAT_MODEL: z.string().optional().describe('Model of the chat endpoint; required with CHAT_BASE_URL.'),
  RERANK_BASE_URL: httpUrl
    .optional()
    .describe(
      'Endpoint that speaks /rerank as Cohere and Jina do, for the rerank model hosted-rerank-1; unset means that there is none.',
    ),
  RERANK_API_KEY: z.string().optional().describe('Key of the rerank endpoint.'),
  RERANK_MODEL: z
    .string()
    .optional()
    .describe('Model of the rerank endpoint; required with RERANK_BASE_URL.'),
  EMBEDDING_MODEL_DIR: z
    .string()
    .optional()
    .describe(
      'Folder of the local embedding models, as `npm run model` prepares it. Default DATA_DIR/embedding-model.',
    ),
  EMBEDDING_THREADS: count(1, 256)
    .default(1)
    .describe(
      'Cores that one process may keep busy with each local embedding model; each takes 140 MB, or 200 MB with the ' +
        'model of many languages.',
    ),
  EMBEDDING_BASE_URL: httpUrl
    .optional()
    .describe('OpenAI-compatible embedding endpoint; unset means the local model.'),
  EMBEDDING_API_KEY: z.string().optional().describe('Key of the embedding endpoint.'),
  EMBEDDING_MODEL: z
    .string()
    .optional()
    .describe('Model of the embedding endpoint; required with EMBEDDING_BASE_URL.'),
  EMBEDDING_DIMENSIONS: count(1, 4_096)
    .optional()
    .describe('Dimensions of that model; required with EMBEDDING_BASE_URL.'),
  PRODUCT_VECTORS_MAX: count(0, 1_000_000)
    .default(20_000)
    .describe(
      'Titles without a vector up to which a build of product search makes vectors before it is published; 0 makes none at all. The local model makes some 100 a second on one core.',
    ),
  PRODUCT_LATER_VECTORS_MAX: count(0, 10_000_000)
    .default(200_000)
    .describe(
      'Records up to which the vectors of a build with more new titles are made in the background after it is published, for the next build. A search compares all of them, and each takes 1.5 kB on disk; 0 makes none.',
    ),
  PRODUCT_SIMILARITY_MIN: z.coerce
    .number()
    .min(-1)
    .max(1)
    .optional()
    .describe(
      'Least cosine of a query and the title of a record that a product search adds by its meaning, behind those with the words. Default the measured one for the local model; with a hosted model none are added without it. 1 adds none.',
    ),
  PRODUCT_BUILDS_PER_ORGANIZATION: count(1, 1_000)
    .default(2)
    .describe(
      'Builds and imports of product search that an organization may have at work at once, over all workers; those beyond wait in the order of their acceptance.',
    ),
  PRODUCT_WORDS_MB: count(1, 65_536)
    .default(256)
    .describe(
      'Memory of one process for the word lists of product search, in MB; the least recently used are dropped and read again when they are needed. A list takes about 30 bytes for each differing word of an index.',
    ),
  PRODUCT_SETTLE_TIMEOUT_MS: count(0, 3_600_000)
    .default(300_000)
    .describe(
      'Longest time that a build of product search waits for its copies on other nodes once it is served; after that it ends with the warning SETTLE_TIMEOUT.',
    ),
  TRANSCRIPTION_BASE_URL: httpUrl
    .optional()
    .describe(
      'OpenAI-compatible transcription endpoint for audio and video; unset means that recordings are refused.',
    ),
  TRANSCRIPTION_API_KEY: z.string().optional().describe('Key of the transcription endpoint.'),
  TRANSCRIPTION_MODEL: z
    .string()
    .optional()
    .describe('Model of the transcription endpoint; required with TRANSCRIPTION_BASE_URL.'),
});
