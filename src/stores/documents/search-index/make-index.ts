import { type Client, errors } from '@elastic/elasticsearch';
import { indexAlias } from '../../elastic/index-alias';
import { NoRoomForIndex } from '../../elastic/search-unavailable';
import { chunkAnalysis } from './analysis';
import { chunkMapping } from './mapping';

/** Settings of a new index. */
export interface NewIndex {
  /** Length of its vectors. */
  dimensions: number;
  /** As Elasticsearch writes durations; its own default is 1 s. */
  refreshInterval?: string;
}

export const firstIndexOf = (namespace: string): string => `${indexAlias(namespace)}-1`;

/**
 * Makes the index of a namespace, and its alias once the index can be searched: searches pass over a
 * namespace without an alias, but fail on an index whose shard is still being started.
 *
 * @throws NoRoomForIndex
 */
export async function makeIndex(
  client: Client,
  namespace: string,
  { dimensions, refreshInterval }: NewIndex,
): Promise<void> {
  const alias = indexAlias(namespace);
  const index = firstIndexOf(namespace);
  if (!(await createIndex(client, namespace, { dimensions, ...(refreshInterval && { refreshInterval }) }))) {
    if (await client.indices.existsAlias({ name: alias })) return;
    await client.cluster.health({ index, wait_for_status: 'yellow' });
  }
  await client.indices.updateAliases({ actions: [{ add: { index, alias, is_write_index: true } }] });
}

/**
 * Makes the first index of a namespace without its alias. False where it is there.
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
    // The request is always the same and valid: what is left is the bound on shards.
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
