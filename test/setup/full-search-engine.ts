import { type Client } from '@elastic/elasticsearch';

/**
 * A client that asks for more shards with every new index than the bound of its server leaves, as long as
 * `isFull` says so.
 */
export function fullSearchEngine(client: Client, isFull: () => boolean): Client {
  const create = ({ settings, ...rest }: Parameters<Client['indices']['create']>[0]) =>
    client.indices.create({
      ...rest,
      settings: { ...settings, ...(isFull() && { number_of_shards: 1_024 }) },
    });
  const indices = Object.assign(Object.create(client.indices) as Client['indices'], { create });
  return Object.create(client, { indices: { value: indices } }) as Client;
}
