import { readFileSync } from 'node:fs';
import path from 'node:path';
import { Client as ElasticsearchClient } from '@elastic/elasticsearch';
import { type Client as TemporalClient } from '@temporalio/client';
import { type Db } from 'mongodb';
import {
  type EmbeddingConfig,
  readElasticsearchConfig,
  readEmbeddingConfig,
  readStackLocation,
  readTemporalConfig,
} from '../config';
import { createEmbedder, type Embedder } from '../models';
import { neededServer } from '../needed-server';
import { CommandError } from '../command-errors';
import { readElasticsearchAccess, readTemporalAccess } from '../server-access';
import { createStores, ensureIndexes, type Stores } from '../stores';
import { connectMongo } from '../stores/mongo/mongo';
import { createTemporalClient } from '../temporal/temporal-client';

/**
 * Opens MongoDB for a command, creates missing indexes, and closes it afterwards.
 *
 * @throws CommandError where no server is configured, or the server is not usable
 */
export async function withStores<T>(run: (stores: Stores, db: Db) => Promise<T>): Promise<T> {
  const url = addressOf('mongodbUrl', 'MongoDB', 'MONGODB_URL');
  const mongo = await neededServer('MONGODB_URL', connectMongo(url, 'admin'));
  try {
    await ensureIndexes(mongo.db);
    return await run(createStores(mongo.db), mongo.db);
  } finally {
    await mongo.close();
  }
}

/**
 * Opens Elasticsearch for a command and closes it afterwards.
 *
 * @throws CommandError where no server is configured, or the server is not usable
 */
export async function withElasticsearch<T>(run: (client: ElasticsearchClient) => Promise<T>): Promise<T> {
  const node = addressOf('elasticsearchUrl', 'Elasticsearch', 'ELASTICSEARCH_URL');
  const client = new ElasticsearchClient(readElasticsearchAccess(readElasticsearchConfig(node)));
  try {
    await neededServer('ELASTICSEARCH_URL', client.ping());
    return await run(client);
  } finally {
    await client.close();
  }
}

/**
 * Opens Temporal for a command and closes it afterwards.
 *
 * @throws CommandError where no server is configured, or the server is not usable
 */
export async function withTemporal<T>(run: (client: TemporalClient) => Promise<T>): Promise<T> {
  const config = readTemporalConfig(addressOf('temporalAddress', 'Temporal', 'TEMPORAL_ADDRESS'));
  const client = createTemporalClient({
    ...readTemporalAccess(config),
    namespace: config.TEMPORAL_NAMESPACE,
  });
  try {
    await neededServer('TEMPORAL_ADDRESS', client.connection.ensureConnected());
    return await run(client);
  } finally {
    await client.connection.close();
  }
}

/**
 * Opens the embedding model for a command and closes it afterwards: the model that the environment names,
 * otherwise the local model of the running stack.
 *
 * @throws CommandError with one line for each wrong variable
 */
export async function withEmbedder<T>(
  run: (embedder: Embedder, config: EmbeddingConfig) => Promise<T>,
): Promise<T> {
  const config = readEmbeddingConfig(valueOfStack('embeddingModelFolder'));
  const embedder = createEmbedder(config);
  try {
    return await run(embedder, config);
  } finally {
    await embedder.close();
  }
}

/**
 * Address of a server: the value of its variable, otherwise that of the running stack. @throws CommandError
 * without both
 */
function addressOf(
  field: 'mongodbUrl' | 'elasticsearchUrl' | 'temporalAddress',
  server: string,
  variable: string,
): string {
  const address = readStackLocation()[field] ?? valueOfStack(field);
  if (address !== undefined) return address;
  throw new CommandError(
    `No running stack: ${stackFile()} names no ${server}. Start one with npm start, or set ${variable}.`,
  );
}

/**
 * Value in the file that `npm start` keeps while it runs; undefined where no stack runs or the file has no
 * such field.
 *
 * @throws CommandError where the file cannot be read
 */
function valueOfStack(field: string): string | undefined {
  const file = stackFile();
  try {
    const value = (JSON.parse(readFileSync(file, 'utf8')) as Record<string, unknown>)[field];
    return typeof value === 'string' ? value : undefined;
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return undefined;
    throw new CommandError(`${file} cannot be read.`);
  }
}

function stackFile(): string {
  return path.join(readStackLocation().dataFolder, 'stack.json');
}
