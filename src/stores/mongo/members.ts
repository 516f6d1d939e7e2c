import { type Collection, type MongoClient, type WriteConcernSettings } from 'mongodb';
import { lightWrite } from './light-write';

/** Members that hold data, by the client that has seen them. */
const membersSeen = new WeakMap<MongoClient, number>();

/** Keeps count of the members that a client's replica set has; called before the client connects. */
export function countMembers(client: MongoClient): void {
  client.on('topologyDescriptionChanged', ({ newDescription }) => {
    const primary = [...newDescription.servers.values()].find(({ type }) => type === 'RSPrimary');
    if (primary !== undefined) membersSeen.set(client, primary.hosts.length);
  });
}

/**
 * Write concern for rows of a collection that count only once a majority-acknowledged write after them has
 * named them.
 *
 * One member replays its log in order, so that the later write makes them durable and they may be light. Of
 * several members another one may take over between the two, without the rows and with the write that names
 * them: there they are acknowledged by a majority themselves.
 */
export function beforeItsName<T extends object>(rows: Collection<T>): WriteConcernSettings {
  // Not among the driver's types; without it, rows are as safe as where there are several members.
  const { client } = rows as unknown as { client?: MongoClient };
  return client !== undefined && membersSeen.get(client) === 1 ? lightWrite : { w: 'majority' };
}
