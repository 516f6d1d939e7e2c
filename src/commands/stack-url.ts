import { readFileSync } from 'node:fs';
import path from 'node:path';
import { Refusal } from '../refusal';
import { readElasticsearchConfig, readStackLocation } from '../config';
import { type ElasticsearchAccess, readElasticsearchAccess } from '../server-access';

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

function addressOf(field: 'mongodbUrl' | 'elasticsearchUrl', server: string, variable: string): string {
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
