import { type Client } from '@elastic/elasticsearch';
import { NoRoomForIndex } from '../../elastic/search-unavailable';

/** Setting of Elasticsearch, and its default. */
const setting = 'cluster.max_shards_per_node';
const defaultMax = 1_000;

/**
 * Checks early that the cluster has room for another index. The creation itself decides: indexes that others
 * create meanwhile are not foreseen.
 *
 * @throws NoRoomForIndex
 */
export async function requireRoom(client: Client): Promise<void> {
  const [health, settings] = await Promise.all([
    client.cluster.health({}),
    client.cluster.getSettings({ flat_settings: true }),
  ]);
  const { active_shards: active, initializing_shards: starting, unassigned_shards: waiting } = health;
  const given = (settings.transient[setting] ?? settings.persistent[setting]) as string | undefined;
  const max = Number(given ?? defaultMax) * health.number_of_data_nodes;
  if (active + starting + waiting >= max) throw new NoRoomForIndex();
}
