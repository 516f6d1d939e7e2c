import { readFileSync } from 'node:fs';
import path from 'node:path';
import { Refusal } from '../refusal';
import { readElasticsearchConfig, readStackLocation, readTemporalConfig } from '../config';
import { type ElasticsearchAccess, readElasticsearchAccess, readTemporalAccess } from '../server-access';
import { type TemporalClientOptions } from '../temporal/temporal-client';

/**
 * MongoDB of an operator's command: the one of `MONGODB_URL`, else that of the running stack.
 *
 * @throws Refusal where there is neither
 */
export function stackUrl(): string {
  return addressOf('mongodbUrl', 'MongoDB', 'MONGODB_URL');
}

/**
 * Elasticsearch of an operator's command: the one of `ELASTICSEARCH_URL`, else that of the running stack, with
 * the credentials of the environment.
 *
 * @throws Refusal where there is neither
 */
export function stackSearch(): ElasticsearchAccess {
  const node = addressOf('elasticsearchUrl', 'Elasticsearch', 'ELASTICSEARCH_URL');
  return readElasticsearchAccess(readElasticsearchConfig(node));
}

/**
 * Temporal of an operator's command: the one of `TEMPORAL_ADDRESS`, else that of the running stack, with
 * namespace and credentials of the environment.
 *
 * @throws Refusal where there is neither
 */
export function stackTemporal(): TemporalClientOptions {
  const config = readTemporalConfig(addressOf('temporalAddress', 'Temporal', 'TEMPORAL_ADDRESS'));
  return { ...readTemporalAccess(config), namespace: config.TEMPORAL_NAMESPACE };
}

function addressOf(
  field: 'mongodbUrl' | 'elasticsearchUrl' | 'temporalAddress',
  server: string,
  variable: string,
): string {
  const { [field]: given, dataFolder } = readStackLocation();
  if (given !== undefined) return given;
  const file = path.join(dataFolder, 'stack.json');
  try {
    const stack = JSON.parse(readFileSync(file, 'utf8')) as Record<string, unknown>;
    const address = stack[field];
    if (typeof address === 'string') return address;
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'ENOENT') throw new Refusal(`${file} cannot be read.`);
  }
  throw new Refusal(
    `No running stack: ${file} names no ${server}. Start one with npm start, or set ${variable}.`,
  );
}
