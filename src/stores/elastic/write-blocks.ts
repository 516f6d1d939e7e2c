import { type Client } from '@elastic/elasticsearch';
import { SearchWritesRefused } from './search-unavailable';

/** Aliases of all indexes of documents and products. */
const allIndexes = 'sheaf-*';

/** Settings that block writes, of an index and of the cluster. */
const indexBlocks = ['index.blocks.read_only_allow_delete', 'index.blocks.read_only', 'index.blocks.write'];
const clusterBlocks = ['cluster.blocks.read_only_allow_delete', 'cluster.blocks.read_only'];

/**
 * Checks for blocks of writes, such as those that Elasticsearch sets at the flood stage of its disk. The
 * answer lists only blocked indexes.
 *
 * @param indexes names or a pattern; default all of the service
 * @throws SearchWritesRefused
 */
export async function requireWrites(
  client: Client,
  indexes: string = allIndexes,
  options: { signal?: AbortSignal } = {},
): Promise<void> {
  const [ofIndexes, ofCluster] = await Promise.all([
    client.indices.getSettings(
      { index: indexes, name: 'index.blocks.*', flat_settings: true, expand_wildcards: 'open' },
      options,
    ),
    client.cluster.getSettings({ flat_settings: true }, options),
  ]);
  const { transient, persistent } = ofCluster;
  const cluster = { ...persistent, ...transient };
  const set = clusterBlocks.find((name) => String(cluster[name]) === 'true');
  if (set !== undefined) throw new SearchWritesRefused(set);
  for (const [index, { settings = {} }] of Object.entries(ofIndexes)) {
    const flat = settings as Record<string, unknown>;
    const name = indexBlocks.find((block) => String(flat[block]) === 'true');
    if (name !== undefined) throw new SearchWritesRefused(`${name} of ${index}`);
  }
}
