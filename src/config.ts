import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { type z } from 'zod';
import { configSchema, keyList } from './config-schema';
import { misspeltVariables } from './misspelt-variables';
import { CommandError } from './command-errors';

export type Config = Readonly<
  z.infer<typeof configSchema> & { PUBLIC_URL: string; BLOB_FOLDER: string; EMBEDDING_MODEL_DIR: string }
>;

/** Variables of the embedding model. */
export type EmbeddingConfig = Pick<
  Config,
  | 'EMBEDDING_MODEL_DIR'
  | 'EMBEDDING_THREADS'
  | 'EMBEDDING_BASE_URL'
  | 'EMBEDDING_API_KEY'
  | 'EMBEDDING_MODEL'
  | 'EMBEDDING_DIMENSIONS'
>;

/** Variables of the connection to Elasticsearch. */
const elasticsearchVariables = configSchema.pick({
  ELASTICSEARCH_URL: true,
  ELASTICSEARCH_API_KEY: true,
  ELASTICSEARCH_CA_CERT_PATH: true,
});
export type ElasticsearchConfig = Readonly<z.infer<typeof elasticsearchVariables>>;

/** Variables of the connection to Temporal. */
const temporalVariables = configSchema.pick({
  TEMPORAL_ADDRESS: true,
  TEMPORAL_NAMESPACE: true,
  TEMPORAL_API_KEY: true,
  TEMPORAL_TLS: true,
  TEMPORAL_TLS_SERVER_CA_CERT_PATH: true,
  TEMPORAL_TLS_SERVER_NAME: true,
  TEMPORAL_TLS_CLIENT_CERT_PATH: true,
  TEMPORAL_TLS_CLIENT_KEY_PATH: true,
});
export type TemporalConfig = Readonly<z.infer<typeof temporalVariables>>;

/** Pairs of variables: the first has no effect without the second. */
const NEEDED_WITH = [
  ['CHAT_BASE_URL', 'CHAT_MODEL'],
  ['RERANK_BASE_URL', 'RERANK_MODEL'],
  ['TRANSCRIPTION_BASE_URL', 'TRANSCRIPTION_MODEL'],
  ['EMBEDDING_BASE_URL', 'EMBEDDING_MODEL'],
  ['EMBEDDING_BASE_URL', 'EMBEDDING_DIMENSIONS'],
  ['TEMPORAL_DEPLOYMENT_NAME', 'TEMPORAL_WORKER_BUILD_ID'],
  ['TEMPORAL_WORKER_BUILD_ID', 'TEMPORAL_DEPLOYMENT_NAME'],
  ['TEMPORAL_TLS_CLIENT_CERT_PATH', 'TEMPORAL_TLS_CLIENT_KEY_PATH'],
  ['TEMPORAL_TLS_CLIENT_KEY_PATH', 'TEMPORAL_TLS_CLIENT_CERT_PATH'],
] as const;

const unusable = (lines: readonly string[]) =>
  new CommandError(`The configuration is not usable:\n${lines.map((line) => `  ${line}`).join('\n')}`);

/**
 * Reads the variables of a schema. Empty variables count as unset, since compose files pass empty texts.
 *
 * @throws CommandError with one line for each wrong variable
 */
function readBy<T>(schema: z.ZodType<T>, env: Record<string, string | undefined>): T {
  const set = Object.entries(env).filter(([, value]) => value !== '');
  const result = schema.safeParse(Object.fromEntries(set));
  if (result.success) return result.data;
  throw unusable(result.error.issues.map((issue) => `${issue.path.join('.')}: ${issue.message}`));
}

/**
 * Reads the configuration, once, at the start of a program.
 *
 * @throws CommandError with one line for each wrong variable; without values, which may be secrets
 */
export function readConfig(env: Record<string, string | undefined> = process.env): Config {
  const misspelt = misspeltVariables(env, Object.keys(configSchema.shape));
  if (misspelt.length > 0)
    throw unusable(misspelt.map(({ name, meant }) => `${name}: nothing reads it; did you mean ${meant}?`));
  const config = readBy(configSchema, env);
  if (config.BLOB_DRIVER === 's3' && config.S3_BUCKET === undefined)
    throw unusable(['S3_BUCKET: required with BLOB_DRIVER=s3']);
  for (const [given, needed] of NEEDED_WITH)
    if (config[given] !== undefined && config[needed] === undefined)
      throw unusable([`${needed}: required with ${given}`]);
  return {
    ...config,
    ...metricsPorts(config),
    PUBLIC_URL: (config.PUBLIC_URL ?? `http://localhost:${config.PORT}`).replace(/\/+$/, ''),
    BLOB_FOLDER: config.BLOB_FOLDER ?? `${config.DATA_DIR}/blobs`,
    EMBEDDING_MODEL_DIR: config.EMBEDDING_MODEL_DIR ?? defaultModelFolder(config.DATA_DIR),
  };
}

/**
 * Checks that the configured folder of the local embedding model contains one. A default folder may get its
 * model later.
 *
 * @throws CommandError with the variable
 */
export function requireEmbeddingModel({
  EMBEDDING_MODEL_DIR: folder,
  EMBEDDING_BASE_URL,
  DATA_DIR,
}: Config): void {
  const isNamed = folder !== defaultModelFolder(DATA_DIR);
  if (isNamed && EMBEDDING_BASE_URL === undefined && !existsSync(join(folder, 'model.onnx')))
    throw unusable(['EMBEDDING_MODEL_DIR: no embedding model is there; `npm run model` prepares one']);
}

const defaultModelFolder = (dataDir: string) => `${dataDir}/embedding-model`;

/**
 * Ports of metrics. By default the worker and the SDK of Temporal get the two ports after `METRICS_PORT`. If
 * that is 0 (any free port), the worker gets 0 and the SDK none.
 */
function metricsPorts({
  METRICS_PORT: port,
  WORKER_METRICS_PORT: worker,
  TEMPORAL_METRICS_PORT: temporal,
}: z.infer<typeof configSchema>) {
  if (port === undefined) return { WORKER_METRICS_PORT: undefined, TEMPORAL_METRICS_PORT: undefined };
  return port === 0
    ? { WORKER_METRICS_PORT: worker ?? 0, TEMPORAL_METRICS_PORT: temporal }
    : { WORKER_METRICS_PORT: worker ?? port + 1, TEMPORAL_METRICS_PORT: temporal ?? port + 2 };
}

/**
 * Addresses of the running stack, for admin commands: those in the environment, otherwise those in the data
 * folder.
 */
export function readStackLocation(env: Record<string, string | undefined> = process.env): {
  mongodbUrl: string | undefined;
  elasticsearchUrl: string | undefined;
  temporalAddress: string | undefined;
  dataFolder: string;
} {
  const { MONGODB_URL: mongodbUrl, ELASTICSEARCH_URL: elasticsearchUrl, DATA_DIR } = env;
  const { TEMPORAL_ADDRESS: temporalAddress } = env;
  const set = (value: string | undefined) => (value === '' ? undefined : value);
  return {
    mongodbUrl: set(mongodbUrl),
    elasticsearchUrl: set(elasticsearchUrl),
    temporalAddress: set(temporalAddress),
    dataFolder: configSchema.shape.DATA_DIR.parse(set(DATA_DIR)),
  };
}

/**
 * Reads the embedding model alone, for admin commands that embed.
 *
 * @param modelFolder folder of the local model where the environment names none
 * @throws CommandError with one line for each wrong variable
 */
export function readEmbeddingConfig(
  modelFolder?: string,
  env: Record<string, string | undefined> = process.env,
): EmbeddingConfig {
  const { EMBEDDING_MODEL_DIR: named } = env;
  return readConfig({
    ...env,
    EMBEDDING_MODEL_DIR: named === undefined || named === '' ? modelFolder : named,
    // Commands sign nothing, so that any key will do.
    SIGNING_KEY: Buffer.alloc(32).toString('base64'),
  });
}

/**
 * Reads the connection to Elasticsearch alone, for admin commands that write to it.
 *
 * @param node address that replaces the variable
 * @throws CommandError with one line for each wrong variable
 */
export function readElasticsearchConfig(
  node: string,
  env: Record<string, string | undefined> = process.env,
): ElasticsearchConfig {
  return readBy(elasticsearchVariables, { ...env, ELASTICSEARCH_URL: node });
}

/**
 * Reads the connection to Temporal alone, for admin commands that call it.
 *
 * @param address address that replaces the variable
 * @throws CommandError with one line for each wrong variable
 */
export function readTemporalConfig(
  address: string,
  env: Record<string, string | undefined> = process.env,
): TemporalConfig {
  return readBy(temporalVariables, { ...env, TEMPORAL_ADDRESS: address });
}

/**
 * Name of the Worker Deployment in the environment.
 *
 * @throws CommandError for an invalid name
 */
export function readDeploymentName(
  env: Record<string, string | undefined> = process.env,
): string | undefined {
  return readBy(configSchema.pick({ TEMPORAL_DEPLOYMENT_NAME: true }), env).TEMPORAL_DEPLOYMENT_NAME;
}

/** Present and former keys of the service. */
const resealKeys = configSchema
  .pick({ SIGNING_KEY: true, CREDENTIALS_KEYS: true })
  .extend({ FORMER_KEYS: keyList });
export type ResealKeys = Readonly<z.infer<typeof resealKeys>>;

/**
 * Reads these keys alone, for the admin command that seals secrets anew.
 *
 * @throws CommandError with one line for each wrong variable; without values, which may be secrets
 */
export function readResealKeys(env: Record<string, string | undefined> = process.env): ResealKeys {
  return readBy(resealKeys, env);
}

/** Variables by which a parser finds its programs and data. */
const toolVariables = ['PATH', 'TMPDIR', 'TESSDATA_PREFIX'] as const;

/**
 * Environment of the threads that parse files: the paths of tools, without keys and passwords of the service.
 */
export function readToolEnvironment(
  env: Record<string, string | undefined> = process.env,
): Record<string, string> {
  return Object.fromEntries(
    toolVariables.flatMap((name) => (env[name] === undefined ? [] : [[name, env[name]]])),
  );
}
