import { type Client, errors } from '@elastic/elasticsearch';
import { namespaceAlias } from './namespace-alias';
import { NoRoomForIndex } from '../../elastic/search-unavailable';
import { chunkAnalysis } from './analysis';
import { chunkMapping } from './mapping';

/** Settings of a new index. */
export interface NewIndex {
  /** Dimensions of its vectors. */
  dimensions: number;
  /** Refresh interval in Elasticsearch's format; default its own (1 s). */
  refreshInterval?: string;
}

export const firstIndexOf = (namespace: string): string => `${namespaceAlias(namespace)}-1`;

/**
 * Creates the index of a namespace, and its alias once the index is searchable: searches skip a namespace
 * without an alias, but fail on an index whose shard is starting.
 *
 * @throws NoRoomForIndex
 */
export async function makeIndex(
  client: Client,
  namespace: string,
  { dimensions, refreshInterval }: NewIndex,
): Promise<void> {
  const alias = namespaceAlias(namespace);
  const index = firstIndexOf(namespace);
  if (!(await createIndex(client, namespace, { dimensions, ...(refreshInterval && { refreshInterval }) }))) {
    if (await client.indices.existsAlias({ name: alias })) return;
    await client.cluster.health({ index, wait_for_status: 'yellow' });
  }
  await client.indices.updateAliases({ actions: [{ add: { index, alias, is_write_index: true } }] });
}

/**
 * Creates the first index of a namespace without its alias. False when it exists.
 *
 * @throws NoRoomForIndex
 */
export async function createIndex(
  client: Client,
  namespace: string,
  { dimensions, refreshInterval }: NewIndex,
): Promise<boolean> {
  try {
    await client.indices.create({
      index: firstIndexOf(namespace),
      mappings: chunkMapping(dimensions),
      settings: {
        number_of_shards: 1,
        analysis: chunkAnalysis,
        auto_expand_replicas: '0-1',
        ...(refreshInterval !== undefined && { refresh_interval: refreshInterval }),
      },
    });
    return true;
  } catch (error) {
    // The request is constant and valid, so that the bound on shards is the only cause.
    if (hasType(error, 'validation_exception')) throw new NoRoomForIndex(error);
    if (!hasType(error, 'resource_already_exists_exception')) throw error;
    return false;
  }
}

function hasType(error: unknown, type: string): boolean {
  if (!(error instanceof errors.ResponseError)) return false;
  const { body } = error as { body?: { error?: { type?: string } } };
  return body?.error?.type === type;
}
